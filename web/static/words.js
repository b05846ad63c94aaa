// The client's own words, one file for each language.

export async function loadWords(base, wished) {
  for (const tag of [...wished, 'en-US']) {
    try {
      const response = await fetch(base + 'messages/' + encodeURIComponent(tag) + '.json');
      if (response.ok) return new Words(tag, await response.json());
    } catch { /* the next one, and in the end the keys themselves: better than nothing at all */ }
  }
  return new Words('en', {});
}

export class Words {
  constructor(tag, texts) {
    this.tag = tag;
    this.texts = texts;
    this.plural = new Intl.PluralRules(tag);
    this.dir = texts['direction'] === 'rtl' ? 'rtl' : 'ltr';
    this.t = this.t.bind(this);
  }

  // t gives the text of a key with its {fields} filled in. With n, the plural form for it: key.one, key.other, ….
  t(key, fields = {}) {
    const form = fields.n === undefined ? key : key + '.' + this.plural.select(fields.n);
    const text = this.texts[form] ?? this.texts[key + '.other'] ?? this.texts[key] ?? key;
    return text.replace(/\{(\w+)\}/g, (all, name) => name in fields ? String(fields[name]) : all);
  }
}
