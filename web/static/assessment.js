// The flow of an assessment: which screen is shown, and what happens when the session ends or the connection is lost.
//
//   begin -> terms -> age, sex, complaint -> question … -> report
//
// A turn is never sent twice. When its answer does not come, the state is read with GET /chat until it does, and what
// that says is shown: the next question, or the same one with a word that the answer did not arrive.
import { Api, wait } from './api.js';
import { Clock } from './clock.js';
import { el, icon } from './dom.js';
import { loadWords } from './words.js';
import { chosen, tongues } from './language.js';
import { termsScreen, onboardingScreens, noticeScreen, questionScreen } from './screens.js';
import { reportScreen } from './report.js';

const STORE = 'symptom-assessment';

export class Assessment {
  constructor(host, root, base) {
    this.host = host;
    this.base = base;
    this.level = Math.min(4, Number(host.getAttribute('heading-level')) || 1);
    this.api = new Api(base);
    this.clock = new Clock((left) => this.expiring(left), () => this.expired());
    this.frame(root);
    if (typeof BroadcastChannel === 'function') {
      this.channel = new BroadcastChannel(STORE);
      this.channel.onmessage = (e) => this.elsewhere(e.data);
    }
    addEventListener('pageshow', (e) => { if (e.persisted) this.begin(); });
    addEventListener('online', () => this.hurry && this.hurry());
  }

  frame(root) {
    const sheet = el('link', { rel: 'stylesheet', href: this.base + 'style.css' });
    this.styled = new Promise((done) => { sheet.onload = sheet.onerror = done; });
    this.brand = el('p', { class: 'brand' });
    this.help = el('a', { class: 'help' });
    this.bar = el('div', { class: 'bar', role: 'progressbar', 'aria-valuemin': 0, 'aria-valuemax': 100, hidden: true }, el('span'));
    this.notices = el('div', { class: 'notices', role: 'status' });
    this.live = el('p', { class: 'unseen', role: 'status' });
    this.screen = el('div', { class: 'screen' });
    this.body = el('div', { class: 'frame', hidden: true }, el('div', { class: 'top' }, el('div', { class: 'line' }, this.brand, this.help), this.bar), this.notices, this.screen, this.live);
    root.append(sheet, this.body);
  }

  // wished are the languages to ask for, best first: what the person chose here, what the page says, what the browser says.
  wished() { return [this.choice || chosen(this.host), this.host.getAttribute('lang'), ...(navigator.languages || [])].filter(Boolean).slice(0, 6); }

  async speak(language) {
    if (this.words && this.words.tag === language) return;
    this.words = await loadWords(this.base, language ? [language] : this.wished());
    this.t = this.words.t;
    const t = this.t;
    this.body.lang = this.words.tag;
    this.body.dir = this.host.getAttribute('dir') || this.host.closest('[dir]')?.getAttribute('dir') || this.words.dir;
    this.brand.textContent = this.host.getAttribute('name') || t('brand');
    this.help.replaceChildren(icon('phone'), el('span', {}, t('emergency.line', { number: t('emergency.number') })));
    this.help.href = 'tel:' + t('emergency.number');
    this.bar.setAttribute('aria-label', t('progress'));
  }

  // begin restores the assessment that this browser has, or starts one.
  async begin() {
    await this.guard(async () => {
      const about = await this.api.resume();
      if (!about) return this.start();
      await this.speak(about.language);
      this.clock.set(about.expires_in);
      if (!about.accepted) return this.start();
      try { return await this.render(await this.api.state()); } catch (err) { if (err.status !== 404) throw err; }
      const kept = this.recall();
      if (kept && kept.session === this.api.session) return this.onboard(kept.onboarding, kept.draft);
      return this.start();
    }, () => this.begin());
  }

  async start() {
    this.done = false;
    this.open = null;
    this.forget();
    const about = await this.api.start(this.wished());
    await this.speak(about.language);
    this.clock.set(about.expires_in);
    this.tell();
    this.progress(null);
    this.show([tongues(this, about.languages || []), termsScreen(this, about.terms, (version) => this.guard(async () => {
      const told = await this.api.accept(version);
      this.clock.set(told.expires_in);
      this.onboard(told.onboarding_response, this.draft || {});
    }))]);
  }

  onboard(questions, draft) {
    this.draft = draft;
    const keep = () => this.remember({ session: this.api.session, onboarding: questions, draft });
    keep();
    onboardingScreens(this, questions, draft, keep, () => this.turn(() => this.api.initial({ gender: draft.gender, age: Number(draft.age), initial_query: draft.query }), () => this.forget()));
  }

  answer(a) { return this.turn(() => this.api.chat(a)); }
  stepBack() { return this.turn(() => this.api.stepBack()); }

  // turn sends one, and only one at a time.
  async turn(send, applied) {
    if (this.busy) return;
    this.busy = true;
    this.note();
    this.body.classList.add('busy');
    const slow = setTimeout(() => this.announce(this.t('busy')), 1500);
    try {
      let state;
      try { state = await send(); } catch (err) {
        if (err.status === 400) { this.note('changed'); state = await this.recovered(); }
        else if (err.lost) state = await this.recovered();
        else throw err;
      }
      if (state) { if (applied) applied(); await this.render(state); }
    } catch (err) { this.failed(err); } finally {
      clearTimeout(slow);
      this.busy = false;
      this.body.classList.remove('busy');
    }
  }

