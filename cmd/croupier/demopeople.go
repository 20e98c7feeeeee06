package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"croupier/demo"
)

// secrets are what a person of the demo signs in with.
type secrets = demo.Secrets

// A cast is the people of the demo with their secrets, which a file keeps that
// only its owner can read.
type cast demo.Cast

// keptCast is the cast of the file or, where there is none, a new one that admin
// adds to the house.
func keptCast(ctx context.Context, admin func() (client, error), file string) (cast, error) {
	b, err := os.ReadFile(filepath.Clean(file))
	if err == nil {
		var kept cast
		return kept, json.Unmarshal(b, &kept)
	}
	if !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	c, err := admin()
	if err != nil {
		return nil, err
	}
	made, err := newCast(ctx, c)
	if err != nil {
		return nil, err
	}
	if b, err = json.MarshalIndent(made, "", "  "); err != nil { //nolint:gosec // the file is for these secrets, and its owner's alone
		return nil, err
	}
	return made, os.WriteFile(filepath.Clean(file), append(b, '\n'), 0o600)
}

func newCast(ctx context.Context, admin client) (cast, error) {
	made := cast{}
	for _, p := range demo.People {
		if err := admin.post(ctx, "/v1/persons", map[string]any{"name": p.Name, "title": p.Title, "roles": p.Roles}, nil); err != nil {
			return nil, err
		}
		s := demo.SecretsOf(p)
		if err := admin.post(ctx, "/v1/persons/"+p.Name+"/secrets", s, nil); err != nil {
			return nil, err
		}
		made[p.Name] = s
	}
	return made, nil
}

func (c cast) signIn(ctx context.Context, url, name string) (client, error) {
	s, ok := c[name]
	if !ok {
		return client{}, fmt.Errorf("%s is not among the people of the demo", name)
	}
	return signedIn(ctx, url, name, s)
}
