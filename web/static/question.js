import * as api from './api.js';
import { el, highlight, message } from './dom.js';

// question renders an open question; send(answer) posts one, back() steps back.
export function question(r, send, back) {
  const q = r.question;
  const heading = q.messages.find((m) => m.type === 'HEADER') || q.messages[0];
  const rest = q.messages.filter((m) => m !== heading && m.type !== 'INPUT_HINT').map((m) => message(m));
  const hint = (q.messages.find((m) => m.type === 'INPUT_HINT') || {}).value;
  const body = q.type === 'autocomplete' ? searchBox(q, hint, send) : choices(q, send);
  const previous = r.conversation_details.step_back_possible ? el('button', { class: 'plain', type: 'button', onclick: back }, 'Back') : null;
  body.querySelector('.actions').append(...(previous ? [previous] : []));
  return [el('h1', { id: 'question' }, heading.value), ...rest.flat(), body];
}

function bounds(q) {
  const c = q.constraints || {};
  return { min: c.min_selections || 0, max: c.max_selections || Infinity };
}

function choices(q, send) {
  const { min, max } = bounds(q);
  const single = max === 1;
  const boxes = (q.choices || []).map((c) => el('label', { class: 'choice' },
    el('input', { type: single ? 'radio' : 'checkbox', name: 'choice', value: c.id, onchange: check }),
    el('span', {}, c.text, c.symptom_definition ? el('small', {}, c.symptom_definition.value) : null)));
  const go = el('button', { type: 'submit' }, 'Continue');
  const chosen = () => boxes.map((b) => b.firstElementChild).filter((i) => i.checked).map((i) => i.value);
  function check() {
    const n = chosen().length;
    go.disabled = n < min || n > max;
    go.textContent = n === 0 && min === 0 ? 'None of these' : 'Continue';
  }
  check();
  return el('form', { onsubmit: (e) => {
    e.preventDefault();
    go.disabled = true;
    const included = chosen();
    send({ type: q.type, included, excluded: (q.choices || []).map((c) => c.id).filter((id) => !included.includes(id)) });
  } }, el('fieldset', { class: 'choices', 'aria-labelledby': 'question' }, boxes), el('div', { class: 'actions' }, go));
}

function searchBox(q, hint, send) {
  const { max } = bounds(q);
  const picked = new Map();
  const results = el('ul', { class: 'results', 'aria-live': 'polite' });
  const chips = el('div', { class: 'chips' });
  const go = el('button', { type: 'submit', disabled: true }, 'Continue');
  const input = el('input', { type: 'text', id: 'search', autocomplete: 'off', placeholder: hint, 'aria-labelledby': 'question', maxlength: 100, oninput: typed });
  let timer = 0, turn = 0;
  function typed() {
    clearTimeout(timer);
    timer = setTimeout(look, 300);
  }
  async function look() {
    const mine = ++turn;
    const text = input.value.trim();
    if (text.length < 2) { results.replaceChildren(); return; }
    try {
      const found = await api.search(text);
      if (mine !== turn) return;
      results.replaceChildren(...found.autocomplete.map((s) => el('li', {}, el('button', { type: 'button', onclick: () => pick(s) }, highlight(s.highlight)))));
      if (!found.autocomplete.length) results.replaceChildren(el('li', { class: 'soft' }, 'Nothing found. Try another word.'));
    } catch (err) {
      results.replaceChildren(el('li', { class: 'error' }, err.message));
    }
  }
  function pick(s) {
    if (picked.size < max) picked.set(s.id, s.display_name || s.dropdown_name);
    input.value = '';
    results.replaceChildren();
    draw();
    input.focus();
  }
  function draw() {
    chips.replaceChildren(...[...picked].map(([id, name]) => el('button', { type: 'button', 'aria-label': 'Remove ' + name, onclick: () => { picked.delete(id); draw(); } }, name + ' ×')));
    go.disabled = picked.size === 0;
  }
  const skip = (q.choices || [])[0];
  const skipButton = skip ? el('button', { type: 'button', class: 'plain', onclick: () => send({ type: q.type, included: [skip.id] }) }, skip.text) : null;
  return el('form', { onsubmit: (e) => { e.preventDefault(); if (picked.size) send({ type: q.type, included: [...picked.keys()] }); } },
    el('div', { class: 'field' }, input), results, chips, el('div', { class: 'actions' }, go, skipButton));
}
