// Drives `sleeve mcp` by the official client: every tool, resource and prompt, in both eras of the
// protocol. `node client.mjs PROGRAM`, from the root of the project.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const program = process.argv[2];
const duel = { path: "decks/star-realms/duel.toml" };
const profit = { path: "decks/swccg/profit.toml" };
const opening = { pile: "a=24,b=36", draw: 7, conditions: ["count(a) >= 2"] };

/** The arguments of a call of each tool. */
const calls = {
  check: { decks: [duel] },
  fix: { decks: ["2 Scout"], as: "star-realms/two-player" },
  build: { format: "starfighter/guerre-totale" },
  cards: { filter: ["level:0"], game: "starfighter" },
  show: { cards: ["Darth Vader"] },
  odds: opening,
  draw: { decks: [profit], seed: 1 },
  stats: { decks: [duel] },
  diff: { decks: [profit, { path: "decks/swccg/hunt-down.toml" }] },
  convert: { decks: [profit], to: "text" },
  rules: { format: "starfighter/guerre-totale" },
};

async function drive(client, transport, version) {
  await client.connect(transport);
  assert.equal(client.getServerVersion().name, "sleeve");
  if (version) assert.equal(client.getNegotiatedProtocolVersion?.() ?? version, version);
  const { tools } = await client.listTools();
  assert.deepEqual(tools.map((tool) => tool.name), Object.keys(calls));
  for (const [name, args] of Object.entries(calls)) {
    const result = await client.callTool({ name, arguments: args });
    assert.ok(!result.isError, `${name}: ${result.content[0].text}`);
    assert.ok(result.content[0].text.length <= 2001);
    assert.equal(typeof result.structuredContent, "object");
    const { properties } = tools.find((tool) => tool.name === name).inputSchema;
    for (const field of Object.keys(args)) assert.ok(properties[field], `${name} ${field}`);
  }
  const wrong = await client.callTool({ name: "check", arguments: { decks: ["1 Scout"], colour: 1 } });
  assert.ok(wrong.isError && wrong.content[0].text.includes("has no field `colour`"));

  const { resources } = await client.listResources();
  const rules = resources.find((one) => one.uri === "sleeve://rules/swccg/open");
  const read = await client.readResource({ uri: rules.uri });
  assert.match(read.contents[0].text, /60/);
  const { resourceTemplates } = await client.listResourceTemplates();
  assert.equal(resourceTemplates.length, 1);
  for (const [uri, word] of [
    ["sleeve://games", /swccg/],
    ["sleeve://language", /count/],
    ["sleeve://card/swccg/1%5f168", /Darth Vader/],
  ]) {
    assert.match((await client.readResource({ uri })).contents[0].text, word);
  }
  await assert.rejects(client.readResource({ uri: "sleeve://card/swccg/zzzzzz" }));
  const { prompts } = await client.listPrompts();
  const given = { deck: "1 Scout", format: "star-realms/two-player" };
  const prompt = await client.getPrompt({ name: prompts[0].name, arguments: given });
  assert.match(prompt.messages[0].content.text, /star-realms/);

  // Long lists come in pages.
  const ids = new Set();
  for (const page of [1, 2]) {
    const args = { filter: ["kind:character"], game: "swccg", page };
    const { structuredContent } = await client.callTool({ name: "cards", arguments: args });
    assert.equal(structuredContent.page.page, page);
    assert.equal(structuredContent.cards.length, 100);
    for (const card of structuredContent.cards) ids.add(card.id);
  }
  assert.equal(ids.size, 200);

  // A long call is cancelled while another one is answered.
  const stop = new AbortController();
  const long = client.callTool(
    { name: "draw", arguments: { ...opening, trials: 10_000_000_000, seed: 1 } },
    ...(version ? [{ signal: stop.signal }] : [undefined, { signal: stop.signal }]),
  );
  const two = await Promise.all([1, 2].map(() => client.callTool({ name: "odds", arguments: opening })));
  assert.equal(two[0].structuredContent.results[0].fraction, two[1].structuredContent.results[0].fraction);
  stop.abort();
  await assert.rejects(long);
  const after = await client.callTool({ name: "odds", arguments: opening });
  assert.ok(!after.isError);

  const printed = execFileSync(program, ["check", duel.path, "-o", "json"], { encoding: "utf8" });
  const answered = await client.callTool({ name: "check", arguments: { decks: [duel] } });
  assert.deepEqual(answered.structuredContent, JSON.parse(printed));
  await client.close();
}

const server = { command: program, args: ["mcp"], cwd: process.cwd() };
const me = { name: "sleeve-test", version: "1" };
await drive(
  new Client(me, { versionNegotiation: { mode: "auto" } }),
  new StdioClientTransport(server),
  "2026-07-28",
);
await drive(new OldClient(me), new OldTransport(server));
console.log("11 tools, resources and prompts answer clients of both eras");
