package auth

import (
	"crypto/sha256"
	"fmt"
	"testing"
)

func TestCacheIsBoundedAndKeepsWhatIsUsed(t *testing.T) {
	c := newCache[int](1024)
	used := sha256.Sum256([]byte("used"))
	c.put(used, -1)
	for i := range 20_000 {
		c.put(sha256.Sum256(fmt.Append(nil, i)), i)
		if v, ok := c.get(used); !ok || v != -1 {
			t.Fatalf("forgotten after %d others", i)
		}
	}
	if n := c.len(); n > 1024 || n < 512 {
		t.Errorf("%d values, want 512 to 1024", n)
	}
	c.remove(used)
	if _, ok := c.get(used); ok {
		t.Error("still there after remove")
	}
	c.clear()
	if n := c.len(); n != 0 {
		t.Errorf("%d values after clear", n)
	}
}
