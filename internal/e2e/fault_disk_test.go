package e2e

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	fusefs "github.com/hanwen/go-fuse/v2/fs"
	"github.com/hanwen/go-fuse/v2/fuse"
)

// diskEnv makes the test binary serve a disk on the folder that it names, filled from the folder that diskImageEnv
// names, and do what it reads from stdin. It is a process of its own, because one that waits for its own disk hangs.
const (
	diskEnv      = "ANAMNESIS_E2E_DISK"
	diskImageEnv = "ANAMNESIS_E2E_DISK_IMAGE"
)

// platter is a disk of one folder in memory. What was written and not synced is lost when the power goes, or some of it
// is; so are names that came or went since their folder was synced.
type platter struct {
	fusefs.Inode

	mu      sync.Mutex
	files   map[string]*diskFile
	durable map[string]*diskFile // the names that outlast the power
	room    int64                // bytes of all files together; 0 is no end of it
	broken  syscall.Errno        // what every change fails with; 0 lets it pass
}

// diskFile is a file: as it is read, as it outlasts the power, and the changes between the two.
type diskFile struct {
	fusefs.Inode
	disk    *platter
	mode    uint32
	data    []byte
	synced  []byte
	pending []diskWrite
}

// diskWrite is bytes at an offset, or a new size where there are no bytes.
type diskWrite struct {
	at    int64
	bytes []byte
}

func (w diskWrite) apply(data []byte) []byte {
	end := w.at + int64(len(w.bytes))
	if int64(len(data)) < end {
		data = append(data, make([]byte, end-int64(len(data)))...)
	}
	if w.bytes == nil {
		return data[:w.at]
	}
	copy(data[w.at:], w.bytes)
	return data
}

func (p *platter) file(mode uint32) *diskFile { return &diskFile{disk: p, mode: mode} }

func (p *platter) node(ctx context.Context, f *diskFile, out *fuse.EntryOut) *fusefs.Inode {
	out.Mode, out.Size = f.mode, uint64(len(f.data))
	return p.NewInode(ctx, f, fusefs.StableAttr{Mode: fuse.S_IFREG})
}

func (p *platter) Create(ctx context.Context, name string, _, mode uint32, out *fuse.EntryOut) (*fusefs.Inode, fusefs.FileHandle, uint32, syscall.Errno) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.broken != 0 {
		return nil, nil, 0, p.broken
	}
	f := p.file(mode & 0o777)
	p.files[name] = f
	return p.node(ctx, f, out), nil, 0, 0
}

func (p *platter) Unlink(_ context.Context, name string) syscall.Errno {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.files, name)
	return p.broken
}

// Fsync of the folder.
func (p *platter) Fsync(context.Context, fusefs.FileHandle, uint32) syscall.Errno {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.broken != 0 {
		return p.broken
	}
	p.durable = map[string]*diskFile{}
	for name, f := range p.files {
		p.durable[name] = f
	}
	return 0
}

func (f *diskFile) Open(_ context.Context, flags uint32) (fusefs.FileHandle, uint32, syscall.Errno) {
	f.disk.mu.Lock()
	defer f.disk.mu.Unlock()
	if flags&syscall.O_ACCMODE != syscall.O_RDONLY {
		return nil, 0, f.disk.broken
	}
	return nil, 0, 0
}

func (f *diskFile) Read(_ context.Context, _ fusefs.FileHandle, dest []byte, off int64) (fuse.ReadResult, syscall.Errno) {
	f.disk.mu.Lock()
	defer f.disk.mu.Unlock()
	off = min(off, int64(len(f.data)))
	n := copy(dest, f.data[off:])
	return fuse.ReadResultData(dest[:n]), 0
}

func (f *diskFile) Write(_ context.Context, _ fusefs.FileHandle, data []byte, off int64) (uint32, syscall.Errno) {
	return uint32(len(data)), f.change(diskWrite{off, append([]byte{}, data...)})
}

func (f *diskFile) change(w diskWrite) syscall.Errno {
	f.disk.mu.Lock()
	defer f.disk.mu.Unlock()
	if f.disk.broken != 0 {
		return f.disk.broken
	}
	if more := w.at + int64(len(w.bytes)) - int64(len(f.data)); more > 0 && f.disk.room > 0 && f.disk.used()+more > f.disk.room {
		return syscall.ENOSPC
	}
	f.data, f.pending = w.apply(f.data), append(f.pending, w)
	return 0
}

func (p *platter) used() (n int64) {
	for _, f := range p.files {
		n += int64(len(f.data))
	}
	return n
}

func (f *diskFile) Fsync(context.Context, fusefs.FileHandle, uint32) syscall.Errno {
	f.disk.mu.Lock()
	defer f.disk.mu.Unlock()
	if f.disk.broken != 0 {
		return f.disk.broken
	}
	for _, w := range f.pending {
		f.synced = w.apply(f.synced)
	}
	f.pending = nil
	return 0
}

func (f *diskFile) Getattr(_ context.Context, _ fusefs.FileHandle, out *fuse.AttrOut) syscall.Errno {
	f.disk.mu.Lock()
	defer f.disk.mu.Unlock()
	out.Mode, out.Size = f.mode, uint64(len(f.data))
	return 0
}

