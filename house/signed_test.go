package house_test

import (
	"bytes"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"croupier/house"
)

// signingKey is a key whose seed is the byte, 32 times.
func signingKey(b byte) ed25519.PrivateKey {
	return ed25519.NewKeyFromSeed(bytes.Repeat([]byte{b}, ed25519.SeedSize))
}

func publicKey(b byte) ed25519.PublicKey { return signingKey(b).Public().(ed25519.PublicKey) }

// golden returns the file the key of 7 signed, which never changes.
func golden(t testing.TB) []byte {
	t.Helper()
	file, err := os.ReadFile("testdata/signed.json")
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// parts are a signed file as any program would read it.
type parts struct {
	Format    string         `json:"format"`
	Content   jsontext.Value `json:"content"`
	Signer    string         `json:"signer"`
	Signature []byte         `json:"signature"`
}

func partsOf(t *testing.T, file []byte) parts {
	t.Helper()
	var p parts
	if err := json.Unmarshal(file, &p); err != nil {
		t.Fatal(err)
	}
	return p
}

func TestSignedFileNeverChanges(t *testing.T) {
	t.Parallel()
	trips := shipped(t, "trips-2")
	content := fmt.Appendf(nil, `{"table": "UTH 7 <한국>", "limits": {"trips": {"max": "50.00"}}, "seats": 7.0, "paytables": {"trips": %s}}`, trips.Format())
	file, err := house.Sign(house.ProposalFormat, signingKey(7), content)
	if err != nil {
		t.Fatal(err)
	}
	if want := golden(t); !bytes.Equal(file, want) {
		t.Errorf("signed\n%s\nwant\n%s", file, want)
	}
	got, signer, err := house.Open(house.ProposalFormat, []ed25519.PublicKey{publicKey(6), publicKey(7)}, file)
	if err != nil || !signer.Equal(publicKey(7)) {
		t.Fatalf("signer %x, %v", signer, err)
	}
	if want := partsOf(t, file).Content; !bytes.Equal(got, want) {
		t.Errorf("content\n%s\nwant\n%s", got, want)
	}
}

// TestWhatIsSigned puts the message together as Sign's comment has it.
func TestWhatIsSigned(t *testing.T) {
	t.Parallel()
	p := partsOf(t, golden(t))
	message := []byte("\x00\x00\x00\x00\x00\x00\x00\x13croupier-proposal/1")
	message = append(binary.BigEndian.AppendUint64(message, uint64(len(p.Content))), p.Content...)
	if !ed25519.Verify(publicKey(7), message, p.Signature) {
		t.Error("the signature is not over the format and the content")
	}
}

// TestSpelledOtherwise: blanks, the order of keys and escapes are not signed.
func TestSpelledOtherwise(t *testing.T) {
	t.Parallel()
	p := partsOf(t, golden(t))
	indented := jsontext.Value(golden(t))
	if err := indented.Indent(); err != nil {
		t.Fatal(err)
	}
	ascii := bytes.ReplaceAll(golden(t), []byte("한"), []byte(`\ud55c`))
	ascii = bytes.Replace(ascii, []byte(`"seats":7`), []byte(`"seats":7.00`), 1)
	turned := fmt.Appendf(nil, `{"signature":%q,"signer":%q,"content":%s,"format":%q}`,
		base64.StdEncoding.EncodeToString(p.Signature), p.Signer, p.Content, p.Format)
	for name, file := range map[string][]byte{"indented": indented, "in ASCII": ascii, "turned": turned, "with a newline": append(golden(t), '\n')} {
		if bytes.Equal(file, golden(t)) {
			t.Errorf("%s: nothing is spelled otherwise", name)
		}
		got, _, err := house.Open(house.ProposalFormat, []ed25519.PublicKey{publicKey(7)}, file)
		if err != nil || !bytes.Equal(got, p.Content) {
			t.Errorf("%s: %s, %v", name, got, err)
		}
	}
}

var whySigned = []error{house.ErrSigned, house.ErrFormat, house.ErrSigner, house.ErrSignature}

func TestEveryBitCounts(t *testing.T) {
	t.Parallel()
	trusted := []ed25519.PublicKey{publicKey(7)}
	file := golden(t)
	for i := range file {
		for bit := range 8 {
			file[i] ^= 1 << bit
			_, _, err := house.Open(house.ProposalFormat, trusted, file)
			if !slices.ContainsFunc(whySigned, func(why error) bool { return errors.Is(err, why) }) {
				t.Errorf("byte %d, bit %d, %s: %v", i, bit, file[max(0, i-5):min(len(file), i+5)], err)
			}
			file[i] ^= 1 << bit
		}
	}
}

func TestSignedFilesThatAreRefused(t *testing.T) {
	t.Parallel()
	file := string(golden(t))
	p := partsOf(t, golden(t))
	signature := base64.StdEncoding.EncodeToString(p.Signature)
	replaced := func(old, with string) string {
		if strings.Count(file, old) != 1 {
			t.Fatalf("%q stands %d times in the file", old, strings.Count(file, old))
		}
		return strings.Replace(file, old, with, 1)
	}
	resigned := func(key byte, message []byte) string {
		return replaced(signature, base64.StdEncoding.EncodeToString(ed25519.Sign(signingKey(key), message)))
	}
	for _, c := range []struct {
		name, file string
		is         error
		says       string
	}{
		{"nothing", "", house.ErrSigned, ""},
		{"no JSON", "signed", house.ErrSigned, ""},
		{"no object", `[1]`, house.ErrSigned, ""},
		{"null", `null`, house.ErrFormat, "want croupier-proposal/1"},
		{"no key at all", `{}`, house.ErrFormat, "want croupier-proposal/1"},
		{"cut short", file[:len(file)-1], house.ErrSigned, ""},
		{"something after it", file + "x", house.ErrSigned, ""},
		{"a file after it", file + file, house.ErrSigned, ""},
		{"unknown key", file[:len(file)-1] + `,"note":"x"}`, json.ErrUnknownName, "note"},
		{"unknown key is no file", file[:len(file)-1] + `,"note":"x"}`, house.ErrSigned, ""},
		{"key in another case", replaced(`"signer"`, `"Signer"`), json.ErrUnknownName, "Signer"},
		{"key given twice", file[:len(file)-1] + `,"format":"croupier-proposal/1"}`, jsontext.ErrDuplicateName, "format"},
		{"key of the content given twice", replaced(`"seats":7`, `"seats":8,"seats":7`), jsontext.ErrDuplicateName, "seats"},
		{"the same, escaped", replaced(`"seats":7`, `"\u0073eats":8,"seats":7`), jsontext.ErrDuplicateName, "seats"},
		{"not UTF-8", replaced("한", "\xff\xfe"), house.ErrSigned, "UTF-8"},
		{"half a surrogate", replaced("한", `\ud800`), house.ErrSigned, "surrogate"},
		{"zero character", replaced("한", `\u0000`), house.ErrSigned, "content"},
		{"content of no object", replaced(string(p.Content), `"x"`), house.ErrSigned, "want a JSON object"},
		{"no content", replaced(`"content":`+string(p.Content)+`,`, ""), house.ErrSigned, "content"},
		{"another format", replaced("croupier-proposal/1", "croupier-proposal/2"), house.ErrFormat, "croupier-proposal/2"},
		{"a later format with more keys", strings.Replace(file[:len(file)-1]+`,"note":"x"}`, "proposal/1", "proposal/2", 1), house.ErrFormat, "want croupier-proposal/1"},
		{"format of another type", replaced(`"croupier-proposal/1"`, `1`), house.ErrSigned, ""},
		{"signer nobody trusts", replaced(p.Signer, fmt.Sprintf("%x", publicKey(8))), house.ErrSigner, fmt.Sprintf("%x", publicKey(8))},
		{"signer in capitals", replaced(p.Signer, strings.ToUpper(p.Signer)), house.ErrSigner, ""},
		{"signer of no key", replaced(p.Signer, ""), house.ErrSigner, "one of the 3 keys"},
		{"signer of a key cut short", replaced(p.Signer, p.Signer[:62]), house.ErrSigner, ""},
		{"signer another trusted key", replaced(p.Signer, fmt.Sprintf("%x", publicKey(9))), house.ErrSignature, ""},
		{"signed by another key", resigned(9, p.Content), house.ErrSignature, ""},
		{"the content alone signed", resigned(7, p.Content), house.ErrSignature, ""},
		{"no lengths signed", resigned(7, append([]byte(p.Format), p.Content...)), house.ErrSignature, ""},
		{"no signature", replaced(signature, ""), house.ErrSignature, ""},
		{"signature cut short", replaced(signature, base64.StdEncoding.EncodeToString(p.Signature[:63])), house.ErrSignature, ""},
		{"signature with bits behind its end", replaced(signature, signature[:85]+string(signature[85]+1)+"=="), house.ErrSignature, ""},
		{"a full house at 9", replaced(`"full house":"8"`, `"full house":"9"`), house.ErrSignature, ""},
		{"one more row", replaced(`"full house":"8"`, `"full house":"8","high card":"1"`), house.ErrSignature, ""},
	} {
		trusted := []ed25519.PublicKey{publicKey(7)[:31], publicKey(9), publicKey(7)}
		content, signer, err := house.Open(house.ProposalFormat, trusted, []byte(c.file))
		if !errors.Is(err, c.is) || content != nil || signer != nil {
			t.Errorf("%s: %s, %x, %v, want %v", c.name, content, signer, err, c.is)
		} else if !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want %q in it", c.name, err, c.says)
		}
	}
}

