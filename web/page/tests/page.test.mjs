// The page in a browser: what players do with it, and what goes wrong.
import assert from "node:assert/strict";
import { mkdtempSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { address, drop, root, suite, verdict } from "./browser.mjs";

const read = (path) => readFileSync(join(root, path), "utf8");
const LEGAL = read("decks/swccg/all-your-base.toml");
const ILLEGAL = read("tests/pairs/battleship-galaxies/fleet/fleet-budget.illegal.toml");
const folder = mkdtempSync(join(tmpdir(), "sleeve-page-"));

const { it, fresh } = suite();

it("a pasted list is checked in the chosen game and format", async (tab) => {
  await tab.fill("#deck", "1 Darth Vader\n1 Nonsense Of Nowhere\n");
  assert.equal(await verdict(tab), "asked");
  await tab.fill("#deck", "3 Scout\n2 Viper\n");
  await tab.waitForSelector("#matrix li:has-text('Hydra')");
  await tab.fill("#deck", "1 Darth Vader\n1 Nonsense Of Nowhere\n");
  await tab.waitForSelector("#which-game");
  await tab.selectOption("#game", "swccg");
  await tab.selectOption("#format", "open");
  await tab.waitForFunction(() => document.querySelector("#view").textContent.includes("Nonsense Of Nowhere"));
  await tab.focus("#deck");
  await tab.keyboard.press("Control+A");
  await tab.keyboard.press("Control+X");
  await tab.waitForSelector("#verdict:not([data-verdict])");
  await tab.keyboard.press("Control+V");
  assert.equal(await verdict(tab), "unusable");
  assert.match(await tab.inputValue("#deck"), /Darth Vader/);
});

it("a pasted list is called by its title, not by a heading or a card", async (tab) => {
  const titled = async (text, name) => {
    await tab.fill("#deck", text);
    await tab.waitForFunction((name) => document.querySelector("#deck-title").firstChild.textContent === name, name);
  };
  await titled("Characters\n1 Darth Vader\n", "Deck");
  await titled("1 Darth Vader\n1 Sense\n", "Deck");
  await titled("Vs. the Empire\n\n1 Darth Vader\n1 Sense\n", "Vs the Empire");
  await tab.selectOption("#game", "swccg");
  await tab.selectOption("#format", "open");
  assert.match(await tab.textContent(".problem"), /Too few cards: 2 of 60/);
  const heading = (view) => tab.click(`#tab-${view}`).then(() => tab.waitForFunction(
    () => document.querySelector("iframe")?.contentDocument?.querySelector("h1, h2, header")?.textContent.includes("Vs the Empire"),
  ));
  await heading("look");
  await heading("print");
});

it("a text with only one word that may be a card gets no game", async (tab) => {
  await tab.fill("#deck", "hello this is my shopping list\nmilk\n");
  await tab.waitForSelector("#which-game button:has-text('1 of its cards')");
  assert.equal(await tab.$("#matrix"), null);
});

it("the verdict follows the text, and problems lead to their lines", async (tab) => {
  await tab.fill("#deck", LEGAL);
  assert.equal(await verdict(tab), "legal");
  await tab.fill("#deck", LEGAL.replace('"AT-ST Pilot" = 3', '"AT-ST Pilot" = 9'));
  assert.equal(await verdict(tab, "illegal"), "illegal");
  assert.equal(await tab.textContent(".numbers .error"), "7\n");
  assert.match(await tab.textContent(".problem.error"), /Too many cards: 66 of 60.*A deck has exactly 60 cards/s);
  await tab.click(".problem.error .place");
  const selected = await tab.evaluate(() => {
    const { value, selectionStart, selectionEnd } = document.querySelector("#deck");
    return value.slice(selectionStart, selectionEnd);
  });
  assert.equal(selected, "deck");
  await tab.click("summary:has-text('All formats')");
  await tab.waitForSelector("#matrix li");
  assert.ok((await tab.$$("#matrix li")).length > 3);
});

it("choosing a format far down the page leads to its verdict", async (tab) => {
  await tab.fill("#deck", LEGAL.replace(/format = .*/, ""));
  await verdict(tab, "asked");
  await tab.waitForSelector("#matrix li");
  await tab.locator("#matrix li:has(.illegal) button").last().click();
  await verdict(tab, "illegal");
  await tab.waitForFunction(() => scrollY === 0);
});

it("odds show the counted cards, and suggest a better filter", async (tab) => {
  await tab.fill("#deck", read("decks/swccg/bring-him-before-me.toml"));
  await verdict(tab, "legal");
  await tab.click("#tab-look");
  await tab.click("#write summary");
  await tab.fill("#conditions", "count(vader) >= 1");
  await tab.click("#calculate");
  await tab.waitForSelector(".counted");
  assert.match(await tab.textContent(".counted"), /^vader: 0 cards\. Did you mean name:vader \(\d+ cards\)\?$/);
  assert.equal(await tab.textContent("#odds td"), "0.00%");
  await tab.click(".counted button");
  await tab.waitForSelector(".counted:has-text('Darth Vader')");
  assert.equal(await tab.inputValue("#conditions"), "count(name:vader) >= 1");
  assert.doesNotMatch(await tab.textContent("#odds td"), /^0\.00/);
});

it("the smallest repair is shown, applied and undone", async (tab) => {
  await tab.fill("#deck", ILLEGAL);
  await verdict(tab, "illegal");
  await tab.click("#repair");
  await tab.waitForSelector("#apply", { timeout: 20_000 });
  assert.deepEqual(await tab.$$eval("#moves li", (all) => all.map((one) => one.textContent).sort()), [
    "−1 F-51 Blue Sparrows (seasoned)",
  ]);
  await tab.click("#apply");
  assert.equal(await verdict(tab, "legal"), "legal");
  await tab.click("#undo");
  assert.equal(await verdict(tab, "illegal"), "illegal");
  assert.equal(await tab.inputValue("#deck"), ILLEGAL);
  await tab.focus("#deck");
  await tab.keyboard.press("Control+Shift+Z");
  assert.equal(await verdict(tab, "legal"), "legal");
});

it("the switch to published values changes verdicts that depend on stand-ins, and names these", async (tab) => {
  await tab.fill("#deck", read("decks/etoile-noire/deux-joueurs-alliance.toml"));
  await tab.click("#about summary");
  await tab.waitForSelector("#attested-here li");
  assert.match(await tab.textContent("#attested-here"), /with assumed values: legal, with published values only: undetermined/);
  assert.match(await tab.textContent("#attested-here li"), /2 × Looping, at most 1 to 9 .*Printed copies of Looping/);
  await tab.check("#attested");
  assert.equal(await verdict(tab, "undetermined"), "undetermined");
  await tab.uncheck("#attested");
  await tab.selectOption("#language", "fr");
  await tab.waitForFunction(() => /indéterminé/.test(document.querySelector("#attested-here")?.textContent ?? ""));
  await tab.fill("#deck", LEGAL);
  await tab.waitForFunction(() => /ne dépend d.aucune/.test(document.querySelector("#attested-here")?.textContent ?? ""));
});

it("role, parameters and seat can be chosen, and the link contains them", async (tab) => {
  await tab.fill("#deck", ILLEGAL);
  await verdict(tab, "illegal");
  await tab.click("#more summary");
  await tab.fill("#parameter-budget", "49");
  assert.equal(await verdict(tab, "legal"), "legal");
  await tab.click("#link");
  await tab.waitForSelector("#said:has-text('link')");
  const fragment = await tab.evaluate(() => location.hash);
  await tab.fill("#deck", read("decks/star-realms/hydra-two-heads.toml"));
  await tab.waitForSelector("#parameter-players", { state: "attached" });
  await tab.click("#tab-draw");
  await tab.waitForSelector("#hand-title");
  const hand = () => tab.$$eval("#hand-title + .hand li", (all) => all.length);
  assert.equal(await hand(), 3);
  await tab.selectOption("#seat", "3");
  await tab.waitForFunction(() => document.querySelectorAll("#hand-title + .hand li").length === 5);
  const again = await fresh(address + fragment);
  assert.equal(await verdict(again, "legal"), "legal");
  assert.equal(await again.inputValue("#parameter-budget"), "49");
  await again.fill("#parameter-budget", "");
  assert.equal(await verdict(again, "illegal"), "illegal");
});

for (const lang of ["en", "fr"]) {
  it(`texts of the program mention the page's controls, ${lang}`, async (tab) => {
    for (const text of ["1 Darth Vader\n", 'game = "swccg"\n[zones.deck]\n"Darth Vader" = 1\n', 'game = "swccg"\nformat = "nowhere"\n[zones.deck]\n"Vader" = 1\n']) {
      const before = await tab.getAttribute("#verdict", "data-revision");
      await tab.fill("#deck", text);
      await tab.waitForSelector(`#verdict[data-revision]:not([data-revision="${before}"])`);
      assert.doesNotMatch(await tab.textContent("#view"), /--[a-z]|`sleeve |`game = /);
    }
    await tab.fill("#deck", read("decks/starfighter/la-meute-d-ares.toml"));
    await verdict(tab, "legal");
    await tab.selectOption("#save-as", "text");
    const [saved] = await Promise.all([tab.waitForEvent("download"), tab.click("#save")]);
    await saved.path();
    assert.doesNotMatch(await tab.textContent(".refusal"), /--[a-z]/);
    await tab.click("#tab-look");
    await tab.waitForSelector("iframe");
    await tab.waitForFunction(() => document.querySelector("iframe").contentDocument?.querySelector("footer"));
    assert.doesNotMatch(
      await tab.$eval("iframe", (frame) => frame.contentDocument.body.textContent),
      /--[a-z]/,
    );
  }, { locale: lang === "fr" ? "fr-FR" : "en-GB" });
}

it("a deck is built by hand from a search, and saved", async (tab) => {
  await tab.click("#begin-games button:has-text('Star Realms')");
  await tab.click("#begin");
  await verdict(tab);
  await tab.waitForSelector("#cards li");
  await tab.focus("#filter");
  await tab.keyboard.type("fac");
  await tab.waitForSelector('#offers li:has-text("faction")');
  await tab.keyboard.press("ArrowDown");
  await tab.keyboard.press("Enter");
  assert.match(await tab.inputValue("#filter"), /^fac/);
  await tab.fill("#filter", "effect:draw cost<=3");
  await tab.waitForFunction(() => Number(document.querySelector("#found").dataset.total) > 3);
  await tab.fill("#filter", "effect:draw cost<=x");
  await tab.waitForSelector("#filter-error mark");
  assert.equal(await tab.textContent("#filter-error mark"), "x");
  await tab.fill("#filter", "scout");
  const add = tab.locator('#cards button[aria-label="Scout: one more"]');
  await add.waitFor();
  const before = await tab.inputValue("#deck");
  await add.click();
  await tab.waitForFunction((text) => document.querySelector("#deck").value !== text, before);
  const more = tab.locator('.zone button[aria-label="Scout: one more"]').first();
  const counted = () => more.evaluate((button) => button.parentElement.querySelector(".count").textContent);
  const count = Number(await counted());
  await more.click();
  await tab.waitForFunction(
    (n) => [...document.querySelectorAll(".zone .count")].some((one) => one.textContent === String(n)),
    count + 1,
  );
  await tab.locator('.zone button[aria-label="Scout: one fewer"]').first().click();
  await tab.click("#undo");
  const [saved] = await Promise.all([tab.waitForEvent("download"), tab.click("#save")]);
  assert.equal(readFileSync(await saved.path(), "utf8"), await tab.inputValue("#deck"));
  await tab.selectOption("#save-as", "text");
  const [list] = await Promise.all([tab.waitForEvent("download"), tab.click("#save")]);
  assert.match(list.suggestedFilename(), /\.txt$/);
  assert.match(readFileSync(await list.path(), "utf8"), /Scout/);
});

it("hands are drawn, turns follow, odds are exact", async (tab) => {
  await tab.fill("#deck", LEGAL);
  await verdict(tab);
  await tab.click("#tab-draw");
  await tab.waitForSelector("#hand-title");
  const hand = () => tab.$$eval(".hand:first-of-type li", (all) => all.length);
  assert.equal(await hand(), 8);
  assert.equal(await tab.$("#mulligan"), null, "the format has none");
  await tab.waitForSelector(".hand .chip");
  assert.match(await tab.textContent(".hand .chip"), /^Destiny D\S* \d/);
  await tab.selectOption("#set-out select", { index: 1 });
  await tab.waitForSelector("#set-out button");
  await tab.click("#new-hand");
  await tab.click("#tab-look");
  await tab.click("#write summary");
  await tab.fill("#conditions", "count(kind:location) >= 1\ncount(");
  await tab.click("#calculate");
  await tab.waitForSelector(".refusal");
  await tab.fill("#conditions", "count(kind:location) >= 1");
  await tab.click("#calculate");
  await tab.waitForSelector("#odds td[title*='/']");
  const [title, shown] = await tab.$eval("#odds td", (cell) => [cell.title, cell.textContent]);
  const [over, under] = title.split("/").map(Number);
  assert.equal(`${((100 * over) / under).toFixed(2)}%`, shown);
  assert.doesNotMatch(await tab.$eval("iframe", (frame) => frame.contentDocument.body.textContent), /--[a-z]|sleeve check/);
  const charts = await tab.$eval("iframe", (frame) => frame.contentDocument.querySelectorAll("svg").length);
  assert.ok(charts > 1);
});

it("the registration sheet is printed", async (tab) => {
  await tab.fill("#deck", LEGAL);
  await verdict(tab);
  await tab.click("#tab-print");
  await tab.fill("#event", "Club night <b>7</b>");
  await tab.waitForFunction(() =>
    document.querySelector("iframe")?.contentDocument?.body?.textContent.includes("Club night <b>7</b>"),
  );
  const styled = await tab.$eval("iframe", (frame) => {
    const article = frame.contentDocument.querySelector("article");
    window.printed = 0;
    frame.contentWindow.print = () => (window.printed += 1);
    return frame.contentWindow.getComputedStyle(article.querySelector("dl")).display;
  });
  assert.equal(styled, "grid", "the sheet bears its style");
  await tab.click(".print");
  assert.equal(await tab.evaluate(() => window.printed), 1);
});

it("a link contains the deck; an incomplete or edited link is reported", async (first) => {
  await first.fill("#deck", LEGAL);
  await verdict(first);
  await first.click("#about summary");
  await first.check("#attested");
  await verdict(first);
  await first.click("#link");
  await first.waitForSelector("#said:has-text('link')");
  const fragment = await first.evaluate(() => location.hash);
  const second = await fresh(address + fragment);
  assert.equal(await verdict(second), "legal");
  assert.equal(await second.inputValue("#deck"), LEGAL);
  assert.ok(await second.isChecked("#attested"));
  const wrong = [fragment.slice(0, 60), `${fragment.slice(0, 80)}AAAA${fragment.slice(84)}`, "#d=", "#d=%%%", "#d=!!"];
  for (const cut of wrong) {
    const tab = await fresh(address + cut);
    await tab.waitForSelector(".refusal");
    assert.match(await tab.textContent(".refusal"), /incomplete or was changed/);
    assert.ok(await tab.isVisible("#deck"));
  }
});

it("everything can be reached with the keyboard", async (tab) => {
  const focused = () => tab.evaluate(() => document.activeElement?.id || document.activeElement?.textContent);
  const press = async (key, until) => {
    for (let at = 0; at < 30 && (await focused()) !== until; at++) await tab.keyboard.press(key);
    assert.equal(await focused(), until);
  };
  await tab.keyboard.press("Tab");
  await tab.keyboard.press("Enter");
  assert.equal(await focused(), "deck");
  await tab.keyboard.insertText(ILLEGAL);
  await verdict(tab, "illegal");
  await press("Shift+Tab", "tab-check");
  await tab.keyboard.press("ArrowRight");
  assert.equal(await focused(), "tab-build");
  await tab.waitForSelector("#filter");
  await press("Tab", "filter");
  await press("Shift+Tab", "tab-build");
  await tab.keyboard.press("ArrowLeft");
  await tab.waitForSelector("#repair");
  await press("Tab", "repair");
  await tab.keyboard.press("Enter");
  await tab.waitForSelector("#apply", { timeout: 20_000 });
  await press("Tab", "apply");
  await tab.keyboard.press("Enter");
  assert.equal(await verdict(tab, "legal"), "legal");
});

it("the page is in French", async (tab) => {
  await tab.fill("#deck", ILLEGAL);
  await verdict(tab, "illegal");
  assert.match(await tab.textContent("#verdict"), /illégal/);
  assert.match(await tab.textContent(".problem"), /erreur/);
  assert.equal(await tab.getAttribute("html", "lang"), "fr");
  await tab.click("#tab-look");
  await tab.waitForSelector("iframe");
  await tab.selectOption("#language", "en");
  await tab.click("#tab-check");
  await tab.waitForFunction(() => /illegal/.test(document.querySelector("#verdict").textContent));
}, { locale: "fr-FR" });

it("names from files are shown as text", async (tab) => {
  const name = '<img src=x onerror="window.hacked=1"><script>window.hacked=2</script>';
  const text = LEGAL.replace(/name = .*/, `name = '${name}'\nplayer = '${name}'`);
  await tab.fill("#deck", `${text}\n'${name}' = 1\n`);
  await verdict(tab);
  await tab.fill("#deck", text);
  await verdict(tab, "legal");
  await drop(tab, [[`${name}.toml`, text], ["b.toml", text]]);
  await tab.waitForSelector("#files");
  for (const view of ["build", "draw", "look", "print", "check"]) {
    await tab.click(`#tab-${view}`);
    await tab.waitForTimeout(400);
    const inside = await tab.$$eval("iframe", (all) =>
      all.map((one) => one.contentDocument.querySelectorAll("img, script").length),
    );
    assert.ok(inside.every((count) => count === 0));
  }
  assert.equal(await tab.$("img"), null);
  assert.equal(await tab.evaluate(() => window.hacked), undefined);
});

it("files that are not decks get a message", async (tab) => {
  const path = join(folder, "noise.bin");
  writeFileSync(path, Buffer.from(Array.from({ length: 4096 }, (_, at) => (at * 7919) % 256)));
  await tab.setInputFiles("#open", path);
  assert.equal(await verdict(tab), "unusable");
  assert.ok((await tab.textContent(".problem.error")).length > 10);
  const huge = join(folder, "huge.txt");
  writeFileSync(huge, Buffer.alloc(100 * 1024 * 1024, "1 Darth Vader\n"));
  await tab.setInputFiles("#open", huge);
  await tab.waitForFunction(() => document.querySelector(".problem")?.textContent.includes("16"));
  assert.equal(await verdict(tab), "unusable");
  await tab.fill("#deck", LEGAL);
  assert.equal(await verdict(tab, "legal"), "legal");
});

it("a page that did not load completely reports it", async () => {
  const html = readFileSync(new URL(address), "utf8");
  const place = join(folder, "cut.html");
  writeFileSync(place, html.slice(0, html.length / 2));
  const tab = await fresh(`file://${place}`);
  assert.match(await tab.textContent('[role="alert"]'), /did not load completely/);
  assert.ok(await tab.isVisible("#deck"));
});

it("a page with an incomplete script reports it", async (whole) => {
  const html = readFileSync(new URL(address), "utf8");
  const place = join(folder, "cut-script.html");
  for (const end of ['id="worker"', "<script>"]) {
    writeFileSync(place, html.slice(0, html.indexOf(end) + 2_000));
    const tab = await fresh(`file://${place}`);
    assert.match(await tab.textContent("#unstarted p"), /needs JavaScript and the complete file/);
  }
  assert.equal(await whole.locator("#unstarted").count(), 0);
});

const GAME = 'id = "toy"\nname = "Toy <b>game</b>"\n[kinds.land]\n[kinds.elf]\n';
const CARDS = '[[card]]\nid = "land"\nkind = "land"\n[[card]]\nid = "elf"\nkind = "elf"\n';
const FORMAT = `[[format]]
id = "duel"
name = "Duel"
cite = "reading: a game of the tests"
[format.zones.main]
name = "Main deck"
accepts = "kind:land or kind:elf"
[format.opening]
from = "main"
draw = 7
turn = { draw = 1 }
mulligan = "london"
cite = "reading: a game of the tests"
text = "Seven cards."
`;

function data(name, files) {
  const place = join(folder, name);
  mkdirSync(place, { recursive: true });
  for (const [file, text] of Object.entries(files)) writeFileSync(join(place, file), text);
  return place;
}

it("decks dropped on the games are decks", async (tab) => {
  await tab.click("#tab-data");
  await drop(tab, [["a.toml", LEGAL]]);
  assert.equal(await verdict(tab), "legal");
  await tab.click("#tab-data");
  await drop(tab, [["formats.toml", FORMAT]]);
  await tab.waitForSelector("#data-used, #data-refused");
});

it("the user's games stay, with mulligans, until they are removed; their mistakes are reported", async (tab) => {
  await tab.click("#tab-data");
  const broken = data("broken", { "game.toml": GAME, "cards.toml": `${CARDS}kind = "nothing"\n[[` });
  await tab.setInputFiles("#data-folder", broken);
  await tab.waitForSelector("#data-refused pre");
  assert.match(await tab.textContent("#data-refused"), /cards\.toml/);
  const games = await tab.$$eval("#games li", (all) => all.length);
  const own = data("own", { "game.toml": GAME, "cards.toml": CARDS, "formats.toml": FORMAT, "notes.md": "#" });
  await tab.setInputFiles("#data-folder", own);
  await tab.waitForSelector("#data-used");
  await tab.waitForFunction((n) => document.querySelectorAll("#games li").length === n + 1, games);
  await tab.click("#tab-draw");
  await tab.fill("#deck", 'game = "toy"\nformat = "duel"\n[zones.main]\nland = 24\nelf = 36\n');
  await tab.click("#tab-check");
  assert.equal(await verdict(tab), "legal");
  await tab.click("#tab-draw");
  await tab.click("#mulligan");
  await tab.waitForFunction(() => /bottom of the pile: 1/.test(document.querySelector("#view").textContent));
  await tab.click("#next-turn");
  await tab.waitForFunction(() => /Turn 2/.test(document.querySelector("#hand-title").textContent));
  await tab.click("#tab-look");
  await tab.click("#write summary");
  await tab.fill("#conditions", "count(kind:land) >= 3");
  await tab.fill("#turns", "0");
  await tab.click("#calculate");
  await tab.waitForFunction(() => document.querySelectorAll("#odds td").length === 1 && document.querySelector(".keep"));
  // The same as `sleeve odds --pile land=24,elf=36 --draw 7 --mulligan london --policy 'count(land)
  // >= 3'`.
  const keep = (cards) => `${cards} ${cards > 1 ? "cards" : "card"}: ${cards > 3 ? "count(kind:land) >= 3" : "all"}`;
  assert.deepEqual(await tab.$$eval(".keep li", (all) => all.map((one) => one.textContent)), [7, 6, 5, 4, 3, 2, 1].map(keep));
  await tab.click("#tab-data");
  await tab.click("#view button");
  await tab.waitForFunction((n) => document.querySelectorAll("#games li").length === n, games);
});

it("a finding that looks wrong becomes a report with the fewest cards", async (tab) => {
  await tab.fill("#deck", ILLEGAL);
  assert.equal(await verdict(tab), "illegal");
  await tab.click(".wrongly");
  await tab.waitForSelector(".report");
  assert.match(await tab.inputValue(".report textarea"), /^`fleet-budget` with \d+ cards[^]*\nerror\[fleet-budget\]: [^]*\nsleeve \d/);
  assert.equal(await tab.$(".report a"), null, "the game has no form");
  const rule = '[[format.rule]]\nid = "elves"\nrequire = "count(kind:elf) <= 2"\ncite = "reading: a game of the tests"\ntext = "Two elves."\n';
  const form = '[issues]\nurl = "https://reports.invalid/new?title={title}&body={body}"\n';
  await tab.click("#tab-data");
  await tab.setInputFiles("#data-folder", data("form", { "game.toml": GAME + form, "cards.toml": CARDS, "formats.toml": FORMAT + rule }));
  await tab.waitForSelector("#data-used");
  await tab.click("#tab-check");
  await tab.fill("#deck", 'game = "toy"\nformat = "duel"\n[zones.main]\nland = 24\nelf = 36\n');
  await tab.waitForFunction(() => /Two elves/.test(document.querySelector(".problems")?.textContent));
  assert.equal(await tab.$(".report"), null, "it was about another deck");
  await tab.click(".wrongly");
  await tab.waitForSelector(".report a");
  const address = new URL(await tab.getAttribute(".report a", "href"));
  assert.equal(address.searchParams.get("body"), await tab.inputValue(".report textarea"));
  assert.match(address.searchParams.get("body"), /"elf" = 3\n/);
});

it("hands and odds are those of a plan of the deck", async (tab) => {
  await tab.click("#tab-data");
  await tab.setInputFiles("#data-folder", join(root, "tests/console/plans.in/ferry"));
  await tab.waitForSelector("#data-used");
  await tab.fill("#deck", read("tests/console/plans.in/deck.toml"));
  await tab.click("#tab-look");
  await tab.waitForSelector("#plan");
  await tab.click("#write summary");
  await tab.fill("#conditions", "count(id:wave) >= 1");
  await tab.click("#calculate");
  await tab.waitForFunction(() => document.querySelector("#odds td")?.textContent === "0.00%");
  assert.deepEqual(await tab.$$eval("#plan option", (all) => all.map((one) => one.textContent)), ["as registered", "against Otters"]);
  await tab.selectOption("#plan", "against Otters");
  // Two of eight cards, of which three are drawn: 1 - 20/56.
  await tab.waitForFunction(() => document.querySelector("#odds td")?.textContent === "64.29%");
  await tab.click("#tab-draw");
  await tab.waitForSelector("#plan");
  await tab.waitForSelector(".hand li");
});

it("an engine that crashes is restarted, and the deck is still there", async () => {
  // A worker that crashes at one word, as a bug in the engine could.
  const stops = `self.addEventListener("message", (event) => {
    const files = event.data.files ?? [];
    if (!files.some((file) => new TextDecoder().decode(file.bytes).includes("STOP HERE"))) return;
    event.stopImmediatePropagation();
    self.postMessage({ id: event.data.id, stopped: "unreachable" });
  });`;
  const html = readFileSync(new URL(address), "utf8");
  const place = join(folder, "stops.html");
  writeFileSync(place, html.replace(/(id="worker">)/, (tag) => `${tag}${stops}`));
  const tab = await fresh(`file://${place}`);
  await tab.fill("#deck", `${LEGAL}\n# STOP HERE\n`);
  await tab.waitForSelector('[role="alert"]');
  assert.match(await tab.textContent('[role="alert"]'), /has restarted/);
  await tab.fill("#deck", LEGAL);
  assert.equal(await verdict(tab, "legal"), "legal");
});
