// Which language the person chose in this page. It is kept for the next visit; where nobody chose, the element's lang
// and then the browser's languages decide.
import { el, icon } from './dom.js';

const STORE = 'symptom-assessment-language';

const given = (host) => host.getAttribute('lang') || '';

// chosen is the tag chosen here before. A page that says another language than it did then has one chosen by other means.
export function chosen(host) {
  try {
    const kept = JSON.parse(localStorage.getItem(STORE));
    return kept && kept.over === given(host) ? kept.tag : '';
  } catch { return ''; }
}

function keep(host, tag) {
  try { localStorage.setItem(STORE, JSON.stringify({ tag, over: given(host) })); } catch { /* private mode */ }
}

// name is that of a language in itself, with its country where there is a choice of countries: "Deutsch", "English (US)".
function name(tag, tags) {
  const language = (x) => x.split('-')[0];
  const alone = tags.filter((other) => language(other) === language(tag)).length === 1;
  const n = new Intl.DisplayNames([tag], { type: 'language', languageDisplay: 'standard', style: 'short' }).of(alone ? language(tag) : tag);
  return n.charAt(0).toLocaleUpperCase(tag) + n.slice(1);
}

// tongues offers the languages before anything is asked.
export function tongues(a, tags) {
  if (tags.length < 2) return null;
  const press = (tag) => {
    if (tag === a.words.tag) return;
    a.choice = tag; // also where nothing can be kept
    keep(a.host, tag);
    a.guard(() => a.start(), () => a.start());
  };
  return el('div', { class: 'tongues', role: 'group', 'aria-label': a.t('language') }, icon('globe'),
    tags.map((tag) => el('button', { type: 'button', lang: tag, 'aria-pressed': String(tag === a.words.tag), onclick: () => press(tag) }, name(tag, tags))));
}
