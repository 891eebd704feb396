// Builds the page: `npm run build`. The engine is compiled, both scripts are bundled, and everything becomes
// one file that opens from anywhere, and a folder for a host of static files.
import { build } from "vite";
import { createHash } from "node:crypto";
import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { constants, brotliCompressSync, deflateRawSync, gzipSync } from "node:zlib";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The most bytes that the engine may have under brotli. */
const MAX_ENGINE_BYTES = 1_640_000;
/** What makes the engine smaller under brotli, each pass measured: those of `-Oz` make the file shorter, but its
 * compressed bytes more, for they give every function locals in an order of its own. */
const PASSES = [
  "dce",
  "duplicate-function-elimination",
  "remove-unused-brs",
  "optimize-instructions",
  "simplify-locals-nostructure",
  "rse",
  "vacuum",
  "duplicate-function-elimination",
  "remove-unused-module-elements",
];
/** What the compiler writes for the target, beyond the first version of WebAssembly. */
const FEATURES = [
  "bulk-memory",
  "reference-types",
  "nontrapping-float-to-int",
  "sign-ext",
  "mutable-globals",
  "multivalue",
];
/** The engine lies in the page in pieces of so many characters: each is unpacked while the next is read. */
const PIECE_LENGTH = 262_144;

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, "../..");
/** The engine and what the package of it takes along. */
const pkg = join(root, "web/engine/pkg");
const target = process.env.CARGO_TARGET_DIR ?? join(root, "target");
const run = (program, ...args) => execFileSync(program, args, { cwd: root, stdio: "inherit" });

const isBuilt = process.argv.includes("--engine-is-built");
if (!isBuilt) {
  const triple = "wasm32-unknown-unknown";
  // ENGINE: one that was compiled already.
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

/** One script as text, with everything it imports. */
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

// A page of ASCII alone is decoded as bytes, which takes half as long: the rest is written as escapes.
const escaped = (text, escape) => text.replace(/[^\0-\x7f]/gu, (sign) => escape(sign.codePointAt(0).toString(16)));
const inScript = (text) => escaped(text, (code) => `\\u{${code}}`);
const inStyle = (text) => escaped(text, (code) => `\\${code} `);
const inMarkup = (text) => escaped(text, (code) => `&#x${code};`);

const [page, worker] = [inScript(await bundle("main.tsx")), inScript(await bundle("worker.ts"))];
for (const script of [page, worker]) {
  if (/<\/script|<!--/i.test(script)) throw new Error("a script that would end its own element");
}
// Each piece of the engine is handed on as soon as it is read.
const feed = "feed()";
const engine = zipped.toString("base64");
const pieces = [];
for (let at = 0; at < engine.length; at += PIECE_LENGTH) {
  const piece = engine.slice(at, at + PIECE_LENGTH);
  pieces.push(`<script type="text/plain">${piece}</script><script>${feed}</script>`);
}
// The project's decks, each legal in the format that it names, as examples to begin with.
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
// The sheets and reports that are shown in frames bear their own styles.
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

// Stands in the page until its script takes it away: where there is no script, or not all of it, it is shown.
const unstarted = [
  "This page checks decks on your own machine. It has not begun: it needs JavaScript, and its whole file, which may have been cut on its way.",
  "Cette page vérifie les decks sur votre machine. Elle n'a pas démarré : il lui faut JavaScript, et tout son fichier, peut-être coupé en chemin.",
];
const described =
  "Builds, checks and test-draws decks for card games on your own machine: every problem with its line and its rule, and the way to legal.";
/** The page; on a host beside other files, with what makes it an application that is installed. */
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
console.log(`dist/sleeve.html: ${Buffer.byteLength(html)} bytes; dist/site: the same for a host`);
