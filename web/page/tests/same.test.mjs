// The page's engine returns the same documents as the program.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import init, { Desk } from "../../engine/pkg/engine.js";

const root = join(import.meta.dirname, "../../..");
const target = process.env.CARGO_TARGET_DIR ?? join(root, "target");
const suffix = process.platform === "win32" ? ".exe" : "";
const built = ["release", "debug"].map((profile) => join(target, profile, `sleeve${suffix}`));
const newest = built.filter(existsSync).sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs)[0];
const program = process.env.SLEEVE ?? newest;
assert.ok(program, "the program is built before the page is tested: cargo build");

await init({ module_or_path: readFileSync(join(root, "web/engine/pkg/engine_bg.wasm")) });

function files(folder) {
  const all = readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
  const paths = all.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
  return paths.map((path) => path.slice(root.length + 1).replaceAll("\\", "/")).sort();
}

/** The output of the program, with any exit status. */
function said(args) {
  try {
    return execFileSync(program, args, { cwd: root, encoding: "utf8", maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "ignore"] });
  } catch (error) {
    assert.ok(error.stdout, `${error}`);
    return error.stdout;
  }
}

function judged(desk, paths, ask) {
  for (const path of paths) desk.put(path, readFileSync(join(root, path)));
  const answer = JSON.parse(desk.check(JSON.stringify(ask)));
  assert.ok(answer.ok, JSON.stringify(answer.refused));
  return answer.ok.document;
}

const desk = new Desk();
const decks = files("decks");
const twins = files("tests/pairs").filter((path) => path.endsWith(".toml"));

test("the documents for all decks and twins are the same", () => {
  assert.ok(decks.length > 80 && twins.length > 300, `${decks.length} decks, ${twins.length} twins`);
  for (const paths of [decks, twins]) {
    const printed = JSON.parse(said(["check", "-o", "json", ...paths]));
    const document = judged(desk, paths, { mends: true });
    assert.equal(document.decks.length, paths.length);
    for (const [at, deck] of document.decks.entries()) assert.deepEqual(deck, printed.decks[at]);
    assert.deepEqual(document, printed);
  }
});

test("the documents in French are the same", () => {
  assert.deepEqual(judged(desk, decks, { lang: "fr" }), judged(desk, decks, { lang: "en" }));
});

test("all formats, attested facts and repairs are the same", () => {
  const illegal = twins.filter((path) => path.includes(".illegal"));
  for (const paths of [decks.slice(0, 3), [illegal[0]], [illegal[40]], [illegal[120]]]) {
    const ways = [
      [{ mends: true, format: "all" }, ["--as", "all"]],
      [{ mends: true, attested: true }, ["--attested"]],
      [{ mends: true }, []],
    ];
    for (const [ask, args] of ways) {
      const printed = JSON.parse(said(["check", "-o", "json", ...args, ...paths]));
      assert.deepEqual(judged(desk, paths, ask), printed);
    }
  }
});

test("the smallest repair, in the deck's own text, makes each illegal twin with a repair legal", () => {
  let repaired = 0;
  for (const path of twins.filter((one) => /\.illegal\.toml$/.test(one)).slice(0, 60)) {
    desk.put(path, readFileSync(join(root, path)));
    const answer = JSON.parse(desk.repair(JSON.stringify({ milliseconds: 2000 }))).ok;
    if (!answer?.text) continue;
    desk.put(path, new TextEncoder().encode(answer.text));
    const [deck] = JSON.parse(desk.check("{}")).ok.document.decks;
    assert.ok(["legal", "undetermined"].includes(deck.verdict), `${path}: ${deck.verdict}`);
    repaired += 1;
  }
  assert.ok(repaired > 40, `${repaired} repaired`);
});

test("an invalid call is refused with a message", () => {
  for (const call of ["check", "shrink", "repair", "deal", "portray", "write", "change", "search", "complete", "card", "curves", "compare", "rows", "event", "field", "sheets"]) {
    for (const ask of ["", "{", '{"nonsense":1}', '{"game":"no such game"}']) {
      if (["check", "rows"].includes(call) && ask.includes("game")) continue;
      const answer = JSON.parse(desk[call](ask));
      assert.ok(answer.refused, `${call}(${ask}): ${JSON.stringify(answer)}`);
      if (ask.includes("nonsense")) assert.match(answer.refused.help, /^its fields are .*\blang\b/, call);
    }
  }
});
