// The page on a phone, and on a web server without a network.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { root, suite, verdict } from "./browser.mjs";

const LEGAL = readFileSync(join(root, "decks/swccg/profit.toml"), "utf8");
const ILLEGAL = LEGAL.replace('"Corran Horn" = 1', '"Corran Horn" = 9');
/** A list as people post it: headings with numbers, no game, no format. */
const POSTED = LEGAL.split("[zones.deck]")[1].trim().split("\n").map((line) => line.replace(/^"(.*)" = (\d+)$/, "$2 $1"));
POSTED.splice(0, 0, "Objective (1)", "You Can Either Profit By This...", "", "Locations (6)");

const { it, open } = suite({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  permissions: ["clipboard-read", "clipboard-write"],
});

const isOnScreen = (tab, selector) =>
  tab.$eval(selector, (element) => {
    const { top, bottom } = element.getBoundingClientRect();
    const bar = document.querySelector(".bar").getBoundingClientRect().bottom;
    return (top >= bar - 1 || element.closest(".bar") !== null) && bottom <= innerHeight;
  });

it("a posted list gets its verdict in two presses, and the verdict stays visible", async (tab) => {
  await tab.evaluate((text) => navigator.clipboard.writeText(text), POSTED.join("\n"));
  await tab.tap("#paste");
  await tab.waitForSelector('#verdict[data-verdict="asked"]');
  for (const view of ["draw", "look", "print"]) {
    await tab.tap(`#tab-${view}`);
    await tab.waitForSelector("#view .place:has-text('Which format?')");
    assert.equal(await tab.$(".refusal"), null);
  }
  await tab.tap("#view .place");
  await tab.tap("#matrix li button:has-text('Virtual Set 3')");
  assert.equal(await verdict(tab, "legal"), "legal");
  await tab.evaluate(() => scrollTo(0, document.body.scrollHeight));
  assert.ok(await isOnScreen(tab, "#verdict"));
  assert.ok(await isOnScreen(tab, "#tab-build"));
});

it("the first problem is visible, and leads to its line", async (tab) => {
  await tab.fill("#deck", ILLEGAL);
  await verdict(tab, "illegal");
  await tab.waitForSelector(".problem.error");
  assert.ok(await isOnScreen(tab, ".problem.error"));
  await tab.tap(".problem.error .place");
  await tab.waitForFunction(() => document.activeElement?.id === "deck");
  await tab.waitForTimeout(200);
  assert.ok(await isOnScreen(tab, ".editor .error"));
});

it("controls are large enough for a phone, nothing is wider than the screen, and everything scales with the text", async (tab) => {
  await tab.fill("#deck", ILLEGAL);
  await verdict(tab, "illegal");
  for (const view of ["check", "build", "draw", "look", "print", "data"]) {
    await tab.tap(`#tab-${view}`);
    await tab.waitForTimeout(400);
    const small = await tab.$$eval("button, select, summary, .button", (all) =>
      all
        .filter((one) => one.checkVisibility() && !one.closest(".skip, .kind"))
        .map((one) => [one.id || one.textContent, one.getBoundingClientRect().height, one.getBoundingClientRect().width])
        .filter(([, height, width]) => height < 43.5 || width < 36),
    );
    // The rows of a deck are lower, so that sixty cards fit two screens; "Edit" makes them as high.
    const rows = await tab.$$eval(".kind .name", (all) => all.filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect().height));
    assert.ok(rows.every((height) => height >= 29.5), `${rows}`);
    if (view === "build") {
      await tab.tap(".edit");
      assert.ok(await tab.$eval(".kind .step button", (one) => one.checkVisibility() && one.getBoundingClientRect().height >= 43.5));
      await tab.tap(".edit");
    }
    assert.deepEqual(small, [], view);
    await tab.setViewportSize({ width: 360, height: 740 });
    assert.ok((await tab.evaluate(() => document.documentElement.scrollWidth)) <= 360, view);
  }
  const size = () => tab.$eval("#tab-check", (one) => Number.parseFloat(getComputedStyle(one).fontSize));
  const usual = await size();
  await tab.evaluate(() => (document.documentElement.style.fontSize = "150%"));
  assert.ok((await size()) > usual * 1.4);
});

it("a deck's link becomes a QR code; a link that is too long is reported", async (tab) => {
  await tab.fill("#deck", LEGAL);
  await verdict(tab, "legal");
  await tab.tap(".fold");
  await tab.tap("#qr");
  await tab.waitForSelector(".qr svg path, p:has-text('too long for a QR code')");
  const noise = Array.from({ length: 900 }, (_, at) => ((at * 2654435761) >>> 0).toString(36)).join("\n# ");
  await tab.fill("#deck", `${LEGAL}\n# ${noise}`);
  await tab.tap("#qr");
  await tab.waitForSelector("p:has-text('too long for a QR code')");
});

it("on a server the page is an app that opens offline, and with a network that hangs", async (_, context) => {
  const types = { html: "text/html", js: "text/javascript", svg: "image/svg+xml", webmanifest: "application/manifest+json" };
  let state = "there";
  const server = createServer((request, response) => {
    if (state === "hanging") return;
    const name = new URL(request.url, "http://host").pathname.slice(1) || "index.html";
    response.setHeader("content-type", types[name.split(".").pop()] ?? "text/plain");
    response.end(readFileSync(join(import.meta.dirname, "../dist/site", name)));
  });
  await new Promise((settle) => server.listen(0, "127.0.0.1", settle));
  server.unref();
  const { port } = server.address();
  const tab = await open(context, `http://127.0.0.1:${port}/`);
  const protocol = await context.newCDPSession(tab);
  const { installabilityErrors } = await protocol.send("Page.getInstallabilityErrors");
  // A test's tab is private, so it installs nothing.
  assert.deepEqual(installabilityErrors.map((one) => one.errorId), ["in-incognito"]);
  await tab.fill("#deck", LEGAL);
  await verdict(tab, "legal");
  await tab.waitForFunction(async () => (await navigator.serviceWorker.ready).active?.state === "activated");
  state = "hanging";
  await tab.reload();
  assert.equal(await verdict(tab, "legal"), "legal");
  server.closeAllConnections();
  await new Promise((settle) => server.close(settle));
  await tab.reload();
  assert.equal(await verdict(tab, "legal"), "legal");
});
