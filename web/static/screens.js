// Terms, onboarding, questions, and the screens that only tell something.
import { el, icon, messages, uid, words } from './dom.js';
import { choiceForm } from './choices.js';
import { searchForm } from './search.js';

export const backButton = (a, onclick) => el('button', { type: 'button', class: 'quiet back', onclick }, icon('back'), a.t('back'));

// problem puts an error beside its field, and the focus into the field.
export function problem(field, text) {
  const whole = field.closest('label') || field;
  let p = whole.parentElement.querySelector('.problem');
  if (!p) {
    p = el('p', { class: 'problem', id: uid('problem'), role: 'alert' });
    whole.before(p);
  }
  p.replaceChildren(icon('alert'), text);
  field.setAttribute('aria-invalid', 'true');
  field.setAttribute('aria-describedby', [...(field.dataset.hint ? [field.dataset.hint] : []), p.id].join(' '));
  field.focus();
}

export function termsScreen(a, terms, accept) {
  const heads = (terms.messages || []).filter((m) => m.type === 'HEADER');
  const title = heads[0];
  const boxes = (terms.checkbox_policies || []).map((m) => el('input', { type: 'checkbox', id: uid('policy') }));
  const form = el('form', { novalidate: true, onsubmit: (e) => {
    e.preventDefault();
    const open = boxes.find((b) => !b.checked);
    if (open) return problem(open, a.t('terms.tick'));
    accept(terms.content_version);
  } },
    el('div', { class: 'stack' }, boxes.map((b, i) => el('div', {}, el('label', { class: 'card tick' }, b, el('span', {}, words(terms.checkbox_policies[i])))))),
    el('div', { class: 'actions' }, el('button', { class: 'main' }, a.t('terms.accept'))),
    el('div', { class: 'soft fine' }, messages(terms.footer_policies)));
  boxes.forEach((b) => b.addEventListener('change', () => {
    b.removeAttribute('aria-invalid');
    const p = b.closest('label').parentElement.querySelector('.problem');
    if (p) p.remove();
  }));
  return [a.heading(title ? words(title) : a.t('brand')), el('div', { class: 'prose' }, messages((terms.messages || []).filter((m) => m !== title), { level: a.level + 1 })), form];
}

// split parts a question's display content: the title, the hint of an input, the rest.
function split(q) {
  const list = q.messages || [];
  const title = list.find((m) => m.type === 'HEADER') || list.find((m) => m.type !== 'INPUT_HINT');
  const hint = list.find((m) => m.type === 'INPUT_HINT');
  return { title: title ? words(title) : '', hint: hint ? hint.value : '', rest: list.filter((m) => m !== title && m !== hint) };
}

// onboardingScreens asks age, sex and complaint, one a screen, and calls send when all are there.
export function onboardingScreens(a, questions, draft, keep, send) {
  const steps = [() => age(), () => sex(), () => complaint()];
  const step = (n) => {
    a.progress(1 + 3 * n);
    a.show(steps[n]());
  };
  const eyebrow = (n) => el('p', { class: 'eyebrow' }, a.t('onboarding.step', { n: n + 1, all: steps.length }));

  function age() {
    const { title, hint, rest } = split(questions.age_question);
    const c = questions.age_question.constraints || {};
    const min = c.min_value ?? c.min_selections, max = c.max_value ?? c.max_selections;
    const hintID = uid('hint');
    const input = el('input', { type: 'text', inputmode: 'numeric', autocomplete: 'off', class: 'short', maxlength: 3, 'aria-labelledby': 'title', 'data-hint': hint ? hintID : undefined, 'aria-describedby': hint ? hintID : undefined });
    input.value = draft.age || '';
    return [eyebrow(0), a.heading(title), messages(rest), el('form', { novalidate: true, onsubmit: (e) => {
      e.preventDefault();
      const n = /^\s*\d{1,3}\s*$/.test(input.value) ? Number(input.value) : NaN;
      if (Number.isNaN(n)) return problem(input, a.t('age.number', { min, max }));
      if (n < min) return problem(input, a.t('age.young', { min, number: a.t('emergency.number') }));
      if (n > max) return problem(input, a.t('age.number', { min, max }));
      draft.age = String(n);
      keep();
      step(1);
    } }, hint ? el('p', { class: 'soft', id: hintID }, hint) : null, el('div', {}, input), el('div', { class: 'actions' }, el('button', { class: 'main' }, a.t('next'))))];
  }

  function sex() {
    const q = questions.gender_question;
    const { title, rest } = split(q);
    return [eyebrow(1), a.heading(title), el('div', { class: 'prose' }, messages(rest)), choiceForm(a, { ...q, constraints: { min_selections: 1, max_selections: 1 } }, (included) => {
      draft.gender = included[0];
      keep();
      step(2);
    }, { local: true, back: () => step(0) })];
  }

  function complaint() {
    const { title, hint, rest } = split(questions.symptoms_question);
    const c = questions.symptoms_question.constraints || {};
    const min = c.min_length ?? c.min_selections, max = c.max_length ?? c.max_selections;
    const hintID = uid('hint'), countID = uid('count');
    const count = el('p', { class: 'soft count', id: countID });
    const input = el('textarea', { rows: 4, 'aria-labelledby': 'title', 'data-hint': hintID, 'aria-describedby': hintID, autocomplete: 'off', oninput: () => {
      draft.query = input.value;
      keep();
      draw();
    } });
    input.value = draft.query || '';
    const length = () => [...input.value.trim().normalize('NFC')].length;
    const draw = () => { count.textContent = length() > max * 0.8 ? a.t('query.count', { have: length(), max }) : ''; };
    draw();
    return [eyebrow(2), a.heading(title), messages(rest), el('form', { novalidate: true, onsubmit: (e) => {
      e.preventDefault();
      if (length() < min) return problem(input, a.t('query.short', { min }));
      if (length() > max) return problem(input, a.t('query.long', { max, have: length() }));
      draft.query = input.value.trim();
      keep();
      send();
    } }, el('p', { class: 'soft', id: hintID }, hint), el('div', {}, input), count,
      el('div', { class: 'actions' }, el('button', { class: 'main' }, a.t('start')), backButton(a, () => step(1))))];
  }

  const first = draft.age ? draft.gender ? 2 : 1 : 0;
  step(first);
}

// questionScreen renders an open question of any type.
export function questionScreen(a, r) {
  const q = r.question;
  const { title, hint, rest } = split(q);
  const back = r.conversation_details.step_back_possible ? () => a.stepBack() : null;
  const form = q.type === 'autocomplete'
    ? searchForm(a, q, hint, back)
    : choiceForm(a, q, (included) => a.answer({ type: q.type, included, excluded: (q.choices || []).map((c) => c.id).filter((id) => !included.includes(id)) }), { back });
  return [a.heading(title), rest.length ? el('div', { class: 'prose soft', id: 'about' }, messages(rest, { level: a.level + 1 })) : null, hint && q.type !== 'autocomplete' ? el('p', { class: 'soft' }, hint) : null, form];
}

// noticeScreen tells what happened, what it means and what can be done.
export function noticeScreen(a, sign, key, actions) {
  return [el('div', { class: 'sign' }, icon(sign)), a.heading(a.t(key + '.title')), el('div', { class: 'prose' }, a.t(key + '.text').split('\n').map((x) => el('p', {}, x))),
    el('div', { class: 'actions' }, actions.map(([label, onclick], i) => el('button', { type: 'button', class: i === 0 ? 'main' : 'quiet', onclick }, label)))];
}
