// A search library of Node behind the protocol of main.go: a line of JSON sets up, each further line measures a round.
// process.argv[1] names the library.
const readline = require("node:readline");

const makers = {
  // As its documentation builds a search as one types: prefixes, and one error for each five letters.
  minisearch(names) {
    const MiniSearch = require("minisearch");
    const index = new MiniSearch({ fields: ["text"], storeFields: ["id"], idField: "n" });
    index.addAll(names.map((name, n) => ({ n, id: name.id, text: name.text })));
    const options = { prefix: true, fuzzy: 0.2, combineWith: "AND" };
    return (text) => index.search(text, options).slice(0, 30).map((r) => r.id);
  },
  fuse(names) {
    const Fuse = require("fuse.js");
    const index = new (Fuse.default ?? Fuse)(names, { keys: ["text"], ignoreLocation: true, threshold: 0.4 });
    return (text) => index.search(text, { limit: 30 }).map((r) => r.item.id);
  },
};

let search, queries, first = true;

function round() {
  const found = [];
  const begin = process.hrtime.bigint();
  for (const q of queries) {
    const ids = search(q.text);
    if (first) found.push([...new Set(ids)].slice(0, 10));
  }
  const micros = Number(process.hrtime.bigint() - begin) / queries.length / 1000;
  first = false;
  return { micros, found };
}

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  let out = {};
  try {
    if (!search) {
      const setup = JSON.parse(line);
      queries = setup.queries;
      search = makers[process.argv[1]](setup.names);
    } else {
      out = round();
    }
  } catch (e) {
    out = { error: String(e.message ?? e) };
  }
  process.stdout.write(JSON.stringify(out) + "\n");
});
