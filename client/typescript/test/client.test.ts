// Against the real server: `go test ./client` starts one and names it in the environment.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Client, ConnectionError, ServiceError, type Answer, type ChatResponse, type Question } from "../src/index.js";

const env = (name: string): string => {
  const v = process.env[name];
  assert.ok(v, `${name} is not set; run it through go test ./client`);
  return v;
};
const config = { baseUrl: env("ANAMNESIS_URL"), partnerId: env("ANAMNESIS_PARTNER_ID"), secret: env("ANAMNESIS_SECRET"), apiKey: env("ANAMNESIS_API_KEY") };

/** Confirms what was understood, goes on, and affirms nothing else. */
function answer(q: Question): Answer {
  const ids = (q.choices ?? []).map((c) => c.id);
  const min = q.constraints?.min_selections ?? 0;
  let included = min > 0 ? ids.slice(0, 1) : ids.filter((id) => id.startsWith("assessment_")).slice(0, 1);
  for (const id of ["n", "continue_assessment"]) if (min > 0 && ids.includes(id)) included = [id];
  return { type: q.type as Answer["type"], included, excluded: ids.filter((id) => !included.includes(id)) };
}

async function begin(client: Client): Promise<{ session: Awaited<ReturnType<Client["login"]>>; first: ChatResponse }> {
  const session = await client.login();
  const terms = await session.terms();
  const onboarding = await session.accept(terms.content_version);
  assert.equal(onboarding.age_question.type, "numeric");
  const first = await session.initial({ gender: "female", age: 34, initial_query: "sore throat and fever since yesterday" });
  return { session, first };
}

test("a consultation from login to report", async () => {
  const { session, first } = await begin(new Client(config));
  let state = first;
  let turns = 0;
  for (; !state.conversation_details.report_possible; turns++) {
    assert.ok(turns < 40 && state.question);
    state = await session.chat(answer(state.question));
    if (turns === 2) state = await session.stepBack();
  }
  const shown = await session.report();
  assert.ok(shown.report.overall_outcome.main_recommendation);
  assert.ok((shown.report.summary.ranked_causes ?? []).length >= 5);
  const reasons = await session.reasons();
  assert.equal(reasons.level.id, shown.report.overall_outcome.subdomain_triage_level.id);
  assert.equal(new TextDecoder().decode((await session.pdf()).slice(0, 5)), "%PDF-");
  assert.equal(((await session.fhir()) as { resourceType: string }).resourceType, "Bundle");
  const article = shown.report.information_articles?.information_articles?.[0];
  assert.ok(article);
  assert.equal((await session.article(article.id)).id, article.id);
  await session.event("report_opened", { seconds: 12 });
  await session.feedback({ stars: 5 });
  const today = new Date().toISOString().slice(0, 10);
  const records = await new Client(config).records(today, today);
  assert.ok(records.length >= 1);
});

test("the search finds what is typed", async () => {
  const { session } = await begin(new Client(config));
  const found = await session.search("headac");
  assert.match(found.autocomplete[0]?.dropdown_name ?? "", /headache/i);
});

test("an error names its status, its faults and the request", async () => {
  const session = await new Client(config).login();
  const terms = await session.terms();
  await session.accept(terms.content_version);
  await assert.rejects(session.initial({ gender: "female", age: 7, initial_query: "x" }), (e: unknown) => {
    assert.ok(e instanceof ServiceError);
    assert.equal(e.status, 400);
    assert.ok(e.validationErrors.length >= 2 && e.requestId);
    return true;
  });
  await assert.rejects(new Client({ ...config, secret: "wrong" }).login(), (e: unknown) => e instanceof ServiceError && e.status === 401);
  assert.throws(() => new Client({ ...config, baseUrl: "http://nowhere" }), TypeError);
});

test("an answer whose fate is unknown is looked up, not sent again", async () => {
  let posts = 0;
  let drop = false;
  const dropping: typeof fetch = async (url, init) => {
    const response = await fetch(url, init);
    if (init?.method === "POST" && String(url).endsWith("/chat")) {
      posts++;
      if (drop) { drop = false; throw new TypeError("connection reset"); }
    }
    return response;
  };
  const { session, first } = await begin(new Client({ ...config, fetch: dropping }));
  assert.ok(first.question);
  drop = true;
  const next = await session.chat(answer(first.question));
  assert.equal(posts, 1);
  assert.notEqual(next.question?.id, first.question.id);
});

test("GET is repeated, POST /chat is not", async () => {
  let gets = 0;
  let chats = 0;
  const failing: typeof fetch = async (url, init) => {
    if (init?.method === "GET" && gets++ < 2) throw new TypeError("connection refused");
    if (String(url).endsWith("/chat") && init?.method === "POST" && chats++ === 0) {
      return new Response('{"error":"later"}', { status: 429, headers: { "Retry-After": "0" } });
    }
    return fetch(url, init);
  };
  const { session, first } = await begin(new Client({ ...config, fetch: failing, backoff: 1 }));
  assert.equal(gets, 3);
  assert.ok(first.question);
  await session.chat(answer(first.question));
  assert.equal(chats, 2);
  const never: typeof fetch = async () => { throw new TypeError("no route"); };
  await assert.rejects(new Client({ ...config, fetch: never, retries: 1, backoff: 1 }).login(), ConnectionError);
});