func TestNobodyIsTrusted(t *testing.T) {
	t.Parallel()
	if _, _, err := house.Open(house.ProposalFormat, nil, golden(t)); !errors.Is(err, house.ErrSigner) {
		t.Errorf("%v, want ErrSigner", err)
	}
}

func TestWhatCannotBeSigned(t *testing.T) {
	t.Parallel()
	for _, content := range []string{``, `null`, `[]`, `"x"`, `{"a":1,"a":1}`, `{"a":{"b":1,"b":2}}`, `{} {}`, `{"a":"\u0000"}`, "{\"a\":\"\xff\"}", `{"a":1e99}`} {
		if file, err := house.Sign(house.ProposalFormat, signingKey(7), []byte(content)); !errors.Is(err, house.ErrSigned) || file != nil {
			t.Errorf("%s: %s, %v, want ErrSigned", content, file, err)
		}
	}
	for _, key := range []ed25519.PrivateKey{nil, signingKey(7)[:32]} {
		if file, err := house.Sign(house.ProposalFormat, key, []byte(`{}`)); err == nil || file != nil {
			t.Errorf("a key of %d bytes signed %s", len(key), file)
		}
	}
}

// FuzzOpen holds that what opens is what was signed, however it is spelled.
func FuzzOpen(f *testing.F) {
	trusted := []ed25519.PublicKey{publicKey(7)}
	files := [][]byte{golden(f)}
	for _, content := range []string{`{}`, `{"a":"\u001f\u2028<","b":[1.5,null,{"c":"한"}]}`} {
		file, err := house.Sign(house.ProposalFormat, signingKey(7), []byte(content))
		if err != nil {
			f.Fatal(err)
		}
		files = append(files, file)
	}
	contents := map[string]bool{}
	for _, file := range files {
		content, _, err := house.Open(house.ProposalFormat, trusted, file)
		if err != nil {
			f.Fatal(err)
		}
		contents[string(content)] = true
		f.Add(file)
	}
	f.Add([]byte(`{"format":"croupier-proposal/1","content":{},"signer":"","signature":""}`))
	f.Fuzz(func(t *testing.T, file []byte) {
		content, signer, err := house.Open(house.ProposalFormat, trusted, file)
		switch {
		case err != nil && (content != nil || signer != nil):
			t.Errorf("%s of %x, and %v", content, signer, err)
		case err == nil && (!contents[string(content)] || !signer.Equal(publicKey(7))):
			t.Errorf("%s was never signed by %x", content, signer)
		}
	})
}
