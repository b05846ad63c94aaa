package kb

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/fxamacker/cbor/v2"
)

// Encode writes the compiled form; the same base gives the same bytes.
func Encode(b *Base) ([]byte, error) {
	mode, err := cbor.CoreDetEncOptions().EncMode()
	if err != nil {
		return nil, err
	}
	data, err := mode.Marshal(b)
	if err != nil {
		return nil, fmt.Errorf("encoding the knowledge base: %w", err)
	}
	return data, nil
}

// Decode reads the compiled form, which comes with the program and is trusted, and
// builds the lookups.
func Decode(data []byte) (*Base, error) {
	opt := cbor.DecOptions{
		MaxArrayElements: 1 << 22,
		MaxMapPairs:      1 << 20,
		MaxNestedLevels:  4 * maxDepth,
		UTF8:             cbor.UTF8DecodeInvalid, // written by Encode from checked YAML
	}
	mode, err := opt.DecMode()
	if err != nil {
		return nil, err
	}
	b := &Base{}
	if err := mode.Unmarshal(data, b); err != nil {
		return nil, fmt.Errorf("decoding the knowledge base: %w", err)
	}
	b.Index()
	return b, nil
}

// setEdition names the base by the hash of everything else in it.
func (b *Base) setEdition() error {
	b.Edition = ""
	data, err := Encode(b)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(data)
	b.Edition = hex.EncodeToString(sum[:])
	return nil
}
