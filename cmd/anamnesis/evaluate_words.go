package main

import (
	"anamnesis/internal/eval"
	"anamnesis/internal/kb"
	"anamnesis/internal/recognize"
	"anamnesis/internal/suggest"
	"anamnesis/knowledge"
)

// wordSuites measure what is understood of a text and found by a search, without a consultation.
var wordSuites = []string{"text", "lay", "negation", "search"}

func (k *evaluateCommand) words(c *console, b *kb.Base) error {
	card, err := k.card(b)
	if err != nil {
		return err
	}
	cards := []eval.Card{card}
	if k.JSON {
		return eval.WriteCardsJSON(c.out, cards)
	}
	eval.WriteCards(c.out, cards, k.Misses)
	return nil
}

func (k *evaluateCommand) card(b *kb.Base) (eval.Card, error) {
	switch k.Suite {
	case "text":
		items, err := eval.LoadTexts(knowledge.Texts, b, k.Language, k.Part)
		if err != nil {
			return eval.Card{}, err
		}
		return eval.MeasureTexts(b, recognize.New(b).In(k.Language), items), nil
	case "lay":
		items, err := eval.LoadLay(k.Data, k.Part)
		if err != nil {
			return eval.Card{}, err
		}
		return eval.MeasureLay(b, recognize.New(b), items), nil
	case "search":
		items, err := eval.LoadSearch(k.Data, b)
		if err != nil {
			return eval.Card{}, err
		}
		return eval.MeasureSearch(suggest.New(b), items), nil
	}
	items, err := eval.LoadNegation(k.Data)
	if err != nil {
		return eval.Card{}, err
	}
	return eval.MeasureNegation(recognize.New(b), items), nil
}
