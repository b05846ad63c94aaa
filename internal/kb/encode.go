package kb

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/fxamacker/cbor/v2"
	"github.com/klauspost/compress/zstd"
)

// Encode writes the compiled form, CBOR under zstd; the same base gives the same bytes.
// It is compressed because the file is kept in the repository and changes with every edition.
func Encode(b *Base) ([]byte, error) { return encode(b) }

// EncodeTranslation writes a translation as Encode does a base.
func EncodeTranslation(t *Translation) ([]byte, error) { return encode(t) }

func encode(v any) ([]byte, error) {
	plain, err := marshal(v)
	if err != nil {
		return nil, err
	}
	w, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithEncoderConcurrency(1))
	if err != nil {
		return nil, fmt.Errorf("compressing the knowledge base: %w", err)
	}
	return w.EncodeAll(plain, nil), nil
}

func marshal(v any) ([]byte, error) {
	mode, err := cbor.CoreDetEncOptions().EncMode()
	if err != nil {
		return nil, err
	}
	data, err := mode.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("encoding the knowledge base: %w", err)
	}
	return data, nil
}

// Decode reads the compiled form, which comes with the program and is trusted, and
// builds the lookups.
func Decode(data []byte) (*Base, error) {
	b := &Base{}
	if err := decode(data, b); err != nil {
		return nil, err
	}
	b.Index()
	return b, nil
}

// DecodeTranslation reads what EncodeTranslation wrote.
func DecodeTranslation(data []byte) (*Translation, error) {
	t := &Translation{}
	if err := decode(data, t); err != nil {
		return nil, err
	}
	return t, nil
}

func decode(data []byte, v any) error {
	r, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
	if err != nil {
		return fmt.Errorf("decompressing the knowledge base: %w", err)
	}
	defer r.Close()
	plain, err := r.DecodeAll(data, nil)
	if err != nil {
		return fmt.Errorf("decompressing the knowledge base: %w", err)
	}
	opt := cbor.DecOptions{
		MaxArrayElements: 1 << 22,
		MaxMapPairs:      1 << 20,
		MaxNestedLevels:  4 * maxDepth,
		UTF8:             cbor.UTF8DecodeInvalid, // written by Encode from checked YAML
	}
	mode, err := opt.DecMode()
	if err != nil {
		return err
	}
	if err := mode.Unmarshal(plain, v); err != nil {
		return fmt.Errorf("decoding the knowledge base: %w", err)
	}
	return nil
}

// setEdition names the base by the hash of everything else in it.
func (b *Base) setEdition() error {
	b.Edition = ""
	data, err := marshal(b)
	if err != nil {
		return err
	}
	sum := sha256.Sum256(data)
	b.Edition = hex.EncodeToString(sum[:])
	return nil
}
