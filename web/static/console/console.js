// The operator's console: one partner's consultations, counted, listed and replayed.
import { el, uid } from '../dom.js';
import { loadWords } from '../words.js';
import { bars, columns, table } from './plots.js';

const base = new URL('../', import.meta.url).href;
const main = document.getElementById('main');
const who = document.getElementById('who');
const iso = (d) => d.toISOString().slice(0, 10);
const ago = (n) => iso(new Date(Date.now() - n * 864e5));

let t;
let range = { start_date: ago(29), end_date: ago(0) };

async function call(method, path, body) {
  const response = await fetch(base + 'console/' + path, { method, headers: { 'X-Anamnesis': 'web', 'Content-Type': 'application/json' }, body: body && JSON.stringify(body) });
  const data = response.status === 204 ? null : await response.json().catch(() => null);
  if (!response.ok) throw Object.assign(new Error(data && data.error), { status: response.status });
  return data;
}

// guarded shows the login again where it has run out, and else what failed.
const guarded = (f) => async (...args) => {
  try { await f(...args); } catch (err) {
    if (err.status === 401) return login(t('login.again'));
    show(t('failed'), el('p', { role: 'alert' }, t('failed.text')), el('button', { onclick: guarded(overview) }, t('try')));
  }
};

function show(title, ...nodes) {
  const head = el('h1', { tabindex: -1 }, title);
  main.replaceChildren(head, ...nodes.flat(Infinity).filter(Boolean));
  document.title = title + ' · ' + t('brand');
  head.focus({ preventScroll: true });
  scrollTo(0, 0);
}

function login(note) {
  who.replaceChildren();
  const field = (key, type, autocomplete) => {
    const id = uid(key);
    return [el('label', { for: id }, t('login.' + key)), el('input', { id, type, autocomplete, required: true, spellcheck: 'false' })];
  };
  const partner = field('partner', 'text', 'username'), secret = field('secret', 'password', 'current-password');
  const problem = el('p', { class: 'problem', role: 'alert' }, note);
  show(t('login.title'), el('form', { class: 'card narrow', onsubmit: async (e) => {
    e.preventDefault();
    try {
      await call('POST', 'session', { partner_id: partner[1].value.trim(), secret: secret[1].value.trim() });
      await guarded(begin)();
    } catch (err) { problem.textContent = t(err.status === 401 ? 'login.wrong' : 'login.failed'); partner[1].focus(); }
  } }, el('p', { class: 'soft' }, t('login.text')), partner, secret, problem, el('button', {}, t('login.go'))));
}

async function begin() {
  const session = await call('GET', 'session');
  if (!session) return login();
  who.replaceChildren(el('span', { class: 'soft' }, session.partner), el('button', { class: 'quiet', onclick: guarded(async () => { await call('DELETE', 'session'); login(); }) }, t('logout')));
  await overview();
}

const number = (n, digits = 0) => n.toLocaleString(document.documentElement.lang, { maximumFractionDigits: digits });
const minutes = (s) => s < 60 ? t('seconds', { n: Math.round(s) }) : t('minutes', { m: Math.floor(s / 60), s: Math.round(s % 60) });

function picker() {
  const first = el('input', { type: 'date', id: uid('from'), required: true, max: ago(0) }), last = el('input', { type: 'date', id: uid('to'), required: true, max: ago(0) });
  first.value = range.start_date;
  last.value = range.end_date;
  const go = (from, to) => { range = { start_date: from, end_date: to }; return guarded(overview)(); };
  return el('form', { class: 'picker', onsubmit: (e) => { e.preventDefault(); if (first.value <= last.value) go(first.value, last.value); } },
    el('label', { for: first.id }, t('from')), first, el('label', { for: last.id }, t('to')), last, el('button', { class: 'quiet framed' }, t('show')),
    [7, 30, 90].map((n) => el('button', { type: 'button', class: 'quiet', onclick: () => go(ago(n - 1), ago(0)) }, t('days', { n }))));
}

const tile = (label, value, note) => el('div', { class: 'card tile' }, el('dt', {}, label), el('dd', {}, value, note ? el('small', {}, note) : null));

