// Questions with choices. Exactly one of them: each is a button, and pressing it answers. Otherwise boxes and a button
// that says what it will do; what the constraints forbid cannot be sent.
import { el, icon, uid, words } from './dom.js';
import { backButton } from './screens.js';

const bounds = (q) => {
  const c = q.constraints || {};
  return { min: c.min_selections || 0, max: c.max_selections ?? Infinity };
};

export function choiceForm(a, q, send, { back, local } = {}) {
  const { min, max } = bounds(q);
  const body = max === 1 ? single(a, q, min, send, local) : many(a, q, min, max, send);
  if (back) body.querySelector('.actions').append(backButton(a, back));
  return body;
}

// label gives the parts of a choice: its text, and what it means in plain words. They are name and description.
function label(c) {
  const text = el('span', { id: uid('c') }, c.text);
  const def = c.symptom_definition ? el('small', { id: uid('d') }, words(c.symptom_definition)) : null;
  return { parts: el('span', { class: 'say' }, text, def), aria: { 'aria-labelledby': text.id, 'aria-describedby': def ? def.id : undefined } };
}

function single(a, q, min, send, local) {
  const press = (button, included) => {
    if (a.busy) return;
    if (!local) button.classList.add('sent');
    send(included);
  };
  const list = (q.choices || []).map((c) => {
    const { parts, aria } = label(c);
    const b = el('button', { type: 'button', class: 'card choice', ...aria, onclick: () => press(b, [c.id]) }, parts);
    return b;
  });
  if (min === 0 && list.length) {
    const none = el('button', { type: 'button', class: 'card choice none', onclick: () => press(none, []) }, el('span', { class: 'say' }, a.t('none')));
    list.push(none);
  }
  return el('div', {}, el('div', { class: 'stack', role: 'group', 'aria-labelledby': 'title', onkeydown: arrows }, list), el('div', { class: 'actions' }));
}

// arrows move between the choices, as they do in a list of radio buttons.
function arrows(e) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[e.key];
  if (!step) return;
  const all = [...e.currentTarget.querySelectorAll('button, input')];
  const at = all.indexOf(e.target);
  const next = all[at + step];
  if (at >= 0 && next) { e.preventDefault(); next.focus(); }
}

function many(a, q, min, max, send) {
  const rule = el('p', { class: 'rule soft', role: 'status' });
  const boxes = (q.choices || []).map((c) => {
    const { parts, aria } = label(c);
    const box = el('input', { type: 'checkbox', value: c.id, ...aria, onchange: () => changed(box), onkeydown: (e) => {
      if (e.key === 'Enter') { e.preventDefault(); box.click(); } // Enter means this choice, not the whole form
    } });
    return el('label', { class: 'card tick' }, box, parts);
  });
  const inputs = boxes.map((b) => b.querySelector('input'));
  const go = el('button', { class: 'main' });
  const chosen = () => inputs.filter((i) => i.checked).map((i) => i.value);
  function changed(box) {
    let n = chosen().length;
    if (n > max && box) {
      box.checked = false;
      n--;
      rule.textContent = a.t('choose.most', { max });
    } else if (n >= min) rule.textContent = '';
    const nothing = n === 0 && min === 0;
    go.textContent = a.t(nothing ? 'none' : 'next');
    go.classList.toggle('nothing', nothing); // looks like a choice among others, not like the way on
    go.setAttribute('aria-disabled', String(n < min));
  }
  changed();
  return el('form', { onsubmit: (e) => {
    e.preventDefault();
    const included = chosen();
    if (included.length < min) { rule.textContent = a.t('choose.least', { min }); return; }
    if (a.busy) return;
    go.classList.add('sent');
    send(included);
  } }, el('div', { class: 'stack', role: 'group', 'aria-labelledby': 'title', onkeydown: arrows }, boxes), rule, el('div', { class: 'actions' }, go));
}
