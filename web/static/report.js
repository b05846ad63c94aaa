// The report. The level leads; an emergency cannot be overlooked, and can be called with one press.
import { el, icon, inline, messages } from './dom.js';
import { openArticle } from './article.js';
import { feedbackForm } from './feedback.js';

const tel = (number) => 'tel:' + number.replace(/[^0-9+]/g, '');

const signs = { emergency_ambulance: 'phone', emergency: 'alert', urgent_12h: 'clock', urgent_48h: 'clock', routine_2w: 'clock', self_care: 'home' };

// reportScreen renders a PatientReport.
export function reportScreen(a, r) {
  // In an emergency there is nothing to wait for: what to watch until help is there comes after the causes.
  const watch = urgent(r) ? advice(a, 'until', r.watch_for) : advice(a, 'watch', r.watch_for);
  const sections = [lead(a, r), why(a, r), urgent(r) ? null : watch, ...causes(a, r), urgent(r) ? watch : null, advice(a, 'selfcare', r.self_care), options(a, r), articles(a, r), told(a, r)];
  return [...sections, section(a, 'use', messages(r.overall_outcome.instructions)), actions(a), feedbackForm(a),
    el('div', { class: 'fine soft disclaimer' }, messages(r.disclaimer), r.edition ? el('p', { class: 'edition' }, a.t('report.made', { date: new Date().toLocaleString(a.words.tag, { dateStyle: 'long', timeStyle: 'short' }), edition: r.edition.slice(0, 12) })) : null)];
}

const urgent = (r) => r.emergency || /^emergency/.test(r.overall_outcome.subdomain_triage_level.id);

// section is a headed part, or nothing where it has no content.
function section(a, key, ...content) {
  const nodes = content.flat(Infinity).filter(Boolean);
  return nodes.length ? el('section', { class: 'part ' + key }, a.heading(a.t('report.' + key), 1), nodes) : null;
}

function lead(a, r) {
  const o = r.overall_outcome, level = o.subdomain_triage_level, service = o.service || {};
  const said = (o.messages || []).filter((m) => m.type !== 'HEADER' || m.value !== o.main_recommendation);
  const number = service.contact || (urgent(r) ? a.t('emergency.number') : '');
  const call = number && el('a', { class: 'call', href: tel(number) }, icon('phone'), el('span', {}, a.t('report.call', { number })));
  const place = o.main_service_recommendation ? el('div', { class: 'place' }, el('strong', {}, o.main_service_recommendation), service.text ? el('span', {}, service.text) : null) : null;
  return el('section', { class: 'lead level-' + level.id }, el('p', { class: 'eyebrow' }, icon(signs[level.id] || 'info'), level.display_name),
    a.heading(o.main_recommendation || level.display_name), urgent(r) ? call : null, el('div', { class: 'prose' }, messages(said, { level: a.level + 1 })), place, urgent(r) ? null : call);
}

function why(a, r) {
  const rules = (r.rules || []).filter((x) => x.reason);
  const said = new Set((r.overall_outcome.messages || []).map((m) => m.value));
  const fresh = rules.filter((x) => !said.has(x.reason));
  return section(a, 'rules', fresh.length ? el('ul', {}, fresh.map((x) => el('li', {}, x.reason, x.unsure ? ' ' + a.t('report.unsure') : ''))) : null);
}

const FIRST = 5; // lines of advice shown at once

function advice(a, key, list) {
  const marks = (lines) => el('ul', { class: 'marks' }, lines.map((x) => el('li', {}, inline(typeof x === 'string' ? x : x.value))));
  if (!list || !list.length) return null;
  const rest = list.length > FIRST + 1 ? list.slice(FIRST) : [];
  return section(a, key, marks(list.slice(0, list.length - rest.length)), rest.length ? el('details', {}, el('summary', {}, a.t('report.rest', { n: rest.length })), marks(rest)) : null);
}

function causes(a, r) {
  const categories = (r.subdomains_container && r.subdomains_container.subdomains_categories) || [];
  return categories.map((c) => section(a, c.subdomain_type === 'LIKELY' ? 'likely' : 'ruleout', c.subdomains.flatMap((s) => (s.conditions || []).map((x) => cause(a, x, c.subdomain_type)))));
}

