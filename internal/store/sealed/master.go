package sealed

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
)

// keySize is the length of master and data keys, in bytes: AES-256.
const keySize = 32

// masterLabel parts the hash that names a master key from every other.
const masterLabel = "anamnesis master key v1\x00"

// Master is the master keys. The first wraps; all unwrap. The zero value has none.
type Master struct{ keys []masterKey }

type masterKey struct {
	id   [4]byte // begins the hash of the key
	aead cipher.AEAD
}

// NewMasterKey draws a master key: 32 random bytes in base64.
func NewMasterKey() string {
	key := make([]byte, keySize)
	_, _ = rand.Read(key) // never fails, says crypto/rand
	return base64.StdEncoding.EncodeToString(key)
}

// ParseMaster reads master keys, each 32 bytes in base64, one a line or parted by commas. Lines that begin with # are
// comments. Errors do not repeat what they read.
func ParseMaster(text string) (*Master, error) {
	m := &Master{}
	for n, enc := range masterTexts(text) {
		key, err := base64.StdEncoding.DecodeString(enc)
		if err != nil || len(key) != keySize {
			return nil, fmt.Errorf("encryption key %d: want %d bytes in base64", n+1, keySize)
		}
		k, err := newMasterKey(key)
		if err != nil {
			return nil, err
		}
		m.keys = append(m.keys, k)
	}
	if len(m.keys) == 0 {
		return nil, errors.New("encryption keys: there is none")
	}
	return m, nil
}

// masterTexts parts the keys of a text.
func masterTexts(text string) (keys []string) {
	for line := range strings.Lines(text) {
		if strings.HasPrefix(strings.TrimSpace(line), "#") {
			continue
		}
		for key := range strings.SplitSeq(line, ",") {
			if key = strings.TrimSpace(key); key != "" {
				keys = append(keys, key)
			}
		}
	}
	return keys
}

func newMasterKey(key []byte) (masterKey, error) {
	aead, err := newAEAD(key)
	sum := sha256.Sum256(append([]byte(masterLabel), key...))
	return masterKey{id: [4]byte(sum[:4]), aead: aead}, err
}

func newAEAD(key []byte) (cipher.AEAD, error) {
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	return cipher.NewGCM(block)
}

// IDs names the keys, the wrapping one first: 8 hexadecimal digits that tell nothing of the key.
func (m *Master) IDs() []string {
	var ids []string
	for _, k := range m.keys {
		ids = append(ids, hex.EncodeToString(k.id[:]))
	}
	return ids
}

func (m *Master) empty() bool { return m == nil || len(m.keys) == 0 }

// wrap gives the form of a data key that is kept: the master key's id, a nonce, and the sealed key.
func (m *Master) wrap(id string, key []byte) []byte {
	k := m.keys[0]
	out := make([]byte, len(k.id)+k.aead.NonceSize(), 64)
	copy(out, k.id[:])
	nonce := out[len(k.id):]
	_, _ = rand.Read(nonce)
	return k.aead.Seal(out, nonce, key, wrapped(id))
}

// unwrap fails with ErrNoKey where the master key is not here, and with ErrDamaged where the key does not open.
func (m *Master) unwrap(id string, b []byte) ([]byte, error) {
	const head = 4
	if len(b) < head {
		return nil, ErrDamaged
	}
	if m != nil {
		for _, k := range m.keys {
			size := k.aead.NonceSize()
			if k.id != [head]byte(b[:head]) || len(b) < head+size {
				continue
			}
			key, err := k.aead.Open(nil, b[head:head+size], b[head+size:], wrapped(id))
			if err != nil || len(key) != keySize {
				return nil, ErrDamaged
			}
			return key, nil
		}
	}
	return nil, fmt.Errorf("%w: master key %s", ErrNoKey, hex.EncodeToString(b[:head]))
}

// first reports whether a data key is wrapped with the first master key.
func (m *Master) first(b []byte) bool { return len(b) >= 4 && m.keys[0].id == [4]byte(b[:4]) }

func wrapped(id string) []byte { return []byte("anamnesis data key\x00" + id) }
