// Builds the page: `npm run build`. Compiles the engine, bundles both scripts, and writes one file
// that opens from anywhere, and a folder for a static web server.
import { build } from "vite";
import { createHash } from "node:crypto";
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { constants, brotliCompressSync, deflateRawSync, gzipSync } from "node:zlib";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The upper limit for the engine's size under brotli, in bytes. */
const MAX_ENGINE_BYTES = 1_600_000;
/** The passes that make the engine smaller under brotli, each one measured. The passes of `-Oz`
 * make the file shorter but its compressed form larger, because they order the locals of each
 * function differently. */
const PASSES = [
  "dce",
  "duplicate-function-elimination",
  "remove-unused-brs",
  "optimize-instructions",
  "simplify-locals-nostructure",
  "rse",
  "vacuum",
  "code-folding",
  "vacuum",
  "duplicate-function-elimination",
  "remove-unused-module-elements",
];
/** The WebAssembly features that the compiler uses beyond version 1. */
const FEATURES = [
  "bulk-memory",
  "reference-types",
  "nontrapping-float-to-int",
  "sign-ext",
  "mutable-globals",
  "multivalue",
];
/** The length of the engine's pieces, in characters: each is unpacked while the next is read. */
const PIECE_LENGTH = 262_144;

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "../..");
/** The engine, and the files of its npm package. */
const pkg = join(root, "web/engine/pkg");
const target = process.env.CARGO_TARGET_DIR ?? join(root, "target");
const run = (program, ...args) => execFileSync(program, args, { cwd: root, stdio: "inherit" });

const isBuilt = process.argv.includes("--engine-is-built");
if (!isBuilt) {
  const triple = "wasm32-unknown-unknown";
  // ENGINE: an engine that is already compiled.
  if (!process.env.ENGINE) {
    run("cargo", "build", "--locked", "-p", "sleeve-web", "--profile", "page", "--target", triple);
  }
  const engine = process.env.ENGINE ?? join(target, triple, "page/sleeve_web.wasm");
  run("cargo", "run", "--locked", "-q", "-p", "sleeve-bindgen", "--", engine, pkg);
  const [optimiser, bound] = [join(here, "node_modules/binaryen/bin/wasm-opt"), join(pkg, "engine_bg.wasm")];
  const passes = [...FEATURES.map((feature) => `--enable-${feature}`), ...PASSES.map((pass) => `--${pass}`)];
  run(process.execPath, optimiser, bound, ...passes, "-o", bound);
}

copyFileSync(join(here, "src/calls.ts"), join(pkg, "calls.d.ts"));
for (const file of ["LICENSE-MIT", "LICENSE-APACHE"]) copyFileSync(join(root, file), join(pkg, file));
const wasm = readFileSync(join(pkg, "engine_bg.wasm"));
const zipped = gzipSync(wasm, { level: 9 });
if (!isBuilt) {
  const brotli = brotliCompressSync(wasm, { params: { [constants.BROTLI_PARAM_LGWIN]: 24 } });
  console.log(`engine: ${wasm.length} bytes, gzip ${zipped.length}, brotli ${brotli.length}`);
  if (brotli.length > MAX_ENGINE_BYTES) {
    throw new Error(`the engine has more than ${MAX_ENGINE_BYTES} bytes under brotli`);
  }
}

/** A script with all its imports, as one text. */
async function bundle(entry) {
  const built = await build({
    root: here,
    logLevel: "warn",
    configFile: false,
    define: { "process.env.NODE_ENV": '"production"' },
    build: {
      write: false,
      target: "es2022",
      lib: { entry: join(here, "src", entry), formats: ["iife"], name: "page" },
    },
  });
  return (Array.isArray(built) ? built[0] : built).output[0].code.trim();
}

// Browsers decode pure ASCII twice as fast, so other characters are written as escapes.
const escaped = (text, escape) => text.replace(/[^\0-\x7f]/gu, (sign) => escape(sign.codePointAt(0).toString(16)));
const inScript = (text) => escaped(text, (code) => `\\u{${code}}`);
const inStyle = (text) => escaped(text, (code) => `\\${code} `);
const inMarkup = (text) => escaped(text, (code) => `&#x${code};`);