  // recovered reads the state until the service answers. null: the turn did not arrive, what is shown still stands.
  async recovered() {
    for (let n = 0; ; n++) {
      try {
        const state = await this.api.state();
        if (this.offline) { this.offline = false; this.note(); }
        if (this.open && state.question && state.question.id === this.open) { this.note('again'); this.release(); return null; }
        return state;
      } catch (err) {
        if (err.status === 404) { this.note('again'); this.release(); return null; } // no conversation yet
        if (!err.lost && err.status !== 429) throw err;
      }
      if (!this.offline) {
        this.offline = true;
        this.note('offline', el('button', { type: 'button', class: 'small', onclick: () => this.hurry && this.hurry() }, this.t('offline.now')));
      }
      await Promise.race([wait(Math.min(1000 * 2 ** n, 15000)), new Promise((now) => { this.hurry = now; })]);
      this.hurry = null;
    }
  }

  // release lets the person send the same screen again.
  release() {
    this.screen.querySelectorAll('.sent').forEach((b) => b.classList.remove('sent'));
    const first = this.screen.querySelector('h1, h2, h3, h4');
    if (first) first.focus();
  }

  async render(r) {
    this.open = r.question ? r.question.id : null;
    this.tell();
    const p = r.conversation_details.progress;
    this.progress(r.question && p ? 10 + 0.9 * p.percentage : null);
    if (r.question) return this.show(questionScreen(this, r));
    let report = r.report;
    if (!report) {
      try { report = (await this.api.report()).report; } catch (err) {
        if (!err.lost) throw err;
        return this.render(await this.recovered());
      }
    }
    this.done = true;
    this.note();
    this.show(reportScreen(this, report));
  }

  // guard runs what may fail, and shows how.
  async guard(f, again = () => this.begin()) {
    try { await f(); } catch (err) { if (!this.words) await this.speak(); this.failed(err, again); }
  }

  failed(err, again = () => this.begin()) {
    if (err.status === 401) return this.expired();
    const t = this.t;
    if (err.status === 409) return this.show(noticeScreen(this, 'info', 'other', [[t('other.resume'), () => this.begin()], [t('restart'), () => this.restart()]]));
    const kind = err.status === 429 ? 'crowded' : err.status === 403 ? 'refused' : err.lost ? 'unreachable' : 'failed';
    this.progress(null);
    this.show(noticeScreen(this, 'alert', kind, [[t('try'), again]]));
    if (!('status' in err)) console.error(err);
  }

  expiring(left) {
    const n = Math.ceil(left / 60);
    this.note(this.done ? 'closing.report' : 'closing', null, { n });
  }

  expired() {
    this.clock.stop();
    this.api.end().catch(() => {});
    if (this.done) return this.note('closed.report');
    this.note();
    this.open = null;
    this.progress(null);
    const kept = this.draft && this.draft.query;
    this.show(noticeScreen(this, 'clock', kept ? 'closed.kept' : 'closed', [[this.t('restart'), () => this.guard(() => this.start())]]));
  }

  async restart() {
    this.draft = null;
    await this.api.end().catch(() => {});
    await this.guard(() => this.start());
  }

  // Other pages of this browser that show the same assessment must not answer a question that has passed.
  tell() { if (this.channel) this.channel.postMessage({ session: this.api.session, open: this.open }); }
  elsewhere(state) {
    if (this.busy || state.session !== this.api.session || state.open === this.open) return;
    this.guard(async () => this.render(await this.api.state()));
  }

  // The onboarding answers survive a reload until they are sent, and no longer.
  remember(value) { try { sessionStorage.setItem(STORE, JSON.stringify(value)); } catch { /* private mode */ } }
  recall() { try { return JSON.parse(sessionStorage.getItem(STORE)); } catch { return null; } }
  forget() { try { sessionStorage.removeItem(STORE); } catch { /* private mode */ } }

  progress(percent) {
    this.bar.hidden = percent === null;
    if (percent === null) return;
    this.bar.setAttribute('aria-valuenow', Math.round(percent));
    this.bar.firstElementChild.style.inlineSize = percent + '%';
  }

  note(key, extra, fields) {
    this.notices.replaceChildren(...(key ? [el('div', { class: 'notice ' + key.replace('.', '-') }, el('p', {}, this.t('note.' + key, fields)), extra)] : []));
  }

  announce(text) { this.live.textContent = ''; requestAnimationFrame(() => { this.live.textContent = text; }); }

  heading(text, level = 0) { return el('h' + Math.min(6, this.level + level), level === 0 ? { tabindex: -1, class: 'title', id: 'title' } : {}, text); }

  async show(nodes) {
    await this.styled;
    this.live.textContent = '';
    this.screen.replaceChildren(...nodes.flat(Infinity).filter(Boolean));
    this.body.hidden = false;
    const title = this.screen.querySelector('.title');
    const early = !this.shown;
    this.shown = true;
    if (this.host.getBoundingClientRect().top < 0 || !early) this.host.scrollIntoView({ block: 'start' });
    // The first screen leaves the focus where the page put it; later ones begin at their title.
    if (title && !early) title.focus({ preventScroll: true });
    this.host.dispatchEvent(new CustomEvent('assessment-screen', { bubbles: true, detail: { title: title ? title.textContent : '', page: this.t('page'), lang: this.words.tag } }));
  }
}
