// Cards, and the page without a mouse, in other colours or with larger letters.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { drop, faults, root, suite, verdict } from "./browser.mjs";

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
const found = (tab) => tab.$$eval("#cards .name", (all) => all.map((one) => one.lastChild.textContent.trim()));

it("Enter adds the first card that the deck may hold", async (tab) => {
  await building(tab);
  await tab.fill("#filter", "yoda");
  await tab.keyboard.press("Enter");
  await tab.waitForSelector(".kind .name:has-text('Yoda')");
  assert.doesNotMatch(await tab.getAttribute("#verdict", "data-verdict"), /unusable/);
});

it("an unknown name is corrected by a press, and another repair changes other cards", async (tab) => {
  await tab.fill("#deck", LEGAL.replace("Corran Horn", "Coran Horn"));
  await verdict(tab, "unusable");
  await tab.click(".problem .choices button:has-text('Corran Horn')");
  await verdict(tab, "legal");
  assert.equal(await tab.inputValue("#deck"), LEGAL);
  await tab.fill("#deck", LEGAL.replace('"Corran Horn" = 1', '"Corran Horn" = 2'));
  await verdict(tab, "illegal");
  assert.match(await tab.textContent(".problem .title"), /Too many cards: 61 of 60/);
  await tab.click("#repair");
  await tab.waitForSelector("#apply", { timeout: 20_000 });
  const moves = () => tab.textContent("#moves");
  const before = await moves();
  await tab.click("#repair:has-text('Another way')");
  await tab.waitForFunction((before) => document.querySelector("#moves").textContent !== before, before, { timeout: 20_000 });
  await tab.click("#apply");
  await verdict(tab, "legal");
});

it("odds are asked by pressing", async (tab) => {
  await building(tab);
  await tab.click("#tab-look");
  await tab.selectOption("#at-least select", { index: 2 });
  await tab.waitForSelector(".chance:has-text('%')");
  const one = await tab.textContent(".chance");
  await tab.fill("#at-least input", "2");
  await tab.waitForFunction((one) => ![one, ""].includes(document.querySelector(".chance").textContent), one);
  assert.match(await tab.inputValue("#conditions"), /^count\(kind:".*"\) >= 2$/);
});

it("a word finds all cards with it in their name, the exact name first; a press shows more", async (tab) => {
  await building(tab);
  await tab.fill("#filter", "vader");
  // A deck of the light side may hold few of the 33 cards.
  await tab.waitForFunction(() => {
    const hidden = Number.parseInt(document.querySelector("#hidden-cards")?.textContent ?? "0", 10);
    return hidden > 20 && Number(document.querySelector("#found").dataset.total) + hidden === 33;
  });
  const hidden = Number.parseInt(await tab.textContent("#hidden-cards"), 10);
  assert.equal(await tab.$("#cards .forbidden"), null);
  await tab.click("#hidden-cards button");
  await tab.waitForFunction(() => /^\W*Vader$/.test(document.querySelector("#cards .name")?.textContent.trim() ?? ""));
  const names = await found(tab);
  assert.equal(names[0], "Vader");
  // Names with the words as whole words come before names that only begin with them.
  assert.ok(names.indexOf("Darth Vader") < 15, `${names}`);
  assert.equal((await tab.$$("#cards .forbidden em")).length, Math.min(hidden, 30));
  await tab.fill("#filter", "name=vader");
  await tab.waitForFunction(() => /^1 /.test(document.querySelector("#hidden-cards")?.textContent));
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
  await tab.waitForSelector("#suggestions li");
  const facts = await tab.$$eval("#suggestions .facts", (all) => all.map((one) => one.textContent.match(/in (\d+) of (\d+) decks/).slice(1).map(Number)));
  assert.ok(facts.length === 10 && facts.every(([held, all], at) => held <= all && held <= (facts[at - 1]?.[0] ?? all)), `${facts}`);
  await tab.setInputFiles("#learn", join(root, "decks/star-realms/duel.toml"));
  await tab.waitForSelector("#suggestions p:has-text('None of your decks is for this game')");
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
  await tab.waitForFunction(() => document.querySelector("#cards .name")?.textContent.includes("Luke"));
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
  blank: async (tab) => {
    await tab.waitForSelector("#begin-games button");
  },
  table: async (tab) => {
    await drop(tab, [["a.toml", LEGAL], ["b.toml", ILLEGAL]]);
    await tab.waitForSelector('#tally[data-done="true"]');
  },
  oneOfTable: async (tab) => {
    await states.table(tab);
    await tab.click("#files tbody button");
    await tab.waitForSelector("#table-place");
  },
  compared: async (tab) => {
    await states.oneOfTable(tab);
    await tab.click("#tab-look");
    await tab.selectOption("#compare-with", { index: 1 });
    await tab.waitForSelector("#compared li");
  },
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
    // They do not cover the hits.
    await tab.click("#cards .name", { trial: true });
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
