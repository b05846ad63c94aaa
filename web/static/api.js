// Calls to the page's own back end. A turn is never sent twice: it carries an idempotency
// key, and after a lost connection the state is read again with GET /chat.

export class Failure extends Error {
  constructor(status, body) { super((body && body.error) || 'HTTP ' + status); this.status = status; }
}

async function call(method, path, body, key) {
  const headers = { 'X-Anamnesis': 'web' };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (key) headers['Idempotency-Key'] = key;
  const response = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  let data = null;
  try { data = await response.json(); } catch { /* no JSON: the status says enough */ }
  if (!response.ok) throw new Failure(response.status, data);
  return data;
}

async function turn(path, body) {
  try {
    return await call('POST', path, body, crypto.randomUUID());
  } catch (err) {
    if (err instanceof Failure && err.status < 500) throw err;
    return call('GET', '/app/chat');
  }
}

export const start = () => call('POST', '/session');
export const accept = (version) => call('POST', '/session/accept', { content_version: version });
export const initial = (body) => turn('/app/initial', body);
export const chat = (answer) => turn('/app/chat', answer);
export const stepBack = () => turn('/app/step-back');
export const state = () => call('GET', '/app/chat');
export const report = () => call('GET', '/app/report');
export const search = (text) => call('GET', '/app/symptom-search?text=' + encodeURIComponent(text));
export const article = (id) => call('GET', '/app/article/' + encodeURIComponent(id));
export const feedback = (body) => call('POST', '/app/analytics/feedback', body);
