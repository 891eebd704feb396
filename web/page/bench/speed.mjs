// How long a player waits: `npm run speed` after a build, `npm run speed -- 4` with a processor
// four times slower. Times are from the browser's clock, in milliseconds: "opened" from the start
// of the navigation to the verdict of the deck in the link, "key" from a keystroke in a deck of 60
// cards to the verdict of the new text, "filter" from a keystroke in the filter to the table of
// matching cards.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { address, launch, root, verdict } from "../tests/browser.mjs";

const OPENINGS = 15;
const KEYS = 60;
const FILTERS = 40;
/** The pause between keystrokes, in milliseconds. Nobody types faster than that. */
const PAUSE = 100;

const deck = readFileSync(join(root, "decks/swccg/profit.toml"), "utf8");
const other = deck.replace('"Corran Horn" = 1', '"Corran Horn" = 9');
if (other === deck) throw new Error("the deck of the measurement has changed");

function tell(what, times) {
  const sorted = times.toSorted((a, b) => a - b);
  const [median, least, most] = [sorted[sorted.length >> 1], sorted[0], sorted.at(-1)].map((ms) => ms.toFixed(1));
  console.log(`${what.padEnd(8)} median ${median}  least ${least}  most ${most}  (${times.length})`);
}

/** The time for each of two texts of a field until an attribute of the answer changes. */
const typed = (tab, field, texts, answer, times) =>
  tab.evaluate(
    async ([field, texts, answer, times, pause]) => {
      const area = document.querySelector(field);
      const set = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(area), "value").set;
      const seen = () => document.querySelector(answer)?.outerHTML;
      const all = [];
      for (let at = 0; at < times; at++) {
        await new Promise((settle) => setTimeout(settle, pause));
        const before = seen();
        const start = performance.now();
        const changed = new Promise((settle) => {
          const observer = new MutationObserver(() => {
            if (seen() === before) return;
            observer.disconnect();
            settle(performance.now() - start);
          });
          observer.observe(document.body, { childList: true, subtree: true, characterData: true, attributes: true });
        });
        set.call(area, texts[at % 2]);
        area.dispatchEvent(new Event("input", { bubbles: true }));
        all.push(await changed);
      }
      return all;
    },
    [field, texts, answer, times, PAUSE],
  );

/** How many times slower the processor is. */
const rate = Number(process.argv[2] ?? 1);

const browser = await launch();
async function page() {
  const page = await browser.newPage();
  const protocol = await page.context().newCDPSession(page);
  await protocol.send("Emulation.setCPUThrottlingRate", { rate });
  return page;
}
try {
  const tab = await page();
  await tab.goto(address);
  await tab.fill("#deck", deck);
  await verdict(tab);
  await tab.waitForFunction(() => location.hash.startsWith("#d="));
  const link = tab.url();

  const opened = [];
  for (let at = 0; at < OPENINGS; at++) {
    const opening = await page();
    await opening.addInitScript(() => {
      new MutationObserver(() => {
        if (document.querySelector("#verdict[data-verdict]")) globalThis.opened ??= performance.now();
      }).observe(document, { childList: true, subtree: true, attributes: true });
    });
    await opening.goto(link);
    await verdict(opening);
    opened.push(await opening.evaluate(() => globalThis.opened));
    await opening.close();
  }
  tell("opened", opened);
  tell("key", await typed(tab, "#deck", [other, deck], "#verdict", KEYS));
  await tab.click("#tab-build");
  await tab.waitForSelector("#cards li");
  tell("filter", await typed(tab, "#filter", ["power>=4 icon:pilot", "destiny>=5 kind:character"], "#found", FILTERS));
} finally {
  await browser.close();
}
