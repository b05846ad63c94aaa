package kb

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"sync"

	"github.com/fxamacker/cbor/v2"
	"github.com/klauspost/compress/zstd"
)

// Encode writes the compiled form; the same base gives the same bytes. It is compressed because the file is kept in the
// repository and changes with every edition.
//
// Its parts are the conditions, the articles, and the rest, each CBOR under zstd behind its length as a uvarint, so that
// a service that starts can read them side by side.
func Encode(b *Base) ([]byte, error) {
	rest := *b
	rest.Conditions, rest.Articles = nil, nil
	var out []byte
	for _, part := range []any{b.Conditions, b.Articles, &rest} {
		data, err := encode(part)
		if err != nil {
			return nil, err
		}
		out = append(binary.AppendUvarint(out, uint64(len(data))), data...)
	}
	return out, nil
}

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
	var (
		b          = &Base{}
		conditions []Condition
		articles   []Article
		parts      = []any{&conditions, &articles, b}
		errs       = make([]error, len(parts))
		wg         sync.WaitGroup
	)
	for i, part := range parts {
		length, n := binary.Uvarint(data)
		if n <= 0 || length > uint64(len(data)-n) {
			errs[i] = errCut
			break
		}
		frame := data[n : n+int(length)]
		data = data[n+int(length):]
		wg.Go(func() { errs[i] = decode(frame, part) })
	}
	wg.Wait()
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	b.Conditions, b.Articles = conditions, articles
	b.Index()
	return b, nil
}

// errCut says that a compiled base ends too early, or is of another program's time.
var errCut = errors.New("the compiled knowledge base is not whole: make it again (anamnesis kb build)")

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
