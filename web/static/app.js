import * as api from './api.js';
import { el, message } from './dom.js';
import { question } from './question.js';
import { report } from './report.js';

const main = document.getElementById('main');
const bar = document.getElementById('progress');

export function show(...nodes) {
  main.replaceChildren(...nodes.flat(Infinity));
  main.focus();
  window.scrollTo(0, 0);
}

function progress(p) {
  bar.hidden = !p;
  if (!p) return;
  bar.setAttribute('aria-valuenow', p.percentage);
  bar.firstElementChild.style.width = p.percentage + '%';
}

function failed(err) {
  if (err.status === 401) {
    show(el('h1', {}, 'Your session has ended'), el('p', {}, 'For your safety an assessment can only be open for about half an hour.'),
      el('div', { class: 'actions' }, el('button', { onclick: begin }, 'Start again')));
    return;
  }
  show(el('h1', {}, 'Something went wrong'), el('p', { class: 'error', role: 'alert' }, err.message),
    el('div', { class: 'actions' }, el('button', { onclick: resume }, 'Try again')));
}

const guarded = (f) => async (...args) => { try { await f(...args); } catch (err) { failed(err); } };

async function terms() {
  progress(null);
  const t = await api.start();
  const boxes = (t.checkbox_policies || []).map((m, i) => el('label', { class: 'choice' }, el('input', { type: 'checkbox', id: 'policy' + i, onchange: check }), el('span', {}, m.value)));
  const go = el('button', { disabled: true, onclick: guarded(async () => onboarding((await api.accept(t.content_version)).onboarding_response)) }, 'Continue');
  function check() { go.disabled = boxes.some((b) => !b.querySelector('input').checked); }
  check();
  show((t.messages || []).map((m) => message(m)), el('div', { class: 'choices' }, boxes), (t.footer_policies || []).map((m) => el('p', { class: 'soft' }, m.value)), el('div', { class: 'actions' }, go));
}

function onboarding(o) {
  const text = (q) => (q.messages.find((m) => m.type === 'HEADER') || q.messages[0]).value;
  const hint = (q) => (q.messages.find((m) => m.type === 'INPUT_HINT') || {}).value;
  const a = o.age_question, g = o.gender_question, s = o.symptoms_question;
  const age = el('input', { type: 'number', id: 'age', inputmode: 'numeric', required: true, min: a.constraints.min_selections, max: a.constraints.max_selections });
  const words = el('textarea', { id: 'query', rows: 4, required: true, minlength: s.constraints.min_selections, maxlength: s.constraints.max_selections, placeholder: hint(s) });
  const sexes = g.choices.map((c) => el('label', { class: 'choice' }, el('input', { type: 'radio', name: 'gender', value: c.id, required: true }), el('span', {}, c.text)));
  const form = el('form', { onsubmit: guarded(async (e) => {
    e.preventDefault();
    await step(await api.initial({ gender: form.querySelector('input[name=gender]:checked').value, age: Number(age.value), initial_query: words.value }));
  }) },
    el('div', { class: 'field' }, el('label', { for: 'age' }, text(a)), age),
    el('fieldset', { class: 'choices' }, el('legend', {}, text(g)), sexes),
    el('div', { class: 'field' }, el('label', { for: 'query' }, text(s)), words),
    el('div', { class: 'actions' }, el('button', {}, 'Start')));
  show(el('h1', {}, 'About you'), form);
}

async function step(r) {
  progress(r.conversation_details.progress);
  if (r.question) {
    show(question(r, guarded(async (answer) => step(await api.chat(answer))), guarded(async () => step(await api.stepBack()))));
  } else if (r.report) {
    show(report(r.report, begin));
  } else {
    show(report((await api.report()).report, begin));
  }
}

// begin starts a new assessment; resume restores one after a reload where there is one.
const begin = guarded(terms);
const resume = guarded(async () => {
  try { await step(await api.state()); } catch (err) {
    if (err.status !== 401 && err.status !== 404) throw err;
    await terms();
  }
});
resume();
