// What the person thought of it: stars, a few labels, a word. Nothing of it is needed.
import { el, icon, uid } from './dom.js';

const LABELS = ['clear', 'helpful', 'calming', 'long', 'confusing', 'wrong'];

export function feedbackForm(a) {
  const name = uid('stars');
  const stars = [1, 2, 3, 4, 5].map((n) => el('label', { class: 'star' }, el('input', { type: 'radio', name, value: n, 'aria-label': a.t('feedback.stars', { n }), onchange: () => { stars.forEach((s, i) => s.classList.toggle('on', i < n)); more.hidden = false; } }), icon('star')));
  const labels = LABELS.map((id) => el('label', { class: 'chip' }, el('input', { type: 'checkbox', value: id }), el('span', {}, a.t('feedback.' + id))));
  const textID = uid('text');
  const text = el('textarea', { id: textID, rows: 3, maxlength: 1000 });
  const status = el('p', { role: 'status', class: 'soft' });
  const more = el('div', { hidden: true }, el('fieldset', { class: 'chips' }, el('legend', {}, a.t('feedback.labels')), labels), el('label', { class: 'field', for: textID }, a.t('feedback.text')), text,
    el('div', { class: 'actions' }, el('button', { class: 'quiet framed' }, a.t('feedback.send'))));
  const form = el('form', { class: 'part feedback card', onsubmit: async (e) => {
    e.preventDefault();
    const chosen = labels.map((l) => l.firstElementChild).filter((i) => i.checked).map((i) => i.value);
    try {
      await a.api.feedback({ stars: Number(form.querySelector('input[type=radio]:checked').value), labels: chosen, message: text.value.trim() });
      more.hidden = true;
      status.textContent = a.t('feedback.thanks');
    } catch (err) {
      status.textContent = a.t(err.status === 401 ? 'feedback.expired' : 'feedback.failed');
    }
  } }, a.heading(a.t('feedback.title'), 1), el('fieldset', { class: 'stars' }, el('legend', { class: 'unseen' }, a.t('feedback.title')), stars), more, status);
  return form;
}
