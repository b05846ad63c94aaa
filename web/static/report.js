import * as api from './api.js';
import { el, markdown, message } from './dom.js';

// report renders a PatientReport; restart() begins a new assessment. The level leads, an emergency cannot be overlooked.
export function report(r, restart) {
  const outcome = r.overall_outcome;
  const level = outcome.subdomain_triage_level;
  const service = outcome.main_service_recommendation;
  const contact = outcome.service && outcome.service.contact;
  const lead = el('section', { class: 'card level ' + level.id, role: level.id.startsWith('emergency') ? 'alert' : undefined },
    el('h1', {}, outcome.main_recommendation || level.display_name),
    (outcome.messages || []).filter((m) => m.type !== 'HEADER').map((m) => message(m)),
    service ? el('p', {}, el('strong', {}, service)) : null,
    contact ? el('a', { class: 'button call', href: 'tel:' + contact.replace(/[^0-9+]/g, '') }, 'Call ' + contact) : null);
  return [lead, ...causes(r), ...advice('What you can do', r.self_care), ...advice('Get help sooner if', r.watch_for), ...options(r), ...articles(r), ...told(r),
    ...(outcome.instructions || []).map((m) => message(m)).flat(), feedback(),
    el('footer', { class: 'soft' }, (r.disclaimer || []).map((m) => message(m))),
    el('div', { class: 'actions' }, el('button', { onclick: restart }, 'New assessment'), el('button', { class: 'plain', onclick: () => window.print() }, 'Print'))];
}

function causes(r) {
  const titles = { LIKELY: 'What may be the cause', TO_RULE_OUT: 'What should be ruled out' };
  const categories = (r.subdomains_container && r.subdomains_container.subdomains_categories) || [];
  return categories.flatMap((c) => [el('h2', {}, titles[c.subdomain_type] || c.subdomain_type), ...c.subdomains.flatMap((s) => s.conditions.map(cause))]);
}

function cause(c) {
  return el('article', { class: 'card' }, el('h3', {}, c.name, c.lay_name ? el('span', { class: 'soft' }, ' (' + c.lay_name + ')') : null),
    c.likelihood ? el('span', { class: 'tag' }, c.likelihood) : null, ' ', c.level ? el('span', { class: 'tag' }, c.level.display_name) : null,
    el('details', {}, el('summary', {}, 'Why?'), why('For', c.reasons && c.reasons.for), why('Against', c.reasons && c.reasons.against)),
    c.article_id ? articleLink(c.article_id, 'Read about ' + c.name) : null);
}

function why(title, list) {
  return list && list.length ? el('div', {}, el('strong', {}, title), el('ul', { class: 'plain' }, list.map((x) => el('li', {}, x.text || x.name)))) : null;
}

function advice(title, list) {
  return list && list.length ? [el('h2', {}, title), el('ul', { class: 'plain' }, list.map((t) => el('li', {}, typeof t === 'string' ? t : t.value)))] : [];
}

function options(r) {
  const list = (r.other_options && r.other_options.options) || [];
  return list.length ? [el('h2', {}, 'Other places that help'), ...list.map((o) => el('div', { class: 'card' }, o.messages.map((m, i) => i === 0 ? el('strong', {}, m.value) : message(m)).flat()))] : [];
}

function articles(r) {
  const list = (r.information_articles && r.information_articles.information_articles) || [];
  return list.length ? [el('h2', {}, 'Read more'), el('ul', { class: 'plain' }, list.map((a) => el('li', {}, articleLink(a.id, a.name || a.id))))] : [];
}

function articleLink(id, label) {
  return el('a', { href: '#' + id, onclick: async (e) => { e.preventDefault(); open(await api.article(id)); } }, label);
}

function open(a) {
  const dialog = el('dialog', { class: 'card' }, el('h1', {}, a.name),
    a.paragraphs.flatMap((p) => [el('h2', {}, p.title || ''), ...(p.messages || []).flatMap((m) => markdown(m.value, link))]),
    el('div', { class: 'actions' }, el('button', { onclick: () => dialog.close() }, 'Close')));
  function link(target, label) {
    if (target.startsWith('article:')) return el('a', { href: '#', onclick: async (e) => { e.preventDefault(); dialog.close(); open(await api.article(target.slice(8))); } }, label);
    return /^https:\/\//.test(target) ? el('a', { href: target, rel: 'noreferrer', target: '_blank' }, label) : null;
  }
  dialog.addEventListener('close', () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

function told(r) {
  const s = r.summary || {};
  const names = (list) => (list || []).map((x) => x.name).join(', ');
  const rows = [['You told us about', names(s.initial_symptoms)], ['Also present', names(s.additional_symptoms)], ['Not present', names(s.excluded_symptoms)], ['Applies to you', names(s.factors_present)]].filter((x) => x[1]);
  return rows.length ? [el('h2', {}, 'What you told us'), el('dl', {}, rows.flatMap(([k, v]) => [el('dt', { class: 'soft' }, k), el('dd', {}, v)]))] : [];
}

function feedback() {
  const done = el('p', { class: 'soft', 'aria-live': 'polite' });
  const stars = [1, 2, 3, 4, 5].map((n) => el('button', { class: 'plain', 'aria-label': n + ' of 5', onclick: async () => {
    try { await api.feedback({ stars: n }); done.textContent = 'Thank you.'; } catch { done.textContent = 'That could not be sent.'; }
  } }, '★'.repeat(n)));
  return el('section', { class: 'feedback' }, el('h2', {}, 'Was this helpful?'), el('div', { class: 'actions' }, stars), done);
}
