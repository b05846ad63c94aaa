package consult_test

import (
	"bytes"
	"encoding/json"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"anamnesis/internal/consult"
)

// TestCodec fills every field of a record by chance: one that the stored form forgets comes back empty.
func TestCodec(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := &consult.Record{}
		fill(t, reflect.ValueOf(r).Elem())
		r.V = 2
		b, err := r.Encode()
		if err != nil {
			t.Fatal(err)
		}
		got, err := consult.Decode(b)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(r, got); d != "" {
			t.Fatalf("the record changes in the store (-want +got):\n%s", d)
		}
		for n := range b {
			if _, err := consult.Decode(b[:n]); err == nil {
				t.Fatalf("%d of %d bytes were taken for a record", n, len(b))
			}
		}
		if _, err := consult.Decode(append(bytes.Clone(b), 0)); err == nil {
			t.Fatal("a record with something after it was taken")
		}
		r.V = 1
		old, _ := json.Marshal(r)
		r.V = 2
		if got, err = consult.Decode(old); err != nil || !cmp.Equal(r.Done, got.Done) || !cmp.Equal(r.Open, got.Open) {
			t.Fatalf("a record of version 1 is not read: %v", err)
		}
	})
}

// fill sets a value and all in it. Lists are never empty, so that none is nil on one side and empty on the other.
func fill(t *rapid.T, v reflect.Value) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(rapid.String().Draw(t, "text"))
	case reflect.Int:
		v.SetInt(int64(rapid.Int().Draw(t, "number")))
	case reflect.Float64:
		v.SetFloat(rapid.Float64().Draw(t, "float"))
	case reflect.Bool:
		v.SetBool(rapid.Bool().Draw(t, "flag"))
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(t, v.Elem())
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), rapid.IntRange(1, 3).Draw(t, "length"), 3))
		for i := range v.Len() {
			fill(t, v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			fill(t, v.Field(i))
		}
	default:
		t.Fatalf("the test cannot fill a %s", v.Kind())
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte(`{"v":1}`))
	f.Add([]byte{2, 0, 0})
	f.Fuzz(func(t *testing.T, b []byte) {
		r, err := consult.Decode(b)
		if err != nil || b[0] == '{' {
			return
		}
		again, err := r.Encode()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := consult.Decode(again); err != nil {
			t.Fatal(err)
		}
	})
}
