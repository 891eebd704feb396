// Cards, and the page without a mouse, in other colours or with larger letters.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { faults, root, suite, verdict } from "./browser.mjs";

const LEGAL = readFileSync(join(root, "decks/swccg/profit.toml"), "utf8");
const ILLEGAL = LEGAL.replace('"Corran Horn" = 1', '"Corran Horn" = 9');

const { it, open } = suite();

async function building(tab) {
  await tab.fill("#deck", LEGAL);
  await verdict(tab, "legal");
  await tab.click("#tab-build");
  await tab.waitForSelector("#cards li");
}

const focused = (tab) => tab.evaluate(() => document.activeElement?.id || document.activeElement?.getAttribute("aria-label"));
const found = (tab) => tab.$$eval("#cards .name", (all) => all.map((one) => one.textContent));

it("a word finds all cards with it in their name, the exact name first; a press shows more", async (tab) => {
  await building(tab);
  await tab.fill("#filter", "vader");
  await tab.waitForFunction(() => Number(document.querySelector("#found").dataset.total) === 33);
  await tab.waitForFunction(() => document.querySelector("#cards .name").textContent === "Vader");
  assert.ok((await found(tab)).includes("Darth Vader"));
  assert.ok((await tab.$$("#cards .forbidden")).length > 20, "a deck of the light side takes none of them");
  await tab.fill("#filter", "");
  await tab.waitForFunction(() => document.querySelectorAll("#cards li").length === 30);
  await tab.click("#more-cards");
  await tab.waitForFunction(() => document.querySelectorAll("#cards li").length === 130);
});

it("a press shows a card with values and odds, and copies can be added from there", async (tab) => {
  await building(tab);
  assert.ok((await tab.$$(".kind h5")).length > 3, "contents stand by kind");
  assert.ok((await tab.$$(".curve i")).length > 2);
  await tab.click(".kind .name:has-text('Corran Horn')");
  await tab.waitForSelector(".card .odds li");
  assert.match(await tab.textContent(".card"), /Power.*1.*in the deck/s);
  assert.equal(await tab.textContent(".card .count"), "1");
  await tab.click('.card [aria-label="Corran Horn: one more"]');
  await tab.waitForFunction(() => document.querySelector(".card .count").textContent === "2");
  await tab.keyboard.press("Escape");
  await tab.waitForSelector(".card", { state: "detached" });
  assert.match(await tab.inputValue("#deck"), /"Corran Horn" = 2/);
});

it("cards of similar decks are suggested, from the game's decks or from opened ones", async (tab) => {
  const fewer = LEGAL.replace('"Corran Horn" = 1\n', "");
  await tab.fill("#deck", fewer);
  await tab.click("#tab-build");
  await tab.click("#suggestions summary");
  await tab.waitForSelector("#suggestions li");
  const facts = await tab.$$eval("#suggestions .facts", (all) => all.map((one) => one.textContent.match(/in (\d+) of (\d+) decks/).slice(1).map(Number)));
  assert.ok(facts.length === 30 && facts.every(([held, all], at) => held <= all && held <= (facts[at - 1]?.[0] ?? all)), `${facts}`);
  const file = (name, text) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
  await tab.setInputFiles("#learn", [file("a.toml", LEGAL), file("b.toml", LEGAL.replace('"Corran Horn" = 1', '"Corran Horn" = 2'))]);
  await tab.waitForSelector("#suggestions li:only-child:has-text('in 2 of 2 decks')");
  await tab.click('#suggestions [aria-label="Corran Horn: one more"]');
  await tab.waitForSelector("#suggestions li:only-child:has-text('×2 in 1 of 2 decks')");
  assert.match(await tab.inputValue("#deck"), /"Corran Horn" = 1/);
});

it("the keyboard focus is never lost", async (tab) => {
  await building(tab);
  assert.ok(await tab.$(`#${await tab.getAttribute("#deck", "aria-describedby")}`));
  await tab.focus("#tab-build");
  await tab.keyboard.press("End");
  assert.equal(await focused(tab), "tab-data");
  await tab.keyboard.press("Home");
  assert.equal(await focused(tab), "tab-check");
  await tab.keyboard.press("ArrowLeft");
  assert.equal(await focused(tab), "tab-data");
  await tab.click("#tab-build");
  await tab.waitForSelector("#cards li");
  const rows = await tab.$$eval(".kind .step button:first-child", (all) => all.map((one) => one.getAttribute("aria-label")));
  await tab.focus(`.kind [aria-label="${rows[0]}"]`);
  await tab.keyboard.press("Enter");
  await tab.waitForFunction((label) => document.activeElement?.getAttribute("aria-label") === label, rows[1]);
  await tab.fill("#filter", "luke");
  await tab.waitForFunction(() => document.querySelector("#cards .name")?.textContent === "Luke");
  await tab.focus("#filter");
  for (let at = 0; at < 4 && !(await tab.evaluate(() => document.activeElement.matches(".skip"))); at++) await tab.keyboard.press("Tab");
  await tab.keyboard.press("Enter");
  assert.equal(await focused(tab), "contents");
});

it("the open view is visible in forced colours", async (tab) => {
  const background = (selector) => tab.$eval(selector, (one) => getComputedStyle(one).backgroundColor);
  assert.notEqual(await background("#tab-check"), await background("#tab-build"));
}, { forcedColors: "active" });

const states = {
  begin: async (tab) => {
    await tab.click("#begin-games button:last-child");
  },
  asked: async (tab) => {
    await tab.fill("#deck", "1 Darth Vader\n1 Luke Skywalker\n1 Scout\n");
    await tab.waitForSelector('#verdict[data-verdict="asked"]');
  },
  problems: async (tab) => {
    await tab.fill("#deck", ILLEGAL);
    await verdict(tab, "illegal");
    await tab.click(".problem summary");
    await tab.click("#about summary");
    await tab.click("summary:has-text('All formats')");
    await tab.waitForSelector("#matrix li");
    await tab.click("#repair");
    await tab.waitForSelector("#apply", { timeout: 20_000 });
  },
  mistake: async (tab) => {
    await building(tab);
    await tab.fill("#filter", "power>=x");
    await tab.waitForSelector("#filter-error mark");
  },
  completions: async (tab) => {
    await building(tab);
    await tab.fill("#filter", "ic");
    await tab.waitForSelector("#offers li");
  },
  card: async (tab) => {
    await building(tab);
    await tab.click(".kind .name");
    await tab.waitForSelector(".card dl");
  },
  shared: async (tab) => {
    await tab.fill("#deck", LEGAL);
    await tab.selectOption("#format", "open");
    await tab.waitForSelector("#override b");
    await tab.click("#qr");
    await tab.click("#more summary");
  },
};
for (const view of ["draw", "look", "print", "data"]) {
  states[view] = async (tab) => {
    await building(tab);
    await tab.click(`#tab-${view}`);
    await tab.waitForSelector(view === "data" ? "#games" : view === "draw" ? ".hand" : "iframe");
  };
}
for (const [size, colorScheme] of [["wide", "light"], ["small", "dark"]]) {
  const small = size === "small" && { viewport: { width: 390, height: 844 } };
  it(`axe finds no problem in any state, ${size}, ${colorScheme}`, async (_, context) => {
    for (const [name, reach] of Object.entries(states)) {
      const tab = await open(context);
      if (small && name === "shared") await tab.setViewportSize({ width: 1000, height: 844 });
      if (await tab.$("#new")) await tab.click("#new");
      await reach(tab);
      assert.deepEqual(await faults(tab), [], name);
      await tab.close();
    }
  }, { colorScheme, ...small });
}
