package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"

	"anamnesis/internal/store"
	"anamnesis/internal/store/sealed"
)

// keySuffix ends the name of the key file beside an SQLite file.
const keySuffix = "-key"

// seal puts encryption before a store. A service makes the key of its SQLite file where there is none; a command that
// only looks does not.
func seal(ctx context.Context, st store.Store, c Config, create bool) (*sealed.Store, error) {
	master, err := masterKeys(ctx, st, c, create)
	if err != nil {
		return nil, err
	}
	s, err := sealed.Open(ctx, st, master, c.Now)
	if err != nil {
		return nil, err
	}
	if !create {
		return s, nil // what needs a key fails where it needs it
	}
	if err := s.Check(); err != nil {
		return nil, fmt.Errorf("the records of this database are encrypted, and --encryption-key-file must name the key: %w", err)
	}
	if !s.On() && !c.PlainText {
		c.Log.WarnContext(ctx, "records are not encrypted at rest: give --encryption-key-file with one key for all replicas (openssl rand -base64 32), or --plain-text if that is meant")
	}
	return s, nil
}

// masterKeys finds the master keys: given, in the file named, or in the file beside an SQLite file. Elsewhere nobody
// has said where they could be kept, and there are none: one that a replica made for itself would be lost with its machine.
func masterKeys(ctx context.Context, st store.Store, c Config, create bool) (*sealed.Master, error) {
	path, isFile := strings.CutPrefix(c.Database, "sqlite:")
	path += keySuffix
	switch {
	case c.EncryptionKey != "":
		return sealed.ParseMaster(c.EncryptionKey)
	case c.EncryptionKeyFile != "":
		return readMaster(ctx, c.EncryptionKeyFile, c.Log)
	case !isFile, c.PlainText:
		return nil, nil
	}
	m, err := readMaster(ctx, path, c.Log)
	if !errors.Is(err, fs.ErrNotExist) {
		return m, err
	}
	used, err := st.DataKeys().All(ctx)
	if err != nil || len(used) > 0 || !create { // a key in place of one that was lost would only hide that it was
		return nil, err
	}
	if err := createKeyFile(path); err != nil {
		return nil, fmt.Errorf("create encryption key: %w", err)
	}
	return readMaster(ctx, path, c.Log)
}

func readMaster(ctx context.Context, path string, log *slog.Logger) (*sealed.Master, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("encryption key: %w", err)
	}
	if info, err := os.Stat(path); err == nil && info.Mode().Perm()&0o077 != 0 {
		log.WarnContext(ctx, "others than its owner can read the encryption key", slog.String("mode", info.Mode().Perm().String()))
	}
	m, err := sealed.ParseMaster(string(b))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return m, nil
}

// createKeyFile writes a key that only the owner can read, whole or not at all; that another process was faster is no
// error. It is on the disk before anything is encrypted with it.
func createKeyFile(path string) error {
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*") // mode 0600
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.WriteString("# Without this key the records beside it cannot be read. Keep a copy, and not with the database's.\n" + sealed.NewMasterKey() + "\n")
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	if err := os.Link(f.Name(), path); err != nil && !errors.Is(err, fs.ErrExist) {
		if err := copyNew(f.Name(), path); err != nil { // a file system without hard links
			return err
		}
	}
	dir, err := os.Open(filepath.Dir(path))
	if err != nil {
		return err
	}
	return errors.Join(dir.Sync(), dir.Close())
}

// copyNew copies to a file that does not exist yet; that it exists is no error.
func copyNew(from, to string) error {
	b, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return err
	}
	_, err = f.Write(b)
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}