async function overview() {
  const o = await call('POST', 'data/overview', range);
  show(t('overview'), picker(), o.incomplete ? el('p', { class: 'problem' }, t('incomplete', { n: number(o.started) })) : null,
    el('dl', { class: 'tiles' }, tile(t('started'), number(o.started)), tile(t('completed'), o.started ? Math.round(100 * o.completed / o.started) + ' %' : '–', t('of', { n: number(o.completed) })),
      tile(t('questions'), number(o.median_questions, 1), t('median')), tile(t('time'), o.completed ? minutes(o.median_seconds) : '–', t('median')),
      tile(t('feedback'), o.feedback.count ? number(o.feedback.mean, 1) + ' / 5' : '–', t('of.feedback', { n: number(o.feedback.count) }))),
    o.started === 0 ? el('p', { class: 'card' }, t('none')) : [volumes(o), outcomes(o), asked(o)], feedback(o.feedback), searches(o), day(range.end_date));
}

const section = (title, ...nodes) => el('section', { class: 'card' }, el('h2', {}, title), nodes);
const numbers = (...args) => el('details', {}, el('summary', {}, t('table')), el('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': args[0] }, table(...args, { hidden: true })));

function volumes(o) {
  const rows = o.days.map((d) => ({ label: d.date, short: d.date.slice(5), value: d.started, part: d.completed }));
  const top = o.days.reduce((a, b) => b.started > a.started ? b : a);
  return section(t('volumes'), el('p', { class: 'key' }, el('span', { class: 'swatch' }), t('key.completed'), el('span', { class: 'swatch rest' }), t('key.open')),
    columns(rows, t('volumes.label', { n: number(o.started), days: o.days.length, date: top.date, top: top.started })),
    numbers(t('volumes'), [t('date'), t('started'), t('completed')], o.days.map((d) => [el('button', { class: 'link', onclick: () => pick(d.date) }, d.date), d.started, d.completed])));
}

function outcomes(o) {
  return section(t('outcomes'), o.levels.length ? bars(o.levels.map((l) => ({ label: l.display_name, value: l.count, kind: l.id })), o.completed) : el('p', { class: 'soft' }, t('nothing')));
}

function asked(o) {
  if (!o.questions.length) return null;
  const least = o.questions[0].questions, most = o.questions.at(-1).questions, of = new Map(o.questions.map((q) => [q.questions, q.count]));
  const rows = Array.from({ length: most - least + 1 }, (x, i) => ({ label: String(least + i), value: of.get(least + i) || 0 }));
  return section(t('asked'), columns(rows, t('asked.label', { median: number(o.median_questions, 1), least, most })), numbers(t('asked'), [t('questions'), t('consultations')], rows.map((r) => [Number(r.label), r.value])));
}

function feedback(f) {
  if (!f.count) return section(t('feedback'), el('p', { class: 'soft' }, t('nothing')));
  return section(t('feedback'), bars([5, 4, 3, 2, 1].map((n) => ({ label: t('stars', { n }), value: f.stars[n - 1], kind: 'star' })), f.count),
    f.labels.length ? [el('h3', {}, t('labels')), bars(f.labels.map((l) => ({ label: l.text, value: l.count })))] : null,
    f.messages.length ? [el('h3', {}, t('messages')), el('ul', { class: 'quotes' }, f.messages.map((m) => el('li', {}, el('p', {}, m.message), el('p', { class: 'soft' }, t('stars', { n: m.stars }), ' · ', replayButton(m.conversation_id, t('replay'))))))] : null);
}

function searches(o) {
  const list = (title, text, rows) => section(title, el('p', { class: 'soft' }, text), rows.length ? bars(rows.map((r) => ({ label: r.text, value: r.count }))) : el('p', {}, t('nothing')));
  return el('div', { class: 'two' }, list(t('searches'), t('searches.text'), o.empty_searches), list(t('unrecognized'), t('unrecognized.text'), o.unrecognized));
}

let pick = () => {};

