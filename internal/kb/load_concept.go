package kb

func (l *loader) concepts(s *Sources) {
	each(l, "concepts", func(file string, list []conceptSource) {
		for _, c := range list {
			c.file = file
			s.concepts = append(s.concepts, c)
		}
	})
}