func (f *diskFile) Setattr(ctx context.Context, h fusefs.FileHandle, in *fuse.SetAttrIn, out *fuse.AttrOut) syscall.Errno {
	if size, ok := in.GetSize(); ok {
		if err := f.change(diskWrite{at: int64(size)}); err != 0 {
			return err
		}
	}
	if mode, ok := in.GetMode(); ok {
		f.mode = mode & 0o777
	}
	return f.Getattr(ctx, h, out)
}

// cut writes what outlasts the power to a folder: of each change that was not synced, sector by sector, the given part.
func (p *platter) cut(dir string, seed uint64, keep float64) error {
	const sector = 512
	p.mu.Lock()
	defer p.mu.Unlock()
	r := rand.New(rand.NewPCG(seed, 0))
	names := p.durable
	if r.Float64() < keep {
		names = p.files
	}
	for name, f := range names {
		data := f.synced
		for _, w := range f.pending {
			if w.bytes == nil && r.Float64() < keep {
				data = w.apply(data)
			}
			for at := 0; at < len(w.bytes); at += sector {
				if r.Float64() < keep {
					data = diskWrite{w.at + int64(at), w.bytes[at:min(at+sector, len(w.bytes))]}.apply(data)
				}
			}
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, fs.FileMode(f.mode)); err != nil {
			return err
		}
	}
	return nil
}

// serveDisk mounts a disk and obeys.
func serveDisk(dir, image string) error {
	p := &platter{files: map[string]*diskFile{}, durable: map[string]*diskFile{}}
	var filled error
	server, err := fusefs.Mount(dir, p, &fusefs.Options{
		MountOptions: fuse.MountOptions{FsName: "anamnesis-test", DirectMount: true},
		OnAdd:        func(ctx context.Context) { filled = p.fill(ctx, image) },
	})
	if err != nil {
		return err
	}
	defer server.Unmount()
	if filled != nil {
		return filled
	}
	fmt.Println("ready")
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		fmt.Println(p.obey(strings.Fields(lines.Text())))
	}
	return nil
}

func (p *platter) fill(ctx context.Context, image string) error {
	entries, err := os.ReadDir(image)
	for _, e := range entries {
		data, readErr := os.ReadFile(filepath.Join(image, e.Name()))
		err = errors.Join(err, readErr)
		f := &diskFile{disk: p, mode: 0o600, data: data, synced: append([]byte{}, data...)}
		p.files[e.Name()], p.durable[e.Name()] = f, f
		p.AddChild(e.Name(), p.NewPersistentInode(ctx, f, fusefs.StableAttr{Mode: fuse.S_IFREG}), true)
	}
	return err
}

// obey does one command and says "ok" or what went wrong.
func (p *platter) obey(words []string) string {
	var (
		seed uint64
		n    int64
		keep float64
		err  error
	)
	switch words[0] {
	case "cut":
		if _, err = fmt.Sscan(words[2]+" "+words[3], &seed, &keep); err == nil {
			err = p.cut(words[1], seed, keep)
		}
	case "room": // left, in bytes
		_, err = fmt.Sscan(words[1], &n)
		p.mu.Lock()
		p.room = p.used() + n
		p.mu.Unlock()
	case "fail":
		_, err = fmt.Sscan(words[1], &n)
		p.mu.Lock()
		p.broken = syscall.Errno(n)
		p.mu.Unlock()
	case "well":
		p.mu.Lock()
		p.room, p.broken = 0, 0
		p.mu.Unlock()
	default:
		err = errors.New("not known")
	}
	if err != nil {
		return err.Error()
	}
	return "ok"
}

// disk is a mounted platter, seen from the test.
type disk struct {
	t       *testing.T
	dir     string
	cmd     *exec.Cmd
	to      io.WriteCloser
	answers *bufio.Scanner
}

// newDisk mounts a disk that holds what the folder image holds.
func newDisk(t *testing.T, image string) *disk {
	t.Helper()
	if _, err := os.Stat("/dev/fuse"); err != nil {
		if os.Getenv("CI") == "true" {
			t.Fatal("no FUSE: ", err)
		}
		t.Skip("no FUSE: ", err)
	}
	d := &disk{t: t, dir: t.TempDir(), cmd: exec.Command(os.Args[0])}
	d.cmd.Env = append(os.Environ(), diskEnv+"="+d.dir, diskImageEnv+"="+image)
	d.cmd.Stderr = os.Stderr
	d.to, _ = d.cmd.StdinPipe()
	out, err := d.cmd.StdoutPipe()
	if err == nil {
		err = d.cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	d.answers = bufio.NewScanner(out)
	t.Cleanup(d.unmount)
	if !d.answers.Scan() || d.answers.Text() != "ready" {
		t.Fatalf("the disk is not there: %s", d.answers.Text())
	}
	return d
}

func (d *disk) tell(format string, args ...any) {
	d.t.Helper()
	fmt.Fprintf(d.to, format+"\n", args...)
	if !d.answers.Scan() || d.answers.Text() != "ok" {
		d.t.Fatalf(format+": %s", append(args, d.answers.Text())...)
	}
}

// unmount ends the disk; a second time does nothing.
func (d *disk) unmount() {
	_ = d.to.Close()
	_ = d.cmd.Wait()
	if _, err := os.Stat(d.dir); err != nil { // its process ended badly
		_ = syscall.Unmount(d.dir, syscall.MNT_DETACH)
		_ = exec.Command("fusermount3", "-uz", d.dir).Run()
	}
}
