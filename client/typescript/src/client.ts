import { ConnectionError, ServiceError } from "./errors.js";
import type {
  AcceptResponse, Answer, Article, ChatResponse, ConsultationRecord, FeedbackRequest, LoginResponse, Onboarding,
  ReportReasons, ReportResponse, SearchResponse, TermsResponse,
} from "./types.js";

export interface ClientConfig {
  /** Address of the service including /api/v1. */
  baseUrl: string;
  partnerId: string;
  secret: string;
  apiKey: string;
  /** BCP 47 tag, one of the partner's; absent is en-US. */
  language?: string;
  /** Repetitions of what may be repeated; absent is 3. */
  retries?: number;
  /** Milliseconds before the first repetition, doubled each time; absent is 200. */
  backoff?: number;
  /** For tests; absent is the global fetch. */
  fetch?: typeof fetch;
}

/** The body of the first call of a conversation. */
export interface InitialRequest {
  gender: "female" | "male";
  /** Years, 18 to 125. */
  age: number;
  /** The person's own words, 3 to 500 characters. */
  initial_query: string;
}

/** Milliseconds that the service may take, and a little more for the way. */
const budgets = { turn: 20_000, terms: 5_000, search: 3_000, article: 10_000, records: 60_000 } as const;
const slack = 2_000;
const maxBackoff = 10_000;

/** After what a call may be sent again: after anything temporary, or only after a 429, which refused it unseen. */
type Repeat = "always" | "refused";

interface Call {
  method: "GET" | "POST";
  url: string;
  budget: number;
  repeat: Repeat;
  token?: string;
  body?: unknown;
  form?: URLSearchParams;
  headers?: Record<string, string>;
  portal?: boolean;
}

/** Opens consultations for one partner. */
export class Client {
  readonly #c: Required<Omit<ClientConfig, "language">> & { language: string };

  constructor(config: ClientConfig) {
    if (!/^https?:\/\/.+\/api\/v1$/.test(config.baseUrl)) throw new TypeError("baseUrl must be an address that ends in /api/v1");
    this.#c = { retries: 3, backoff: 200, fetch: (...a) => fetch(...a), ...config, language: config.language ?? "" };
  }

  /** Opens a session: one consultation, about half an hour long. */
  async login(): Promise<Session> {
    const l = await this.json<LoginResponse>({
      method: "POST", url: `${this.#c.baseUrl}/login`, budget: budgets.turn, repeat: "always",
      body: { partner_id: this.#c.partnerId, secret: this.#c.secret },
      headers: this.#c.language ? { "X-Language": this.#c.language } : {},
    });
    return new Session(this, this.#c.baseUrl, l.access_token, Date.now() + l.expires_in * 1000);
  }

  /** Goes on with a session whose token was kept, after a restart of the caller. `expires` is a time as Date.now() gives it. */
  resume(token: string, expires: number): Session {
    return new Session(this, this.#c.baseUrl, token, expires);
  }

  /** Consultations of whole UTC days, both included, as YYYY-MM-DD. */
  async records(startDate: string, endDate: string): Promise<ConsultationRecord[]> {
    const portal = this.#c.baseUrl.replace(/\/api\/v1$/, "/v4");
    const basic = Buffer.from(`${encodeURIComponent(this.#c.partnerId)}:${encodeURIComponent(this.#c.secret)}`).toString("base64");
    const t = await this.json<{ access_token: string }>({
      method: "POST", url: `${portal}/oauth/token`, budget: budgets.turn, repeat: "always", portal: true,
      form: new URLSearchParams({ grant_type: "client_credentials" }), headers: { Authorization: `Basic ${basic}` },
    });
    const r = await this.json<{ records: ConsultationRecord[] }>({
      method: "POST", url: `${portal}/analytics/query`, budget: budgets.records, repeat: "always", portal: true,
      token: t.access_token, body: { start_date: startDate, end_date: endDate },
    });
    return r.records;
  }

  /** @internal */
  async json<T>(call: Call): Promise<T> {
    return (await (await this.send(call)).json()) as T;
  }

  /** @internal Sends a call, again where it may be. */
  async send(call: Call): Promise<Response> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#once(call);
      } catch (e) {
        const refused = e instanceof ServiceError && e.status === 429;
        const temporary = e instanceof ConnectionError || (e instanceof ServiceError && e.temporary);
        if (attempt >= this.#c.retries || !(refused || (temporary && call.repeat === "always"))) throw e;
        const half = Math.min(this.#c.backoff * 2 ** attempt, maxBackoff) / 2;
        const wait = Math.max(half + Math.random() * half, e instanceof ServiceError ? e.retryAfter * 1000 : 0);
        if (wait > maxBackoff) throw e;
        await new Promise((done) => setTimeout(done, wait));
      }
    }
  }

  async #once(call: Call): Promise<Response> {
    const headers: Record<string, string> = { Accept: "application/json", ...call.headers };
    if (!call.portal) headers["x-api-key"] = this.#c.apiKey;
    if (call.token) headers["Authorization"] = `Bearer ${call.token}`;
    if (call.body !== undefined) headers["Content-Type"] = "application/json";
    const body = call.form ?? (call.body === undefined ? null : JSON.stringify(call.body));
    let response: Response;
    try {
      response = await this.#c.fetch(call.url, { method: call.method, headers, body, signal: AbortSignal.timeout(call.budget + slack) });
    } catch (cause) {
      throw new ConnectionError(`${call.method} ${new URL(call.url).pathname}: no answer`, { cause });
    }
    if (response.ok) return response;
    const fault = (await response.json().catch(() => ({}))) as { error?: string; validation_errors?: string[] };
    throw new ServiceError(response.status, fault.error ?? "no description", fault.validation_errors ?? [],
      response.headers.get("X-Request-Id") ?? "", Number(response.headers.get("Retry-After")) || 0);
  }
}

/** One consultation, from login on. Its turns wait for each other. */
export class Session {
  #turns: Promise<unknown> = Promise.resolve();

