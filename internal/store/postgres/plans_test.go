package postgres

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"anamnesis/internal/store"

	"github.com/jackc/pgx/v5"
)

// TestGroupsLookUpBySID plans the statements of groups as their connections do, while a day is empty and where it has a
// few rows, when a server would rather read the whole table, and would keep that plan while the day fills.
func TestGroupsLookUpBySID(t *testing.T) {
	dsn := shared.Database(t)
	s := open(t, dsn, quiet)
	at := time.Date(2026, 3, 10, 12, 0, 0, 0, time.UTC)
	if err := s.addDays(t.Context(), []day{at.Truncate(24 * time.Hour)}); err != nil {
		t.Fatal(err)
	}
	plans(t, dsn, at)
	for i := range 24 {
		if err := s.Consultations().Create(t.Context(), store.Consultation{SID: sidOf(at, i), PartnerID: "p", Started: at, Updated: at}, nil); err != nil {
			t.Fatal(err)
		}
	}
	plans(t, dsn, at)
}

func plans(t *testing.T, dsn string, at time.Time) {
	t.Helper()
	c, err := pgx.Connect(t.Context(), dsn)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close(t.Context())
	_, err = c.Exec(t.Context(), "ANALYZE")
	if err == nil {
		err = settle(t.Context(), c)
	}
	if err != nil {
		t.Fatal(err)
	}
	for i, statement := range []string{updatePlain, updateReply, updateNotices, loadConsultations} {
		args := []int{5, 8, 14, 1}[i]
		prepare := fmt.Sprintf("PREPARE p%d AS %s", i, of(statement, suffix(at)))
		if _, err := c.Exec(t.Context(), prepare); err != nil {
			t.Fatal(err)
		}
		rows, err := c.Query(t.Context(), fmt.Sprintf("EXPLAIN EXECUTE p%d(NULL%s)", i, strings.Repeat(", NULL", args-1)), pgx.QueryExecModeSimpleProtocol)
		if err != nil {
			t.Fatal(err)
		}
		lines, err := pgx.CollectRows(rows, pgx.RowTo[string])
		if err != nil {
			t.Fatal(err)
		}
		plan := strings.Join(lines, "\n")
		if !strings.Contains(plan, "Index Scan using consultations"+suffix(at)+"_pkey") || !strings.Contains(plan, "Index Cond: (sid = ") || strings.Contains(plan, "Seq Scan") {
			t.Errorf("%s", plan)
		}
	}
}
