// A browser for the tests, and the words of the page that they look for.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";

export const root = join(import.meta.dirname, "../../..");
const page = join(import.meta.dirname, "../dist/sleeve.html");
const known = [
  process.env.CHROMIUM,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "C:/Program Files/Google/Chrome/Application/chrome.exe",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** Where the browser lies; nothing where there is none. */
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

/** Tests in one browser, each with a tab of its own; the console has to stay empty. */
export function suite(usual = {}) {
  let browser;
  const faults = [];
  before(async () => {
    if (!isMissing) browser = await launch();
  });
  after(async () => {
    await browser?.close();
    assert.deepEqual(faults, [], "the console stays empty");
  });
  const open = async (context, place = address) => {
    const tab = await context.newPage();
    tab.on("console", (message) => ["error", "warning"].includes(message.type()) && faults.push(message.text()));
    tab.on("pageerror", (error) => faults.push(error.message));
    await tab.goto(place);
    await tab.waitForSelector("#starting", { state: "detached", timeout: 30_000 });
    return tab;
  };
  /** `prepare` acts on the context before there is a tab; nothing is opened where it says so. */
  const it = (name, act, { prepare, place, ...options } = {}) =>
    test(name, { skip: isMissing && "no browser", timeout: 90_000 }, async () => {
      const context = await browser.newContext({ locale: "en-GB", viewport: { width: 1300, height: 900 }, ...usual, ...options });
      try {
        await prepare?.(context);
        await act(await open(context, place), context);
      } finally {
        await context.close();
      }
    });
  return { it, open };
}

/** Waits for a verdict that is the newest, and tells it. */
export async function verdict(tab, wanted) {
  const selector = wanted ? `#verdict[data-verdict="${wanted}"]` : "#verdict[data-verdict]";
  await tab.waitForSelector(selector, { timeout: 20_000 });
  return tab.getAttribute("#verdict", "data-verdict");
}

/** Drops files on the page, as a browser hands them over. */
export async function drop(tab, files) {
  await tab.evaluate((all) => {
    const transfer = new DataTransfer();
    for (const [name, text] of all) transfer.items.add(new File([text], name));
    const target = document.querySelector(".page");
    target.dispatchEvent(new DragEvent("dragover", { dataTransfer: transfer, bubbles: true, cancelable: true }));
    target.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
  }, files);
}
