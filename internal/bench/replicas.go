package bench

import "context"

// replicas measures turns on two services of one core each against one of two cores, all on one database.
func (b *Bench) replicas(ctx context.Context) (Result, error) {
	const n = 64
	if b.Postgres == "" {
		return Result{}, errNoPostgres
	}
	who, err := b.partner(ctx, b.Postgres)
	if err != nil {
		return Result{}, err
	}
	var services []*service
	for _, cores := range []string{"1", "1", "2"} {
		s, err := b.serve(ctx, b.Postgres, who, "GOMAXPROCS="+cores)
		if err != nil {
			for _, s := range services {
				s.stop()
			}
			return Result{}, err
		}
		services = append(services, s)
	}
	two, err := half(ctx, n, services[:2]...)
	if err != nil {
		services[2].stop()
		return Result{}, err
	}
	defer two.close()
	one, err := half(ctx, n, services[2])
	if err != nil {
		return Result{}, err
	}
	defer one.close()
	return b.duel(two, one, n)
}
