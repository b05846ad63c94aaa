package redislimit

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"net"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/redis/go-redis/v9"
	lua "github.com/yuin/gopher-lua"
)

// world is a Redis of one hash and two sets that runs the script, under a clock and faults of the test's own.
type world struct {
	t       testing.TB
	now     time.Time
	state   *lua.LState
	script  *lua.LFunction
	hash    map[string]string
	members map[string]float64
	short   map[string]bool
	late    []func() // calls whose callers have given up, still on their way
}

func newWorld(t testing.TB, now time.Time) *world {
	w := &world{t: t, now: now, state: lua.NewState(lua.Options{SkipOpenLibs: true, CallStackSize: 32, RegistrySize: 1024})}
	t.Cleanup(w.state.Close)
	for _, open := range []lua.LGFunction{lua.OpenBase, lua.OpenString, lua.OpenMath} {
		w.state.Push(w.state.NewFunction(open))
		w.state.Call(0, 0)
	}
	fn, err := w.state.LoadString(takeSource)
	if err != nil {
		t.Fatal(err)
	}
	w.script = fn
	w.state.SetGlobal("redis", w.state.SetFuncs(w.state.NewTable(), map[string]lua.LGFunction{"call": w.call}))
	w.flush()
	return w
}

func (w *world) flush() {
	w.hash, w.members, w.short = map[string]string{}, map[string]float64{}, map[string]bool{}
}

// call is redis.call, for the commands that the script uses.
func (w *world) call(l *lua.LState) int {
	out := l.NewTable()
	switch name := l.CheckString(1); name {
	case "TIME":
		out.Append(lua.LString(strconv.FormatInt(w.now.Unix(), 10)))
		out.Append(lua.LString(strconv.Itoa(w.now.Nanosecond() / 1000)))
	case "HMGET":
		for i := 3; i <= l.GetTop(); i++ {
			if v, ok := w.hash[l.CheckString(i)]; ok {
				out.Append(lua.LString(v))
			} else {
				out.Append(lua.LFalse)
			}
		}
	case "HGETALL":
		for _, k := range slices.Sorted(maps.Keys(w.hash)) {
			out.Append(lua.LString(k))
			out.Append(lua.LString(w.hash[k]))
		}
	case "HSET":
		for i := 3; i < l.GetTop(); i += 2 {
			w.hash[l.CheckString(i)] = l.CheckString(i + 1)
		}
	case "DEL":
		clear(w.hash)
	case "PEXPIRE":
	default:
		w.t.Fatalf("the script calls %s", name)
	}
	l.Push(out)
	return 1
}

// take runs the script.
func (w *world) take(key string, args []any) []any {
	keys, argv := w.state.NewTable(), w.state.NewTable()
	keys.Append(lua.LString(key))
	for _, a := range args {
		argv.Append(lua.LString(fmt.Sprint(a)))
	}
	w.state.SetGlobal("KEYS", keys)
	w.state.SetGlobal("ARGV", argv)
	if err := w.state.CallByParam(lua.P{Fn: w.script, NRet: 1, Protect: true}); err != nil {
		w.t.Fatal(err)
	}
	table, _ := w.state.Get(-1).(*lua.LTable)
	w.state.Pop(1)
	var out []any
	table.ForEach(func(_, v lua.LValue) {
		if n, ok := v.(lua.LNumber); ok {
			out = append(out, int64(n))
		} else {
			out = append(out, v.String())
		}
	})
	return out
}

// link is the way of one replica to Redis; it is a hook of a client that never connects.
type link struct {
	*world
	random *rand.Rand
	cut    bool
	flaky  float64 // how often a call fails: half of these are done, at once or later
	fate   fate    // of every call
}

// fate is what becomes of a call.
type fate int

const (
	fine fate = iota
	refused
	unanswered // done, and its answer is lost
	delayed    // done when its caller has long gone on
)

var errCut = errors.New("cut")

func (l *link) DialHook(redis.DialHook) redis.DialHook {
	return func(context.Context, string, string) (net.Conn, error) { return nil, errCut }
}

func (l *link) ProcessHook(redis.ProcessHook) redis.ProcessHook {
	return func(_ context.Context, cmd redis.Cmder) error { return l.do(cmd) }
}

func (l *link) ProcessPipelineHook(redis.ProcessPipelineHook) redis.ProcessPipelineHook {
	return func(_ context.Context, all []redis.Cmder) error {
		for _, cmd := range all {
			if err := l.do(cmd); err != nil {
				return err
			}
		}
		return nil
	}
}

func (l *link) do(cmd redis.Cmder) error {
	f := l.fate
	switch {
	case l.cut:
		f = refused
	case l.random.Float64() < l.flaky:
		f = []fate{refused, refused, unanswered, delayed}[l.random.IntN(4)]
	}
	if f != fine {
		cmd.SetErr(errCut)
		switch f {
		case unanswered:
			l.run(cmd, func(any) {})
		case delayed:
			l.late = append(l.late, func() { l.run(cmd, func(any) {}) })
		}
		return errCut
	}
	l.run(cmd, func(v any) {
		switch c := cmd.(type) {
		case *redis.Cmd:
			c.SetVal(v)
		case *redis.TimeCmd:
			c.SetVal(v.(time.Time)) //nolint:errcheck,forcetypeassert // run says so
		case *redis.IntCmd:
			c.SetVal(v.(int64)) //nolint:errcheck,forcetypeassert // run says so
		case *redis.StringSliceCmd:
			c.SetVal(v.([]string)) //nolint:errcheck,forcetypeassert // run says so
		}
	})
	return nil
}

func (l *link) run(cmd redis.Cmder, answer func(any)) {
	args := cmd.Args()
	text := func(i int) string { return fmt.Sprint(args[i]) }
	switch strings.ToLower(cmd.Name()) {
	case "evalsha":
		answer(l.take(text(3), args[4:]))
	case "time":
		answer(l.now)
	case "zadd":
		_, known := l.members[text(3)]
		l.members[text(3)], _ = strconv.ParseFloat(text(2), 64)
		answer(map[bool]int64{false: 1}[known])
	case "zremrangebyscore":
		most, _ := strconv.ParseFloat(text(3), 64)
		maps.DeleteFunc(l.members, func(_ string, at float64) bool { return at <= most })
	case "zrem":
		delete(l.members, text(2))
	case "zcard":
		answer(int64(len(l.members)))
	case "smembers":
		answer(slices.Sorted(maps.Keys(l.short)))
	case "sadd":
		l.short[text(2)] = true
	case "pexpire":
	default:
		l.t.Fatalf("the limiter calls %s", cmd.Name())
	}
}