// day lists the consultations that started on a day.
function day(date) {
  const input = el('input', { type: 'date', id: uid('day'), max: ago(0), required: true });
  const list = el('div', { 'aria-live': 'polite' });
  const box = section(t('day'), el('form', { class: 'picker', onsubmit: (e) => { e.preventDefault(); load(input.value); } }, el('label', { for: input.id }, t('date')), input, el('button', { class: 'quiet framed' }, t('show'))), list);
  const load = guarded(async (d) => {
    input.value = d;
    const { records } = await call('POST', 'data/query', { start_date: d, end_date: d });
    list.replaceChildren(records.length ? el('div', { class: 'scroll wide', tabindex: 0, role: 'region', 'aria-label': t('day') }, table(t('day.caption', { n: number(records.length), date: d }), [t('at'), t('person'), t('outcome'), t('cause'), t('questions'), t('replay')],
      records.map((r) => [r.datetime_conv_start.slice(11, 19), r.user_input, first(r.outcome_rules) || el('span', { class: 'soft' }, t('open')), first(r.outcome_conditions), r.rounds_count, replayButton(r.conversation_id, t('replay'))]))) : el('p', { class: 'soft' }, t('nothing')));
  });
  pick = (d) => { load(d); box.scrollIntoView({ block: 'start' }); input.focus({ preventScroll: true }); };
  load(date);
  return box;
}

// first is the name of the first of "<code> (<name>), …"; a name may hold brackets and commas of its own.
function first(list) {
  const m = /^\S+ \((.*?)\)(?:, \S+ \(|$)/.exec(list || '');
  return m ? m[1] : '';
}

const replayButton = (id, label) => el('button', { class: 'link', 'aria-haspopup': 'dialog', onclick: guarded(() => replay(id)) }, label);

// replay walks through a consultation, one answer after the other.
async function replay(id) {
  const r = await call('POST', 'data/replay', { conversation_id: id });
  const stops = [{ title: t('replay.start'), said: [r.initial_query], level: r.start.level, causes: r.start.causes },
    ...r.steps.map((s) => ({ title: s.question, choices: s.choices, level: s.level, causes: s.causes }))];
  let at = 0;
  const body = el('div', { 'aria-live': 'polite' });
  const where = el('p', { class: 'soft' });
  const previous = el('button', { type: 'button', class: 'quiet framed', onclick: () => go(at - 1) }, t('previous'));
  const next = el('button', { type: 'button', onclick: () => go(at + 1) }, t('next'));
  const titleID = uid('replay');
  const dialog = el('dialog', { 'aria-labelledby': titleID, onclose: () => dialog.remove(), onkeydown: (e) => { if (e.key === 'ArrowRight') go(at + 1); if (e.key === 'ArrowLeft') go(at - 1); } },
    el('div', { class: 'line' }, el('h2', { id: titleID }, t('replay.title', { gender: t(r.gender), age: r.age })), el('button', { type: 'button', class: 'quiet', onclick: () => dialog.close() }, t('close'))),
    r.edition === r.current_edition ? null : el('p', { class: 'soft' }, t('replay.edition')), where, body, el('div', { class: 'line' }, previous, next));
  function go(n) {
    if (n < 0 || n >= stops.length) return;
    at = n;
    const s = stops[n];
    where.textContent = t('replay.at', { n: n + 1, all: stops.length });
    const chosen = (s.choices || []).filter((c) => c.chosen).length;
    body.replaceChildren(el('h3', {}, s.title), s.said ? el('blockquote', {}, s.said) : el('ul', { class: 'choices' }, s.choices.map((c) => el('li', { class: c.chosen && 'chosen' }, c.text, c.chosen ? el('span', { class: 'unseen' }, ' ' + t('chosen')) : null))),
      s.choices && !chosen ? el('p', { class: 'soft' }, t('replay.none')) : '', el('p', {}, el('span', { class: 'pill ' + s.level.id }, s.level.display_name)),
      bars(s.causes.map((c) => ({ label: c.name, value: c.probability, shown: Math.round(100 * c.probability) + ' %' }))));
    previous.disabled = at === 0;
    next.disabled = at === stops.length - 1;
  }
  go(0);
  document.body.append(dialog);
  dialog.showModal();
  next.focus();
}

const words = await loadWords(base + 'console/', []); // English alone, like the data
t = words.t;
document.documentElement.lang = words.tag;
document.documentElement.dir = words.dir;
document.querySelector('.brand').textContent = t('brand');
try { await begin(); } catch { login(t('login.failed')); }
