package people

import (
	"context"
	"fmt"

	"croupier/words"
)

// spoken refuses what is no language of the house; none is one.
func spoken(code string) error {
	if _, err := words.Parse(code); err != nil {
		return fmt.Errorf("language %w: %w", err, ErrForm)
	}
	return nil
}

// ChooseLanguage makes the language the one the person is spoken to in; none takes the
// choice back. It is a liking, not a control, so the book does not tell of it. It fails
// with ErrForm.
func (p *People) ChooseLanguage(ctx context.Context, name, language string) error {
	if err := spoken(language); err != nil {
		return err
	}
	if language == "" {
		_, err := p.desk.Pool.Exec(ctx, `DELETE FROM languages WHERE person = $1`, name)
		return err
	}
	_, err := p.desk.Pool.Exec(ctx, `
		INSERT INTO languages (person, language) VALUES ($1, $2)
		ON CONFLICT (person) DO UPDATE SET language = excluded.language`, name, language)
	return err
}
