// The parts of tests/*.test.mjs that depend on the browser, in Firefox. It is driven through
// Marionette, because no package can talk to the Firefox of a distribution. Run `node
// tests/firefox.mjs` after a build; FIREFOX is the path of the program.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { address, root } from "./browser.mjs";

const PORT = 28_280;
const LEGAL = readFileSync(join(root, "decks/swccg/all-your-base.toml"), "utf8");
const profile = mkdtempSync(join(tmpdir(), "sleeve-firefox-"));
writeFileSync(join(profile, "user.js"), `user_pref("marionette.port", ${PORT});\n`);
const program = process.env.FIREFOX ?? "firefox-esr";
const firefox = spawn(program, ["--headless", "--marionette", "--no-remote", "--profile", profile], { stdio: "ignore" });
const pause = (ms) => new Promise((settle) => setTimeout(settle, ms));

async function joined() {
  for (let tries = 0; ; tries++) {
    const socket = connect(PORT, "127.0.0.1");
    const open = await new Promise((settle) => socket.once("connect", () => settle(true)).once("error", () => settle(false)));
    if (open) return socket;
    if (tries > 100) throw new Error("Firefox does not answer");
    await pause(200);
  }
}

const waiting = new Map();
let [buffer, last] = [Buffer.alloc(0), 0];
const socket = await joined();
socket.on("data", (data) => {
  buffer = Buffer.concat([buffer, data]);
  for (;;) {
    const colon = buffer.indexOf(":");
    const length = Number(buffer.subarray(0, colon));
    if (colon < 0 || buffer.length < colon + 1 + length) return;
    const message = JSON.parse(buffer.subarray(colon + 1, colon + 1 + length));
    buffer = buffer.subarray(colon + 1 + length);
    if (!Array.isArray(message)) continue;
    const [, id, error, result] = message;
    if (error) waiting.get(id)?.fail(new Error(error.message));
    else waiting.get(id)?.settle(result);
  }
});
const send = (name, parameters = {}) =>
  new Promise((settle, fail) => {
    const id = ++last;
    waiting.set(id, { settle, fail });
    const text = JSON.stringify([0, id, `WebDriver:${name}`, parameters]);
    socket.write(`${Buffer.byteLength(text)}:${text}`);
  });
const run = async (script, ...args) => (await send("ExecuteScript", { script: `return (${script})(...arguments)`, args })).value;
async function until(script, ...args) {
  for (let tries = 0; tries < 600; tries++) {
    if (await run(script, ...args).catch(() => false)) return;
    await pause(50);
  }
  assert.fail(`never: ${script}`);
}
const element = async (value) => Object.values((await send("FindElement", { using: "css selector", value })).value)[0];
const click = async (selector) => send("ElementClick", { id: await element(selector) });
const fill = (text) =>
  run((text) => {
    const area = document.querySelector("#deck");
    area.value = text;
    area.dispatchEvent(new Event("input", { bubbles: true }));
  }, text);
const verdict = (wanted) => until((wanted) => document.querySelector("#verdict").dataset.verdict === wanted, wanted);
const opened = async () => {
  await send("Navigate", { url: address });
  await until(() => document.querySelector("#page header") && !document.querySelector("#starting"));
};

try {
  await send("NewSession", { capabilities: {} });
  await opened();
  await fill(LEGAL);
  await verdict("legal");
  await click("#tab-build");
  const MORE = '.zone button[aria-label="AT-ST Pilot: one more"]';
  await until((more) => document.querySelector(more), MORE);
  const count = () => run(() => Number(document.querySelector("#deck").value.match(/"AT-ST Pilot" = (\d+)/)[1]));
  const first = await count();
  await run((more) => document.querySelector(more).scrollIntoView({ block: "center" }), MORE);
  const origin = { "element-6066-11e4-a52e-4f735466cecf": await element(MORE) };
  const tap = [{ type: "pointerDown", button: 0 }, { type: "pause", duration: 20 }, { type: "pointerUp", button: 0 }, { type: "pause", duration: 40 }];
  const actions = [{ type: "pointerMove", origin, x: 0, y: 0, duration: 0 }, ...Array.from({ length: 20 }, () => tap).flat()];
  await send("PerformActions", { actions: [{ type: "pointer", id: "hand", parameters: { pointerType: "mouse" }, actions }] });
  await until((n) => document.querySelector("#deck").value.includes(`"AT-ST Pilot" = ${n}`), first + 20);
  console.log("ok: twenty taps are twenty copies");

  await run((more) => {
    const area = document.querySelector("#deck");
    document.querySelector(more).click();
    area.value = `# typed meanwhile\n${area.value}`;
    area.dispatchEvent(new Event("input", { bubbles: true }));
  }, MORE);
  await until((n) => document.querySelector("#deck").value.includes(`"AT-ST Pilot" = ${n}`), first + 21);
  assert.ok(await run(() => document.querySelector("#deck").value.startsWith("# typed meanwhile")));
  console.log("ok: what is typed while a change is on its way stays");

  await run(() => document.querySelector("#deck").focus());
  await run(() => document.querySelector("#deck").setSelectionRange(0, 0));
  await send("ElementSendKeys", { id: await element("#deck"), text: "# a wor" });
  const typed = await run(() => document.querySelector("#deck").value);
  assert.match(typed, /# a wor/);
  await send("Refresh");
  await until((text) => document.querySelector("#deck")?.value === text, typed);
  console.log("ok: a reload in the middle of a word loses no letter");

  await opened();
  await click("#new");
  const posted = [...LEGAL.matchAll(/^"(.*)" = (\d+)$/gm)].map(([, name, count]) => `${count} ${name}`);
  await fill(`Locations (1)\n${posted.join("\n")}`);
  await verdict("asked");
  await until(() => document.querySelector("#matrix li button"));
  await click("#matrix li button");
  await until(() => ["legal", "illegal"].includes(document.querySelector("#verdict").dataset.verdict));
  console.log("ok: a posted list has a verdict in two presses");

  await click("#tab-build");
  await until(() => document.querySelector(".kind .name"));
  await click(".kind .name");
  await until(() => document.querySelector("dialog[open] dl"));
  console.log("ok: a card is shown");
} finally {
  firefox.kill();
  socket.destroy();
  await new Promise((settle) => firefox.once("exit", settle));
  rmSync(profile, { recursive: true, force: true });
}
