package ledger

import (
	"crypto/ed25519"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"golang.org/x/mod/sumdb/note"
)

// A Checkpoint says where all chains of the book ended at a moment. Signed and kept
// outside the database it shows later what no database can tell of itself: the hash
// of a chain's last link commits to every page before it.
type Checkpoint struct {
	Signer ed25519.PublicKey // its origin: the key by which the house is known in all it signs
	At     time.Time         // UTC, whole seconds
	Ends   []ChainEnd        // by table, of each chain that has a page
}

// A ChainEnd is the last page of a chain.
type ChainEnd struct {
	Table     int64 // House is the house
	Seq       int64
	GamingDay time.Time // of the page, by which its link is found
	Hash      [32]byte  // of its link
}

// checkpointForm begins each checkpoint. What one says or how it is signed cannot change
// without another number. Nothing else that the key signs begins so.
const checkpointForm = "croupier-checkpoint/1"

// checkpointKey names the key in a signature line: the note's form wants a name.
const checkpointKey = "croupier"

// ErrCheckpoint reports what is not a checkpoint as it was signed.
var ErrCheckpoint = errors.New("not a checkpoint as it was signed")

// text is what is signed.
func (c *Checkpoint) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\nsigner %x\nat %s\n", checkpointForm, []byte(c.Signer), c.At.Format(time.RFC3339))
	for i := range c.Ends {
		e := &c.Ends[i]
		fmt.Fprintf(&b, "%d %d %s %x\n", e.Table, e.Seq, e.GamingDay.Format(dayForm), e.Hash)
	}
	return b.String()
}

// Sign makes the key the signer and returns the checkpoint as a signed note (package
// golang.org/x/mod/sumdb/note): a line for the form, one for the signer, one for the time,
// one a chain with table, seq, gaming day and hash, a blank one, and the signature.
func (c *Checkpoint) Sign(key ed25519.PrivateKey) ([]byte, error) {
	c.Signer = key.Public().(ed25519.PublicKey)
	v, err := noteVerifier(c.Signer)
	if err != nil {
		return nil, err
	}
	return note.Sign(&note.Note{Text: c.text()}, noteSigner{v, key})
}

// OpenCheckpoint reads a note that one of the trusted keys signed or, where none is
// given, the key it names. It fails with ErrCheckpoint.
func OpenCheckpoint(signed []byte, trusted ...ed25519.PublicKey) (*Checkpoint, error) {
	text, _, _ := strings.Cut(string(signed), "\n\n")
	c, err := parseCheckpoint(text)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCheckpoint, err)
	}
	if len(trusted) > 0 && !slices.ContainsFunc(trusted, func(k ed25519.PublicKey) bool { return k.Equal(c.Signer) }) {
		return nil, fmt.Errorf("%w: signed by %x, which is not trusted", ErrCheckpoint, []byte(c.Signer))
	}
	v, err := noteVerifier(c.Signer)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCheckpoint, err)
	}
	n, err := note.Open(signed, note.VerifierList(v))
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrCheckpoint, err)
	}
	// One spelling only: the note's form ignores unused bits, and signatures of others.
	sig, _ := base64.StdEncoding.DecodeString(n.Sigs[0].Base64)
	if string(signed) != c.text()+signatureLine(base64.StdEncoding.EncodeToString(sig)) {
		return nil, fmt.Errorf("%w: spelled otherwise", ErrCheckpoint)
	}
	return c, nil
}

// signatureLine is how a note ends.
func signatureLine(signature string) string { return "\n— " + checkpointKey + " " + signature + "\n" }

func parseCheckpoint(text string) (*Checkpoint, error) {
	lines := strings.Split(text, "\n")
	if len(lines) < 3 || lines[0] != checkpointForm {
		return nil, fmt.Errorf("want %s, a signer and a time", checkpointForm)
	}
	signer, err := hex.DecodeString(strings.TrimPrefix(lines[1], "signer "))
	if err != nil {
		return nil, fmt.Errorf("signer: %w", err)
	}
	c := Checkpoint{Signer: signer}
	if c.At, err = time.Parse(time.RFC3339, strings.TrimPrefix(lines[2], "at ")); err != nil {
		return nil, err
	}
	for _, line := range lines[3:] {
		e, err := parseEnd(line)
		if err != nil {
			return nil, fmt.Errorf("%.80q: %w", line, err)
		}
		c.Ends = append(c.Ends, e)
	}
	return &c, nil
}

func parseEnd(line string) (e ChainEnd, err error) {
	var day string
	var hash []byte
	if _, err = fmt.Sscanf(line, "%d %d %s %x", &e.Table, &e.Seq, &day, &hash); err != nil {
		return e, err
	}
	copy(e.Hash[:], hash)
	e.GamingDay, err = time.Parse(dayForm, day)
	return e, err
}

// A noteSigner signs notes with a key that is kept in no form of theirs.
type noteSigner struct {
	note.Verifier
	key ed25519.PrivateKey
}

// Sign implements note.Signer.
func (s noteSigner) Sign(msg []byte) ([]byte, error) { return ed25519.Sign(s.key, msg), nil }

func noteVerifier(key ed25519.PublicKey) (note.Verifier, error) {
	text, err := note.NewEd25519VerifierKey(checkpointKey, key)
	if err != nil {
		return nil, err
	}
	return note.NewVerifier(text)
}
