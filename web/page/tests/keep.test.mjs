// No click and no letter is lost: fast taps, typing during a change, undo, reload, recent decks.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { drop, root, suite, verdict } from "./browser.mjs";

const read = (path) => readFileSync(join(root, path), "utf8");
const LEGAL = read("decks/swccg/all-your-base.toml");
const OTHER = read("decks/swccg/profit.toml");
const MORE = '.zone button[aria-label="AT-ST Pilot: one more"]';

const { it, open } = suite();
const has = (tab, pilots) =>
  tab.waitForFunction((n) => document.querySelector("#deck").value.includes(`"AT-ST Pilot" = ${n}`), pilots, { timeout: 30_000 });

/** Opens the builder, and returns the number of pilots. */
async function building(tab) {
  await tab.fill("#deck", LEGAL);
  await verdict(tab, "legal");
  await tab.click("#tab-build");
  await tab.waitForSelector(MORE);
  return Number(LEGAL.match(/"AT-ST Pilot" = (\d+)/)[1]);
}

it("twenty taps on a slow processor are twenty copies, and twenty steps back", async (tab, context) => {
  const first = await building(tab);
  const button = await tab.waitForSelector(MORE);
  await button.scrollIntoViewIfNeeded();
  const { x, y } = await button.boundingBox();
  await (await context.newCDPSession(tab)).send("Emulation.setCPUThrottlingRate", { rate: 6 });
  for (let at = 0; at < 20; at++) {
    await tab.mouse.click(x + 10, y + 10);
    await tab.waitForTimeout(60);
  }
  await has(tab, first + 20);
  for (let at = 0; at < 20; at++) await tab.click("#undo");
  await tab.waitForFunction((text) => document.querySelector("#deck").value === text, LEGAL);
});

it("clicks in one turn of the page count one by one", async (tab) => {
  const first = await building(tab);
  await tab.$eval(MORE, (button) => {
    for (let at = 0; at < 5; at++) button.click();
  });
  await has(tab, first + 5);
});

it("text typed during a change is kept, and so is the change", async (tab) => {
  const first = await building(tab);
  await tab.$eval(MORE, (button) => {
    const area = document.querySelector("#deck");
    const set = Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, "value").set;
    button.click();
    set.call(area, `# typed meanwhile\n${area.value}`);
    area.dispatchEvent(new Event("input", { bubbles: true }));
  });
  await has(tab, first + 1);
  assert.match(await tab.inputValue("#deck"), /^# typed meanwhile\n/);
});

it("each file has its own undo steps, even after switching between files", async (tab, context) => {
  await drop(tab, [["a.toml", LEGAL], ["b.toml", OTHER]]);
  await tab.waitForSelector("#files");
  await tab.fill("#deck", `# one\n${LEGAL}`);
  await tab.click('#files button:text-is("b.toml")');
  await tab.waitForFunction((text) => document.querySelector("#deck").value === text, OTHER);
  assert.ok(await tab.isDisabled("#undo"));
  await tab.click("#all-decks");
  await tab.click('#files button:text-is("a.toml")');
  await tab.waitForFunction(() => document.querySelector("#deck").value.startsWith("# one"));
  await tab.click("#undo");
  await tab.waitForFunction((text) => document.querySelector("#deck").value === text, LEGAL);
});

it("a reload in the middle of a word loses no letter, and no file", async (tab, context) => {
  await tab.fill("#deck", LEGAL);
  await verdict(tab, "legal");
  await tab.waitForFunction(() => location.hash.startsWith("#d="));
  await drop(tab, [["a.toml", LEGAL], ["b.toml", OTHER], ["event.toml", "name = 'x'\n"]]);
  await tab.waitForSelector("#files");
  await tab.click('#files button:text-is("b.toml")');
  await tab.waitForFunction((text) => document.querySelector("#deck").value === text, OTHER);
  await tab.focus("#deck");
  await tab.keyboard.press("Control+Home");
  await tab.keyboard.type("# a wor");
  await tab.reload();
  await tab.waitForSelector("#files");
  assert.equal(await tab.inputValue("#deck"), `# a wor${OTHER}`);
  assert.ok((await tab.textContent("#files")).includes("a.toml"));
});