const [page, worker] = [inScript(await bundle("main.tsx")), inScript(await bundle("worker.ts"))];
for (const script of [page, worker]) {
  if (/<\/script|<!--/i.test(script)) throw new Error("a script that would end its own element");
}
// Passes on each piece of the engine as soon as it is read.
const feed = "feed()";
const engine = zipped.toString("base64");
const pieces = [];
for (let at = 0; at < engine.length; at += PIECE_LENGTH) {
  const piece = engine.slice(at, at + PIECE_LENGTH);
  pieces.push(`<script type="text/plain">${piece}</script><script>${feed}</script>`);
}
// The project's example decks, each legal in its format.
const decks = join(root, "decks");
const examples = readdirSync(decks, { recursive: true })
  .filter((path) => path.endsWith(".toml"))
  .sort()
  .map((path) => {
    const text = readFileSync(join(decks, path), "utf8");
    const of = (key) => JSON.parse(text.match(new RegExp(`^${key} = (".*")$`, "m"))[1]);
    return [of("game"), of("format"), of("name"), text];
  });
const exemplary = deflateRawSync(JSON.stringify(examples), { level: 9 }).toString("base64");
const style = inStyle(readFileSync(join(here, "src/style.css"), "utf8").trim());
const sha = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
// The framed sheets and reports have their own styles.
const framed = ["sheet.css", "field.css", "picture/picture.css"].map((file) =>
  readFileSync(join(root, "crates/report/src", file), "utf8"),
);
const icon = readFileSync(join(here, "src/icon.svg"), "utf8").trim();
const policy = [
  "default-src 'none'",
  `script-src ${sha(page)} ${sha(feed)} 'wasm-unsafe-eval'`,
  `style-src ${[style, ...framed].map(sha).join(" ")}`,
  "worker-src blob: 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

// Shown until the page's script removes it, so it stays if there is no script or only a part of it.
const unstarted = [
  "This page checks decks on your own machine. It has not started. It needs JavaScript and the complete file; this one may be incomplete.",
  "Cette page vérifie les decks sur votre machine. Elle n'a pas démarré. Il lui faut JavaScript et le fichier complet ; celui-ci ne l'est peut-être pas.",
];
const described =
  "Check, repair and test-draw decks for card games on your own machine. Every problem comes with its line, its rule and a fix.";
/** The page. For a web server, it also gets a manifest, so that it can be installed as an app. */
const written = (isOnHost) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}; img-src data:${isOnHost ? " 'self'; manifest-src 'self'" : ""}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="description" content="${described}">
<meta property="og:title" content="sleeve – deck checker">
<meta property="og:description" content="${described}">
<meta property="og:type" content="website">
<meta name="theme-color" content="#f7f6f3" media="(prefers-color-scheme: light)">
<meta name="theme-color" content="#141416" media="(prefers-color-scheme: dark)">
<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(icon)}">
${isOnHost ? `<link rel="manifest" href="manifest.webmanifest">\n` : ""}<title>sleeve</title>
<style>${style}</style>
</head>
<body>
<div id="unstarted" role="alert">${unstarted.map((words) => `<p>${inMarkup(words)}</p>`).join("")}</div>
<div id="page" data-pieces="${pieces.length}"></div>
<script type="text/plain" id="worker">${worker}</script>
<script>${page}</script>
${pieces.join("\n")}
<script type="text/plain" id="examples">${exemplary}</script>
</body>
</html>
`;
const dist = join(here, "dist");
rmSync(dist, { recursive: true, force: true });
mkdirSync(join(dist, "site"), { recursive: true });
const html = inMarkup(written(false));
writeFileSync(join(dist, "sleeve.html"), html);
writeFileSync(join(dist, "site/index.html"), inMarkup(written(true)));
for (const file of ["offline.js", "icon.svg"]) copyFileSync(join(here, "src", file), join(dist, "site", file));
const manifest = {
  name: "sleeve",
  short_name: "sleeve",
  description: described,
  start_url: "./",
  scope: "./",
  display: "standalone",
  background_color: "#f7f6f3",
  theme_color: "#f7f6f3",
  icons: [{ src: "icon.svg", sizes: "any", type: "image/svg+xml", purpose: "any" }],
};
writeFileSync(join(dist, "site/manifest.webmanifest"), JSON.stringify(manifest));
console.log(`dist/sleeve.html: ${Buffer.byteLength(html)} bytes; dist/site: the same for a web server`);
