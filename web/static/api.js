// Calls to the element's own back end. A turn is sent once: it carries an idempotency key, and only a refusal that
// says "not now" (429, nothing was applied) is tried again, under the same key.

export class Failure extends Error {
  constructor(status, text, after) { super(text || 'HTTP ' + status); this.status = status; this.after = after; }
  get lost() { return this.status === 0 || this.status >= 500; }
}

export const wait = (ms) => new Promise((done) => setTimeout(done, ms));

const key = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16).padStart(2, '0')).join('');

// A little above the service's budgets, in milliseconds.
const TURN = 25000, SEARCH = 5000, READ = 15000;

export class Api {
  constructor(base) { this.base = base; this.session = ''; }

  async call(method, path, body, { idempotency, timeout = TURN } = {}) {
    const headers = { 'X-Anamnesis': 'web' };
    if (this.session) headers['X-Session'] = this.session;
    if (body !== undefined) headers['Content-Type'] = 'application/json';
    if (idempotency) headers['Idempotency-Key'] = idempotency;
    let response, data = null;
    try {
      response = await fetch(this.base + path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body), signal: AbortSignal.timeout(timeout) });
      if (response.status !== 204) data = await response.json();
    } catch {
      if (!response || response.ok) throw new Failure(0, 'no connection');
    }
    if (!response.ok) throw new Failure(response.status, data && data.error, Number(response.headers.get('Retry-After')) || 0);
    return data;
  }

  // patient tries again what may be sent again: after a 429, and with again also after a lost connection.
  async patient(again, f) {
    for (let n = 0; ; n++) {
      try { return await f(); } catch (err) {
        const worth = err instanceof Failure && (err.status === 429 || again && err.lost);
        if (!worth || n === 3) throw err;
        await wait(Math.max(err.after ? err.after * 1000 : 0, 500 * 2 ** n));
      }
    }
  }

  get(path, timeout = READ) { return this.patient(true, () => this.call('GET', path, undefined, { timeout })); }
  turn(path, body) {
    const idempotency = key();
    return this.patient(false, () => this.call('POST', path, body, { idempotency }));
  }

  async open(about) { const a = await about; this.session = a ? a.session : ''; return a; }
  resume() { return this.open(this.get('session')); }
  start(languages) { this.session = ''; return this.open(this.call('POST', 'session', { languages })); }
  accept(version) { return this.open(this.call('POST', 'session/accept', { content_version: version })); }
  end() { return this.call('DELETE', 'session'); }

  initial(body) { return this.turn('app/initial', body); }
  chat(answer) { return this.turn('app/chat', answer); }
  stepBack() { return this.turn('app/step-back'); }
  state() { return this.call('GET', 'app/chat'); }
  report() { return this.get('app/report', TURN); }
  reasons() { return this.get('app/report/reasons'); }
  search(text) { return this.call('GET', 'app/symptom-search?text=' + encodeURIComponent(text), undefined, { timeout: SEARCH }); }
  article(id) { return this.get('app/article/' + encodeURIComponent(id)); }
  event(event, value) { return this.call('POST', 'app/analytics', { event, value }).catch(() => {}); }
  feedback(body) { return this.patient(false, () => this.call('POST', 'app/analytics/feedback', body)); }
  async hasPDF() {
    try { return (await fetch(this.base + 'app/report.pdf', { method: 'HEAD' })).ok; } catch { return false; }
  }
}