// cause leads with plain words where there are any, the medical name beside them, and what the person said.
function cause(a, c, type) {
  const plain = c.lay_name ? c.lay_name[0].toLocaleUpperCase(a.words.tag) + c.lay_name.slice(1) : c.name;
  const pro = (c.reasons && c.reasons.for) || [], con = (c.reasons && c.reasons.against) || [];
  const first = pro.slice(0, 3), rest = pro.slice(3);
  const list = (items, kind) => el('ul', { class: 'reasons ' + kind }, items.map((x) => el('li', {}, x.text || x.name)));
  const strength = type === 'LIKELY' ? Math.max(1, Math.min(5, Math.ceil(c.probability * 5))) : 0;
  return el('article', { class: 'card cause' }, a.heading(plain, 2), plain === c.name ? null : el('p', { class: 'soft medical' }, c.name),
    el('p', { class: 'facts' }, strength ? el('span', { class: 'meter', 'aria-hidden': 'true' }, [1, 2, 3, 4, 5].map((n) => el('span', { class: n <= strength && 'on' }))) : null,
      c.likelihood ? el('span', {}, c.likelihood) : null, c.level ? el('span', { class: 'pill level-' + c.level.id }, c.level.display_name) : null),
    first.length ? [el('p', { class: 'because' }, a.t('report.because')), list(first, 'pro')] : null,
    rest.length || con.length ? el('details', {}, el('summary', {}, a.t('report.more')), rest.length ? list(rest, 'pro') : null, con.length ? [el('p', { class: 'because' }, a.t('report.against')), list(con, 'con')] : null) : null,
    c.article_id ? el('p', {}, articleButton(a, c.article_id, a.t('report.read', { name: plain }))) : null);
}

const articleButton = (a, id, label) => el('button', { type: 'button', class: 'link', 'aria-haspopup': 'dialog', onclick: () => openArticle(a, id) }, label);

function options(a, r) {
  const list = (r.other_options && r.other_options.options) || [];
  return section(a, 'services', list.map((o) => el('div', { class: 'card place' }, (o.messages || []).map((m, i) => i === 0 ? el('strong', {}, m.value) : messages([m], { level: a.level + 2 })),
    o.service && o.service.contact ? el('a', { class: 'callsmall', href: tel(o.service.contact) }, icon('phone'), a.t('report.call', { number: o.service.contact })) : null)));
}

function articles(a, r) {
  const list = (r.information_articles && r.information_articles.information_articles) || [];
  return section(a, 'articles', list.length ? el('ul', { class: 'bare' }, list.map((x) => el('li', {}, articleButton(a, x.id, x.name || x.id), x.snippet ? el('p', { class: 'soft' }, x.snippet) : null))) : null);
}

function told(a, r) {
  const s = r.summary || {};
  const rows = [['told.initial', s.initial_symptoms], ['told.additional', s.additional_symptoms], ['told.factors', s.factors_present], ['told.unsure', s.unsure_symptoms], ['told.absent', s.excluded_symptoms], ['told.nofactors', s.excluded_factors]]
    .filter(([, list]) => list && list.length);
  if (!rows.length) return null;
  const about = [a.t('told.age', { age: s.age }), s.gender ? a.t('told.' + s.gender) : '', s.duration ? a.t('told.duration.' + s.duration) : ''].filter(Boolean).join(' · ');
  const facts = el('dl', {}, rows.map(([key, list]) => [el('dt', {}, a.t(key)), el('dd', {}, list.map((x) => x.lay_name || x.name).join(', '))]));
  let loading = null;
  const load = () => { loading ??= questions(a, facts); a.pending = loading; };
  return el('section', { class: 'part told' }, el('details', { class: 'card', ontoggle: load }, el('summary', {}, a.heading(a.t('report.told'), 1)), el('p', { class: 'soft' }, about),
    facts));
}

// questions puts what was asked and answered, in the words of the questions, in place of the facts that followed from
// it, so that a slip can be seen. Where it cannot be had, the facts stay.
async function questions(a, list) {
  let r;
  try { r = await a.api.reasons(); } catch { return; }
  if (!r.questions || !r.questions.length) return;
  list.className = 'asked';
  list.replaceChildren(...r.questions.flatMap((q) => [el('dt', {}, q.text), el('dd', {}, answered(a, q))]));
}

// answered is what was affirmed, and where several could have been, what was not.
function answered(a, q) {
  const names = (list) => (list || []).map((c) => c.text).join(', ');
  const several = q.type === 'symptoms' || q.type === 'health_background';
  return [el('span', {}, names(q.included) || a.t('none')), several && q.excluded ? el('small', {}, a.t('told.not', { list: names(q.excluded) })) : null].filter(Boolean);
}

function actions(a) {
  const pdf = el('a', { class: 'button quiet', href: a.base + 'app/report.pdf', download: '', hidden: true }, icon('out'), a.t('report.pdf'));
  a.api.hasPDF().then((there) => { pdf.hidden = !there; });
  return el('div', { class: 'actions' }, el('button', { type: 'button', class: 'main', onclick: () => printReport(a) }, a.t('report.print')), pdf, el('button', { type: 'button', class: 'quiet framed', onclick: () => a.restart() }, a.t('report.again')));
}

async function printReport(a) {
  const closed = [...a.screen.querySelectorAll('details:not([open])')];
  closed.forEach((d) => { d.open = true; });
  await new Promise((opened) => setTimeout(opened, 50));
  await a.pending;
  addEventListener('afterprint', () => closed.forEach((d) => { d.open = false; }), { once: true });
  print();
}
