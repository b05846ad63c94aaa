// Articles open in a dialog over the report; links between them stay in it.
import { el, icon, messages } from './dom.js';

export async function openArticle(a, id) {
  const opener = a.screen.getRootNode().activeElement;
  const box = el('div', { class: 'reading' });
  const close = el('button', { type: 'button', class: 'quiet shut', 'aria-label': a.t('close'), onclick: () => dialog.close() }, icon('close'));
  const dialog = el('dialog', { 'aria-labelledby': 'article-title', onclick: (e) => { if (e.target === dialog) dialog.close(); } }, close, box);
  dialog.addEventListener('close', () => { dialog.remove(); if (opener) opener.focus(); });
  a.body.append(dialog);
  const trail = [];

  async function load(next, returning) {
    box.replaceChildren(el('p', { id: 'article-title', class: 'soft' }, a.t('article.loading')));
    try {
      const article = await a.api.article(next);
      if (!returning) trail.push(next);
      box.lang = (article.metadata || {}).language || a.words.tag;
      box.replaceChildren(...content(a, article, link, trail.length > 1 ? back : null));
      dialog.scrollTop = 0;
      box.querySelector('#article-title').focus();
    } catch (err) {
      box.replaceChildren(el('p', { id: 'article-title', tabindex: -1 }, a.t(err.status === 401 ? 'article.expired' : err.status === 404 ? 'article.gone' : 'article.failed')),
        err.status === 401 || err.status === 404 ? '' : el('button', { type: 'button', class: 'main', onclick: () => load(next, returning) }, a.t('try')));
    }
  }

  function back() { trail.pop(); load(trail.at(-1), true); }

  function link(target, label) {
    if (target.startsWith('article:')) return el('button', { type: 'button', class: 'link', onclick: () => load(target.slice(8)) }, label);
    return /^https:\/\//i.test(target) ? el('a', { href: target, rel: 'noopener noreferrer', target: '_blank' }, label, icon('out'), el('span', { class: 'unseen' }, ' ' + a.t('newtab'))) : null;
  }

  dialog.showModal();
  await load(id);
}

function content(a, x, link, back) {
  const meta = x.metadata || {};
  const sources = (meta.sources || []).map((s) => el('li', {}, s.url ? link(s.url, s.title) || s.title : s.title, s.year ? ' (' + s.year + ')' : ''));
  return [back ? el('button', { type: 'button', class: 'quiet back', onclick: back }, icon('back'), a.t('back')) : '',
    el('h2', { id: 'article-title', class: 'title', tabindex: -1 }, x.name),
    el('p', { class: 'soft' }, [x.reading_time_minutes ? a.t('article.minutes', { n: x.reading_time_minutes }) : '', meta.reviewed === false ? a.t('article.unreviewed') : '', meta.language && meta.language.slice(0, 2) !== a.words.tag.slice(0, 2) ? a.t('article.foreign') : ''].filter(Boolean).join(' · ')),
    ...(x.paragraphs || []).flatMap((p) => [p.title ? el('h3', {}, p.title) : '', ...messages(p.messages, { link, level: 4 })]),
    (x.related_articles || []).length ? el('div', {}, el('h3', {}, a.t('article.related')), el('ul', {}, x.related_articles.map((r) => el('li', {}, link('article:' + r.id, r.name || r.id))))) : '',
    sources.length ? el('div', { class: 'fine' }, el('h3', {}, a.t('article.sources')), el('ul', {}, sources)) : ''];
}
