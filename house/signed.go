package house

import (
	"crypto/ed25519"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"croupier/ledger"
)

// ProposalFormat is the form of an exported proposal. What it holds or how it is
// signed cannot change without another number.
const ProposalFormat = "croupier-proposal/1"

// Why a signed file is refused.
var (
	ErrSigned    = errors.New("not a signed file")
	ErrFormat    = errors.New("a signed file of another format")
	ErrSigner    = errors.New("signed by a key that is not trusted")
	ErrSignature = errors.New("not what was signed")
)

// signed is the file: one JSON object.
type signed struct {
	Format    string         `json:"format"`
	Content   jsontext.Value `json:"content"`
	Signer    string         `json:"signer"`    // the public key, hex
	Signature string         `json:"signature"` // base64
}

// Sign returns the content, a JSON object, as a signed file of the format. The signature is
// Ed25519 (RFC 8032) over the format and the canonical content, each behind its
// length in eight bytes, so it means nothing elsewhere, and the file may be
// indented or its keys ordered otherwise. It fails with ErrSigned where the
// content is no such object, and on a key of another length.
func Sign(format string, key ed25519.PrivateKey, content []byte) ([]byte, error) {
	if len(key) != ed25519.PrivateKeySize {
		return nil, fmt.Errorf("a signing key of %d bytes, want %d", len(key), ed25519.PrivateKeySize)
	}
	canonical, err := signable(content)
	if err != nil {
		return nil, err
	}
	return json.Marshal(signed{
		Format:    format,
		Content:   canonical,
		Signer:    hex.EncodeToString(key[ed25519.PrivateKeySize-ed25519.PublicKeySize:]),
		Signature: base64.StdEncoding.EncodeToString(ed25519.Sign(key, signedMessage(format, canonical))),
	})
}

// Open returns the canonical content of a file of the format that one of the trusted
// keys signed, and that key. Keys are case-exact; one that is unknown or given twice
// is an error, and so is anything after the object. Errors are ErrSigned for
// what is no such file, ErrFormat, ErrSigner, and ErrSignature where anything
// that was signed is no longer what it was.
func Open(format string, trusted []ed25519.PublicKey, file []byte) ([]byte, ed25519.PublicKey, error) {
	f, err := readSigned(format, file)
	if err != nil {
		return nil, nil, err
	}
	signer := f.signer(trusted)
	if signer == nil {
		return nil, nil, fmt.Errorf("signed file: signer %.64q, want one of the %d keys trusted here: %w", f.Signer, len(trusted), ErrSigner)
	}
	canonical, err := signable(f.Content)
	if err != nil {
		return nil, nil, err
	}
	signature, err := base64.StdEncoding.Strict().DecodeString(f.Signature)
	if err != nil || !ed25519.Verify(signer, signedMessage(format, canonical), signature) {
		return nil, nil, fmt.Errorf("signed file: the signature is not that of %s over the content: %w", f.Signer, ErrSignature)
	}
	return canonical, signer, nil
}

// readSigned reads a file. One of another format is told first, since other
// keys may stand in it.
func readSigned(format string, file []byte) (signed, error) {
	var f signed
	err := json.Unmarshal(file, &f, json.RejectUnknownMembers(true))
	switch {
	case err != nil && (f.Format == "" || f.Format == format):
		return f, fmt.Errorf("%w: %w", ErrSigned, err)
	case f.Format != format:
		return f, fmt.Errorf("signed file: format %.40q, want %s: %w", f.Format, format, ErrFormat)
	}
	return f, nil
}

// signer returns the trusted key the file names, or nil.
func (f *signed) signer(trusted []ed25519.PublicKey) ed25519.PublicKey {
	for _, key := range trusted {
		if len(key) == ed25519.PublicKeySize && hex.EncodeToString(key) == f.Signer {
			return key
		}
	}
	return nil
}

// signable brings content to the form that is signed. A key given twice is
// refused first, of which the canonical form would keep the last.
func signable(content []byte) ([]byte, error) {
	var v jsontext.Value
	err := json.Unmarshal(content, &v)
	if err == nil && v.Kind() != jsontext.KindBeginObject {
		err = errors.New("want a JSON object")
	}
	if err == nil {
		v, err = ledger.Canonical(v)
	}
	if err != nil {
		return nil, fmt.Errorf("%w: content: %w", ErrSigned, err)
	}
	return v, nil
}

func signedMessage(format string, canonical []byte) []byte {
	var b []byte
	for _, field := range [][]byte{[]byte(format), canonical} {
		b = append(binary.BigEndian.AppendUint64(b, uint64(len(field))), field...)
	}
	return b
}
