package api

import (
	"net/http"
	"reflect"

	"github.com/danielgtaylor/huma/v2"
	"github.com/labstack/echo/v4"

	"croupier/desk"
	"croupier/house/people"
	"croupier/house/roles"
)

// personRoutes are of who there is.
var personRoutes = []route{
	{
		method: "POST", path: "/v1/persons", id: "add-person", action: roles.PersonWrite, tag: "persons", summary: "Add a person",
		about: "Without a PIN or a password the person cannot sign in yet.",
		body:  reflect.TypeFor[personBody](), status: 201, answer: reflect.TypeFor[people.Person](), problems: []int{400, 409, 413, 415, 422}, handle: addPerson,
	},
	{
		method: "GET", path: "/v1/persons", id: "list-persons", action: roles.PersonRead, tag: "persons", summary: "Who there is",
		status: 200, answer: reflect.TypeFor[personList](), problems: []int{400}, handle: listPersons,
	},
	{
		method: "GET", path: "/v1/persons/{name}", id: "get-person", action: roles.PersonRead, tag: "persons", summary: "One person",
		params: []*huma.Param{personParam}, status: 200, answer: reflect.TypeFor[people.Person](), problems: []int{400, 404}, handle: showPerson,
	},
	{
		method: "POST", path: "/v1/persons/{name}/secrets", id: "set-secret", action: roles.PersonWrite, tag: "persons", summary: "Give a new PIN or password", keyless: true,
		about:  "Ends the person's sessions.",
		params: []*huma.Param{personParam}, body: reflect.TypeFor[secretBody](), status: 204, problems: []int{400, 404, 413, 415, 422}, handle: setSecret,
	},
	changing("roles", "set-roles", "Give other roles", "In force with the person's next request. Nobody changes the own.", roles.PersonWrite,
		func(a *api, c echo.Context, who desk.Caller, b rolesBody) (desk.Answer, error) {
			return a.people.SetRoles(c.Request().Context(), who, c.Param("name"), b.Roles, b.Reason)
		}),
	changing("subject", "set-subject", "Say how an OpenID provider knows the person", "An empty subject takes the way in away.", roles.PersonWrite,
		func(a *api, c echo.Context, who desk.Caller, b subjectBody) (desk.Answer, error) {
			return a.people.SetSubject(c.Request().Context(), who, c.Param("name"), b.Subject)
		}),
	changing("end", "end-person", "End an account", "Its sessions and keys are refused from now on. The name stays taken: it stands in the book.", roles.PersonWrite,
		func(a *api, c echo.Context, who desk.Caller, b reasonBody) (desk.Answer, error) {
			return a.people.End(c.Request().Context(), who, c.Param("name"), b.Reason)
		}),
	changing("resume", "resume-person", "Take up an account that was ended", "", roles.PersonWrite,
		func(a *api, c echo.Context, who desk.Caller, b reasonBody) (desk.Answer, error) {
			return a.people.Resume(c.Request().Context(), who, c.Param("name"), b.Reason)
		}),
	changing("free", "free-person", "Free a locked account", "Nobody frees the own.", roles.PersonFree,
		func(a *api, c echo.Context, who desk.Caller, b reasonBody) (desk.Answer, error) {
			return a.people.Free(c.Request().Context(), who, c.Param("name"), b.Reason)
		}),
}

var personParam = pathParam("name", "The person's name", "ann")

// changing is a route that makes a change of a person and answers the person.
func changing[B any](path, id, summary, about string, action roles.Action, do func(*api, echo.Context, desk.Caller, B) (desk.Answer, error)) route {
	return route{
		method: "POST", path: "/v1/persons/{name}/" + path, id: id, action: action, tag: "persons", summary: summary, about: about,
		params: []*huma.Param{personParam}, body: reflect.TypeFor[B](), status: 200, answer: reflect.TypeFor[people.Person](),
		problems: []int{400, 404, 409, 413, 415, 422}, handle: changes(do),
	}
}

// changes reads body and key of a changing request, and replies what do answers.
func changes[B any](do func(*api, echo.Context, desk.Caller, B) (desk.Answer, error)) func(*api, echo.Context) error {
	return func(a *api, c echo.Context) error {
		body, err := read(c)
		if err != nil {
			return err
		}
		who, err := a.caller(c, body)
		if err != nil {
			return err
		}
		var b B
		if err := a.decode(body, &b); err != nil {
			return err
		}
		answer, err := do(a, c, who, b)
		if err != nil {
			return err
		}
		return reply(c, answer)
	}
}

type personBody struct {
	Name     string       `json:"name" pattern:"^[a-z0-9][a-z0-9._-]{1,39}$" example:"ann"`
	Title    string       `json:"title,omitempty" doc:"The name where left out" example:"Ann Kim"`
	Roles    []roles.Role `json:"roles" doc:"Of dealer, supervisor, manager, auditor, admin"`
	Language string       `json:"language,omitempty" enum:"en,ko,ru" doc:"Until the person chooses another; that of the table where left out"`
}

type rolesBody struct {
	Roles  []roles.Role `json:"roles" doc:"All the person is to have"`
	Reason string       `json:"reason"`
}

type secretBody struct {
	PIN      string `json:"pin,omitempty" doc:"4 to 12 digits, for terminals"`
	Password string `json:"password,omitempty" doc:"12 characters or more, for offices"`
}

type subjectBody struct {
	Subject string `json:"subject" doc:"Issuer and subject, a blank between" example:"https://id.example 248289761001"`
}

type reasonBody struct {
	Reason string `json:"reason"`
}

var addPerson = changes(func(a *api, c echo.Context, who desk.Caller, b personBody) (desk.Answer, error) {
	return a.people.Add(c.Request().Context(), who, people.Addition{Name: b.Name, Title: b.Title, Roles: b.Roles, Locale: b.Language})
})

// personList is who there is.
type personList struct {
	Persons []people.Person `json:"persons"`
}

func listPersons(a *api, c echo.Context) error {
	all, err := a.people.List(c.Request().Context())
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, personList{append([]people.Person{}, all...)})
}

func showPerson(a *api, c echo.Context) error {
	p, err := a.people.Get(c.Request().Context(), c.Param("name"))
	if err != nil {
		return err
	}
	return c.JSON(http.StatusOK, p)
}

func setSecret(a *api, c echo.Context) error {
	b, err := decoded[secretBody](a, c)
	if err != nil {
		return err
	}
	kind, secret := people.PIN, b.PIN
	if secret == "" {
		kind, secret = people.Password, b.Password
	}
	if b.PIN != "" && b.Password != "" {
		return invalid("body", "want a PIN or a password, and not both")
	}
	if err := a.people.SetSecret(c.Request().Context(), asking(c), c.Param("name"), kind, secret); err != nil {
		return err
	}
	return c.NoContent(http.StatusNoContent)
}
