// A browser for the tests, and the page's words that they look for.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";

export const root = join(import.meta.dirname, "../../..");
const page = process.env.PAGE ?? join(import.meta.dirname, "../dist/sleeve.html");
const known = [
  process.env.CHROMIUM,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "C:/Program Files/Google/Chrome/Application/chrome.exe",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** The path of the browser, if there is one. */
export const executablePath = known.find((path) => path && existsSync(path));

export const isMissing = executablePath === undefined;
if (isMissing && process.env.CI) throw new Error("there is no Chromium to test the page with");
if (isMissing) console.error("NOT TESTED: there is no Chromium here; CHROMIUM=/path/to/it npm test");

export const address = `file://${page.startsWith("/") ? "" : "/"}${page.replaceAll("\\", "/")}`;

export const launch = () =>
  chromium.launch({
    executablePath,
    args: [
      "--headless",
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The problems that axe finds on the page. */
export async function faults(tab) {
  await tab.evaluate(axe);
  const found = await tab.evaluate(async () => (await window.axe.run(document, { iframes: false })).violations);
  return found.map((one) => [one.id, one.nodes[0].html]);
}

/** Tests in one browser, each with its own tab. They fail on console output, and use no network. */
export function suite(usual = {}) {
  let browser;
  const told = [];
  const asked = [];
  before(async () => {
    if (!isMissing) browser = await launch();
  });
  after(async () => {
    await browser?.close();
    assert.deepEqual(told, [], "the console stays empty");
    assert.deepEqual(asked, [], "nothing is asked of a network");
  });
  const open = async (context, place = address) => {
    const tab = await context.newPage();
    tab.on("console", (message) => ["error", "warning"].includes(message.type()) && told.push(message.text()));
    tab.on("pageerror", (error) => told.push(error.message));
    tab.on("request", (request) => /^(https?|wss?):/.test(request.url()) && !place.startsWith("http") && asked.push(request.url()));
    await tab.goto(place);
    await tab.waitForSelector("#starting", { state: "detached", timeout: 30_000 });
    return tab;
  };
  const begin = (options) => browser.newContext({ locale: "en-GB", viewport: { width: 1300, height: 900 }, ...usual, ...options });
  /** A tab that shares nothing with the others. */
  const fresh = async (place) => open(await begin(), place);
  /** `prepare` runs on the context before the tab is created. */
  const it = (name, act, { prepare, ...options } = {}) =>
    test(name, { skip: isMissing && "no browser", timeout: 120_000 }, async () => {
      const context = await begin(options);
      try {
        await prepare?.(context);
        await act(await open(context), context);
      } finally {
        await context.close();
      }
    });
  return { it, open, fresh };
}

/** Waits for a verdict of the newest text, and returns it. */
export async function verdict(tab, wanted) {
  const selector = wanted ? `#verdict[data-verdict="${wanted}"]` : "#verdict[data-verdict]";
  await tab.waitForSelector(selector, { timeout: 20_000 });
  return tab.getAttribute("#verdict", "data-verdict");
}

/** Drops files on the page, as a browser does. */
export async function drop(tab, files) {
  await tab.evaluate((all) => {
    const transfer = new DataTransfer();
    for (const [name, text] of all) transfer.items.add(new File([text], name));
    const target = document.querySelector(".page");
    target.dispatchEvent(new DragEvent("dragover", { dataTransfer: transfer, bubbles: true, cancelable: true }));
    target.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
  }, files);
}