it("a table of a thousand decks survives a reload", async (tab) => {
  await drop(tab, Array.from({ length: 1000 }, (_, at) => [`d${at}.toml`, `# ${at}\n${LEGAL}`]));
  await tab.waitForSelector("#files");
  // The database writes in the background.
  const kept = () =>
    new Promise((settle) => {
      const opening = indexedDB.open("sleeve", 1);
      opening.onsuccess = () => {
        const asked = opening.result.transaction("sleeve").objectStore("sleeve").get("files");
        asked.onsuccess = () => settle(asked.result?.length);
        asked.transaction.oncomplete = () => opening.result.close();
      };
    });
  for (let tries = 0; tries < 100 && (await tab.evaluate(kept)) !== 1000; tries++) await tab.waitForTimeout(100);
  await tab.reload();
  await tab.waitForSelector("#tally");
  assert.match(await tab.textContent("#tally"), /1000/);
  await tab.click("#new");
  await tab.click("#back-to-table");
  await tab.waitForSelector("#tally");
});

it("a page closed and opened again without its link shows the deck, and recent decks until all is forgotten", async (tab, context) => {
  await tab.fill("#deck", LEGAL);
  await verdict(tab, "legal");
  await tab.close({ runBeforeUnload: true });
  const again = await open(context);
  assert.equal(await again.inputValue("#deck"), LEGAL);
  await again.click("#new");
  await again.waitForSelector("#recent");
  assert.equal(await again.inputValue("#deck"), "");
  await again.click("#recent button:has-text('All Your Base')");
  await again.waitForFunction((text) => document.querySelector("#deck").value === text, LEGAL);
  await verdict(again, "legal");
  await again.click("#new");
  await again.click("#forget");
  await again.waitForSelector("#recent", { state: "detached" });
  await again.click("#take-back");
  await again.waitForSelector("#recent");
  await again.click("#forget");
  await again.waitForSelector("#recent", { state: "detached" });
  await again.reload();
  await again.waitForSelector("#starting", { state: "detached" });
  assert.equal(await again.inputValue("#deck"), "");
  assert.equal(await again.$("#recent"), null);
  assert.deepEqual(await again.evaluate(() => Object.keys(localStorage).filter((key) => /recent|own|lang/.test(key))), []);
});

it("the user's games are stored for the next visit", async (tab) => {
  const game = 'id = "toy"\nname = "Toy"\n[kinds.elf]\n';
  const cards = '[[card]]\nid = "elf"\nkind = "elf"\n';
  const format = '[[format]]\nid = "duel"\nname = "Duel"\ncite = "reading: tests"\n[format.zones.main]\nname = "Main"\naccepts = "kind:elf"\n';
  const folder = mkdtempSync(join(tmpdir(), "sleeve-own-"));
  const files = { "game.toml": game, "cards.toml": cards, "formats.toml": format };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  await tab.click("#tab-data");
  await tab.setInputFiles("#data-folder", folder);
  await tab.waitForSelector("#data-used");
  await tab.fill("#deck", 'game = "toy"\nformat = "duel"\n[zones.main]\nelf = 36\n');
  await verdict(tab, "legal");
  await tab.reload();
  assert.equal(await verdict(tab, "legal"), "legal");
});

it("the page works without storage", async (tab) => {
  await tab.fill("#deck", LEGAL);
  assert.equal(await verdict(tab, "legal"), "legal");
  await tab.waitForFunction(() => location.hash.startsWith("#d="));
  await tab.reload();
  assert.equal(await verdict(tab, "legal"), "legal");
  await tab.click("#new");
  await tab.waitForSelector("#begin-games");
}, {
  prepare: (context) => context.addInitScript(() => {
    const refuse = { get: () => { throw new DOMException("refused", "SecurityError"); } };
    for (const name of ["localStorage", "indexedDB"]) Object.defineProperty(globalThis, name, refuse);
  }),
});

it("choices by hand are shown as such, and a new file clears them", async (tab, context) => {
  await tab.fill("#deck", OTHER);
  await verdict(tab, "legal");
  await tab.selectOption("#format", "premiere_hoth");
  await verdict(tab, "illegal");
  await tab.waitForFunction(() => /The deck says: Premiere - Virtual Set 3/.test(document.querySelector("#override").textContent));
  await drop(tab, [["b.toml", OTHER]]);
  assert.equal(await verdict(tab, "legal"), "legal");
  assert.equal(await tab.$("#override"), null);
  await tab.selectOption("#game", "star-realms");
  await tab.waitForFunction(() => /The deck says: Star Wars CCG.*is ignored/.test(document.querySelector("#override").textContent));
  await tab.click("#override button");
  await tab.waitForSelector("#override", { state: "detached" });
});