  /** @internal Use Client.login or Client.resume. */
  constructor(private readonly client: Client, private readonly base: string, private current: string, private until: number) {}

  /** The session's token. */
  get token(): string { return this.current; }

  /** When it expires, as Date.now() gives it. Warn the person in time: nothing renews it. */
  get expires(): number { return this.until; }

  terms(): Promise<TermsResponse> { return this.get("/terms", budgets.terms); }

  /** Records the person's consent to a version of the terms. The session goes on with the upgraded token. */
  async accept(contentVersion: string): Promise<Onboarding> {
    const a = await this.client.json<AcceptResponse>({
      ...this.#call("POST", "/terms", budgets.terms), body: { content_version: contentVersion, all_policies_accepted: true },
    });
    this.current = a.login_response.access_token;
    this.until = Date.now() + a.login_response.expires_in * 1000;
    return a.onboarding_response;
  }

  initial(request: InitialRequest): Promise<ChatResponse> { return this.#turn("/initial", request); }

  /** Answers the open question. Where the fate of the answer is not known, the state that stands comes back. */
  chat(answer: Answer): Promise<ChatResponse> { return this.#turn("/chat", answer); }

  /** Reopens the previous question. It recovers like chat. */
  stepBack(): Promise<ChatResponse> { return this.#turn("/step-back", undefined); }

  /** The open question or the final state, without advancing. */
  state(): Promise<ChatResponse> { return this.get("/chat", budgets.turn); }

  /** Ends the conversation and gives its report. */
  report(): Promise<ReportResponse> { return this.get("/report", budgets.turn); }

  reasons(): Promise<ReportReasons> { return this.get("/report/reasons", budgets.turn); }

  async pdf(): Promise<Uint8Array> { return this.#bytes("/report.pdf", "application/pdf"); }

  async fhir(): Promise<unknown> { return JSON.parse(new TextDecoder().decode(await this.#bytes("/report.fhir", "application/fhir+json"))); }

  /** Symptoms that a text of 1 to 100 characters may mean. Debounce it by about 300 ms, from 2 characters on. */
  search(text: string): Promise<SearchResponse> { return this.get(`/symptom-search?text=${encodeURIComponent(text)}`, budgets.search); }

  article(id: string): Promise<Article> { return this.get(`/article/${encodeURIComponent(id)}`, budgets.article); }

  async event(event: string, value?: unknown): Promise<void> {
    await this.client.send({ ...this.#call("POST", "/analytics", budgets.turn), body: value === undefined ? { event } : { event, value } });
  }

  async feedback(feedback: FeedbackRequest): Promise<void> {
    await this.client.send({ ...this.#call("POST", "/analytics/feedback", budgets.turn), body: feedback });
  }

  #call(method: "GET" | "POST", path: string, budget: number): Call {
    return { method, url: this.base + path, budget, repeat: "always", token: this.current };
  }

  private get<T>(path: string, budget: number): Promise<T> { return this.client.json<T>(this.#call("GET", path, budget)); }

  async #bytes(path: string, kind: string): Promise<Uint8Array> {
    const r = await this.client.send({ ...this.#call("GET", path, budgets.turn), headers: { Accept: kind } });
    return new Uint8Array(await r.arrayBuffer());
  }

  /** Sends a call that must not be applied twice: each has a key of its own, and an unknown fate is looked up, not tried again. */
  #turn(path: string, body: unknown): Promise<ChatResponse> {
    const next = this.#turns.then(() => this.#settle(path, body));
    this.#turns = next.catch(() => undefined);
    return next;
  }

  async #settle(path: string, body: unknown): Promise<ChatResponse> {
    const call: Call = {
      ...this.#call("POST", path, budgets.turn), repeat: "refused", body,
      headers: { "Idempotency-Key": crypto.randomUUID() },
    };
    try {
      return await this.client.json<ChatResponse>(call);
    } catch (e) {
      if (e instanceof ServiceError && e.status < 500) throw e;
      try {
        return await this.state();
      } catch (s) {
        if (path === "/initial" && s instanceof ServiceError && s.status === 404) return this.client.json<ChatResponse>(call);
        throw e;
      }
    }
  }
}
