// Package words says what the house has to say in the languages of its people:
// English, Korean and Russian. It knows which words, not when they are said.
package words

import (
	"embed"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"github.com/nicksnyder/go-i18n/v2/i18n/template"
	"github.com/shopspring/decimal"
	"golang.org/x/text/language"
)

// A Language is one of those the house speaks, by its ISO 639-1 code.
type Language string

// The languages.
const (
	English Language = "en"
	Korean  Language = "ko"
	Russian Language = "ru"
)

// Languages are all the languages, that of last resort first.
func Languages() []Language { return []Language{English, Korean, Russian} }

// ErrLanguage reports a language the house does not speak.
var ErrLanguage = errors.New("not a language of the house")

// Parse reads the code of a language; none is English. It fails with ErrLanguage.
func Parse(code string) (Language, error) {
	if code == "" {
		return English, nil
	}
	if l := Language(code); slices.Contains(Languages(), l) {
		return l, nil
	}
	return "", fmt.Errorf("%.20q, want en, ko or ru: %w", code, ErrLanguage)
}

// Words say things in one language. They may be used at once.
type Words struct {
	language Language
	of       *i18n.Localizer
}

// Args fill the blanks of a message, by name. Amounts of money are put into the
// language's form; what is called n counts, and chooses between one, few and many.
type Args map[string]any

// In returns the words of the language, which must be one of Languages.
func In(l Language) *Words { return &Words{l, i18n.NewLocalizer(messages, string(l), string(English))} }

// Language is the language they are of.
func (w *Words) Language() Language { return w.language }

// Say returns the message of the key with its blanks filled in, in English where
// the language lacks it. A key nobody knows, or a blank left open, which are
// faults of the program that the tests look for, is said as the key itself.
func (w *Words) Say(key string, args Args) string {
	if text, ok := w.say(key, args); ok {
		return text
	}
	return key
}

// Name returns what the thing is called: the message group.thing, or the thing as
// it is where no language has a word for it, which is so for what the house
// names itself.
func (w *Words) Name(group, thing string) string {
	if text, ok := w.say(group+"."+thing, nil); ok {
		return text
	}
	return thing
}

var strict = &template.TextParser{Option: "missingkey=error"}

func (w *Words) say(key string, args Args) (string, bool) {
	filled := make(map[string]any, len(args))
	for name, v := range args {
		if d, ok := v.(decimal.Decimal); ok {
			v = w.Amount(d)
		}
		filled[name] = v
	}
	text, err := w.of.Localize(&i18n.LocalizeConfig{
		MessageID: key, TemplateData: filled, PluralCount: args["n"], TemplateParser: strict,
	})
	var elsewhere *i18n.MessageNotFoundErr // said in English, or not at all
	return text, text != "" && (err == nil || errors.As(err, &elsewhere))
}

//go:embed messages/*.json
var files embed.FS

// messages are part of the program, so one that cannot be read is a fault of the
// program. A language has a file for each area, as station.ko.json, and one for what
// all say, as ko.json.
var messages, tables = func() (*i18n.Bundle, map[Language]map[string]any) {
	b, all := i18n.NewBundle(language.English), map[Language]map[string]any{}
	list, err := files.ReadDir("messages")
	if err != nil {
		panic(err)
	}
	for _, f := range list {
		name := path.Join("messages", f.Name())
		text, err := files.ReadFile(name)
		if err != nil {
			panic(err)
		}
		read, err := b.ParseMessageFileBytes(text, name)
		if err != nil {
			panic(err)
		}
		l := Language(read.Tag.String())
		if all[l] == nil {
			all[l] = map[string]any{}
		}
		for _, m := range read.Messages {
			all[l][m.ID] = forms(m)
		}
	}
	return b, all
}()

// forms is the text of a message, or its texts by plural form.
func forms(m *i18n.Message) any {
	by := map[string]string{"one": m.One, "few": m.Few, "many": m.Many, "other": m.Other}
	maps.DeleteFunc(by, func(_, text string) bool { return text == "" })
	if len(by) == 1 {
		return m.Other
	}
	return by
}

// Table is the messages whose keys begin with one of the groups, as they are written:
// a text, or texts by plural form, with blanks as {{.name}}. It is for what speaks
// beyond this program, as a script of a page does.
func (w *Words) Table(groups ...string) map[string]any {
	found := map[string]any{}
	for key, message := range tables[w.language] {
		if group, _, _ := strings.Cut(key, "."); slices.Contains(groups, group) {
			found[key] = message
		}
	}
	return found
}
