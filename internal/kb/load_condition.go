package kb

func (l *loader) conditions(s *Sources) {
	each(l, "conditions", func(file string, c conditionSource) {
		c.file = file
		s.conditions = append(s.conditions, c)
	})
}
