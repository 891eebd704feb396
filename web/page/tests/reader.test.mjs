// What a screen reader announces in the three main tasks, with the keyboard only: the focus, and
// live regions.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { drop, root, suite } from "./browser.mjs";

const LEGAL = readFileSync(join(root, "decks/swccg/profit.toml"), "utf8");
const ILLEGAL = LEGAL.replace('"Corran Horn" = 1', '"Corran Horn" = 9');
const POSTED = LEGAL.split("[zones.deck]")[1].replace("\n", "1 You Can Either Profit By This...\n").replace(/^"(.*)" = (\d+)$/gm, "$2 $1");

const { it } = suite();

/** A screen reader for a tab, which records the changes of live regions. */
async function reader(tab, context) {
  await tab.evaluate(() => {
    window.heard = [];
    const live = '[role="status"], [role="alert"], [aria-live="polite"]';
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const region = (target.nodeType === Node.TEXT_NODE ? target.parentElement : target)?.closest(live);
        const said = region?.textContent.trim();
        if (said && window.heard.at(-1) !== said) window.heard.push(said);
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  const protocol = await context.newCDPSession(tab);
  /** The role, name and state of the focused element, as screen readers get them. */
  const focused = async () => {
    const { result } = await protocol.send("Runtime.evaluate", { expression: "document.activeElement" });
    const { nodes } = await protocol.send("Accessibility.getPartialAXTree", { objectId: result.objectId, fetchRelatives: false });
    const states = (nodes[0].properties ?? []).filter(({ name, value }) => ["selected", "expanded", "disabled"].includes(name) && value.value);
    return [nodes[0].role.value, nodes[0].name?.value, ...states.map(({ name }) => name)].join(" ");
  };
  return {
    /** Presses a key until the right element has the focus. Returns all focused elements. */
    async press(key, until) {
      const passed = [];
      for (let at = 0; at < 60; at++) {
        await tab.keyboard.press(key);
        passed.push(await focused());
        if (until.test(passed.at(-1))) return passed;
      }
      return assert.fail(`${until}: ${passed.join("; ")}`);
    },
    /** Waits for an announcement, and clears the record. */
    async hear(said) {
      await tab.waitForFunction((said) => window.heard.some((one) => new RegExp(said).test(one)), said.source);
      await tab.evaluate(() => (window.heard = []));
    },
  };
}

it("a list is pasted, and its verdict announced", async (tab, context) => {
  const { press, hear } = await reader(tab, context);
  await press("Tab", /^link Go to the deck$/);
  await tab.keyboard.press("Enter");
  await tab.keyboard.insertText(POSTED);
  await hear(/^Which format\?$/);
  await tab.waitForSelector("#matrix li");
  await press("Tab", /^button Premiere - Virtual Set 3 legal$/);
  await tab.keyboard.press("Enter");
  await hear(/^legal Premiere - Virtual Set 3$/);
  await press("Shift+Tab", /^textbox The deck's text$/);
  await tab.keyboard.insertText("9 Corran Horn\n");
  await hear(/^illegal Premiere - Virtual Set 3 · 1 problem$/);
  await press("Tab", /^DisclosureTriangle Why$/);
  assert.match(await tab.locator("#view").ariaSnapshot(), /list "Problems":\s+- listitem:[^]*error[^]*69 cards/);
});

it("a card is found and added, and its copies announced", async (tab, context) => {
  await tab.fill("#deck", LEGAL);
  await tab.waitForSelector('#verdict[data-verdict="legal"]');
  const { press, hear } = await reader(tab, context);
  await press("Shift+Tab", /^tab Check selected$/);
  await press("ArrowRight", /^tab Build selected$/);
  await press("Tab", /^combobox Find cards/);
  await tab.keyboard.insertText("luke");
  await hear(/^\d+ cards$/);
  await press("Tab", /^button Luke: one more$/);
  await tab.keyboard.press("Enter");
  await hear(/^Luke: 1 in the deck$/);
  await press("Tab", /^button Luke$/);
  await tab.keyboard.press("Enter");
  await press("Tab", /^button Luke: one fewer$/);
  await tab.keyboard.press("Enter");
  await hear(/^Luke: 0 in the deck$/);
  await tab.keyboard.press("Escape");
  await press("Shift+Tab", /^button Luke: one more$/);
  await press("Shift+Tab", /^button Undo$/);
  await tab.keyboard.press("Enter");
  await hear(/^Undone\.$/);
});

it("many decks become a table; a deck in it is announced and opened", async (tab, context) => {
  const { press, hear } = await reader(tab, context);
  await drop(tab, [["a.toml", LEGAL], ["b.toml", ILLEGAL]]);
  await hear(/^Decks: 2 · illegal 1 · legal 1$/);
  await tab.focus("#tab-check");
  const passed = await press("Tab", /^button b\.toml$/);
  for (const name of ["searchbox Search the table", "button All sheets", "button Save as CSV", "region Files", "button Verdict"]) {
    assert.ok(passed.some((one) => one.startsWith(name)), `${name}: ${passed.join("; ")}`);
  }
  assert.match(await tab.locator("#files").ariaSnapshot(), /columnheader "Verdict"[^]*row[^]*rowheader "b.toml"[^]*cell "illegal"[^]*rowheader "a.toml"/);
  await tab.keyboard.press("Enter");
  await hear(/^illegal Premiere - Virtual Set 3 · 1 problem$/);
});
