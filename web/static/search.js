// The search for a symptom: a combobox with a list (ARIA Authoring Practices), and what was chosen as removable tags.
import { el, highlight, icon, uid } from './dom.js';
import { backButton } from './screens.js';

const PAUSE = 300, LEAST = 2; // milliseconds after the last letter; letters

export function searchForm(a, q, hint, back) {
  const c = q.constraints || {};
  const max = c.max_selections ?? Infinity;
  const picked = new Map();
  const listID = uid('list'), hintID = uid('hint');
  let found = [], active = -1, timer = 0, turn = 0, missed = '';

  const input = el('input', { type: 'text', role: 'combobox', autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false', maxlength: 100, 'aria-labelledby': 'title', 'aria-describedby': hintID,
    'aria-autocomplete': 'list', 'aria-expanded': 'false', 'aria-controls': listID, enterkeyhint: 'search', oninput: typed, onkeydown: key, onblur: () => setTimeout(() => { if (!list.contains(document.activeElement)) close(); }, 150) });
  const list = el('ul', { id: listID, role: 'listbox', class: 'found', 'aria-label': a.t('search.results'), hidden: true });
  const status = el('p', { class: 'soft status', role: 'status' });
  const tags = el('ul', { class: 'tags', 'aria-label': a.t('search.chosen') });
  const go = el('button', { class: 'main' }, a.t('next'));
  const skips = (q.choices || []).map((s) => {
    const b = el('button', { type: 'button', class: 'quiet', onclick: () => { b.classList.add('sent'); a.answer({ type: q.type, included: [s.id] }); } }, s.text);
    return b;
  });

  function typed() {
    clearTimeout(timer);
    turn++;
    if (input.value.trim().length < LEAST) { close(); status.textContent = ''; return; }
    timer = setTimeout(look, PAUSE);
  }

  async function look() {
    const mine = ++turn;
    const text = input.value.trim();
    status.textContent = a.t('search.looking');
    try {
      const r = await a.api.search(text);
      if (mine !== turn) return;
      draw(r.autocomplete || []);
      if (!found.length) nothing(text);
    } catch (err) {
      if (mine !== turn) return;
      if (err.status === 401) return a.failed(err);
      close();
      status.textContent = a.t(err.status === 429 ? 'search.crowded' : 'search.failed');
    }
  }

  // The operator learns which words lead nowhere: once a text, not once a letter.
  function nothing(text) {
    status.textContent = a.t('search.nothing');
    if (missed && text.startsWith(missed)) return;
    missed = text;
    a.api.event('symptom_search_empty', { text });
  }

  function draw(suggestions) {
    const seen = new Set();
    found = suggestions.filter((s) => !seen.has(s.id + s.dropdown_name) && seen.add(s.id + s.dropdown_name));
    active = -1;
    list.replaceChildren(...found.map((s, i) => el('li', { role: 'option', id: listID + '-' + i, 'aria-selected': 'false', onpointerdown: (e) => e.preventDefault(), onclick: () => pick(s) }, highlight(s.highlight))));
    list.hidden = !found.length;
    input.setAttribute('aria-expanded', String(found.length > 0));
    input.removeAttribute('aria-activedescendant');
    status.textContent = found.length ? a.t('search.count', { n: found.length }) : '';
  }

  function close() { draw([]); }

  function move(to) {
    const options = list.children;
    if (active >= 0) options[active].setAttribute('aria-selected', 'false');
    active = (to + options.length) % options.length;
    options[active].setAttribute('aria-selected', 'true');
    options[active].scrollIntoView({ block: 'nearest' });
    input.setAttribute('aria-activedescendant', options[active].id);
  }

  function key(e) {
    const open = found.length > 0;
    if (e.key === 'Enter' && (open || input.value.trim())) {
      e.preventDefault(); // an answer is sent by its button, never by the way
      if (active >= 0) pick(found[active]);
      else if (open) move(0);
      else { clearTimeout(timer); if (input.value.trim().length >= LEAST) look(); }
    } else if (e.key === 'ArrowDown' && open) { e.preventDefault(); move(active + 1); }
    else if (e.key === 'ArrowUp' && open) { e.preventDefault(); move(active < 0 ? found.length - 1 : active - 1); }
    else if (e.key === 'Home' && active >= 0) { e.preventDefault(); move(0); }
    else if (e.key === 'End' && active >= 0) { e.preventDefault(); move(found.length - 1); }
    else if (e.key === 'ArrowDown' && input.value.trim().length >= LEAST) { e.preventDefault(); look(); }
    else if (e.key === 'Escape' && (open || input.value)) { e.preventDefault(); if (open) close(); else { input.value = ''; typed(); } }
    else if (e.key === 'Backspace' && !input.value && picked.size) remove([...picked.keys()].pop());
  }

  function pick(s) {
    const name = s.display_name || s.dropdown_name;
    if (max === 1) picked.clear();
    if (picked.size >= max && !picked.has(s.id)) {
      close();
      status.textContent = a.t('choose.most', { max });
      return;
    }
    picked.set(s.id, name);
    input.value = '';
    close();
    chosen();
    status.textContent = a.t('search.added', { name });
    input.focus();
  }

  function remove(id) {
    const name = picked.get(id);
    picked.delete(id);
    chosen();
    status.textContent = a.t('search.removed', { name });
    input.focus();
  }

  function chosen() {
    tags.hidden = !picked.size;
    tags.replaceChildren(...[...picked].map(([id, name]) => el('li', {}, el('button', { type: 'button', class: 'tag', 'aria-label': a.t('search.remove', { name }), onclick: () => remove(id) }, name, icon('close')))));
    go.setAttribute('aria-disabled', String(picked.size === 0));
  }
  chosen();

  return el('form', { onsubmit: (e) => {
    e.preventDefault();
    if (!picked.size) { status.textContent = a.t('search.first'); input.focus(); return; }
    if (a.busy) return;
    go.classList.add('sent');
    a.answer({ type: q.type, included: [...picked.keys()] });
  } }, el('p', { class: 'soft', id: hintID }, hint || a.t('search.hint')),
    el('div', { class: 'combo' }, icon('search'), input, list), status, tags,
    el('div', { class: 'actions' }, go, skips, back ? backButton(a, back) : null));
}
