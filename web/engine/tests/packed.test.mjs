// The package as others get it: packed, installed in an empty folder, with the README's example run
// and type-checked.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

const engine = join(import.meta.dirname, "..");
const read = (path) => readFileSync(join(engine, path), "utf8");

test("the packed package does what its README says", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "sleeve-engine-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const run = (program, ...args) =>
    execFileSync(program, args, { cwd: folder, encoding: "utf8", shell: process.platform === "win32" });
  const [packed] = JSON.parse(run("npm", "pack", engine, "--json"));
  writeFileSync(join(folder, "package.json"), "{}");
  run("npm", "install", "--offline", "--no-audit", "--no-fund", `./${packed.filename}`);
  const [, example, printed] = read("README.md").match(/```js\n(.*?)```.*?```\n(.*?)```/s);
  writeFileSync(join(folder, "example.mjs"), example);
  assert.equal(run(process.execPath, "example.mjs"), printed);
  writeFileSync(join(folder, "example.mts"), example);
  const strict = ["--noEmit", "--strict", "--module", "nodenext", "--lib", "ES2023,DOM"];
  run(process.execPath, join(engine, "../page/node_modules/typescript/bin/tsc"), ...strict, "example.mts");
  // A page gets no module of Node, and finds the engine.
  const bundler = join(engine, "../page/node_modules/rolldown/bin/cli.mjs");
  const bundled = run(process.execPath, bundler, "example.mjs", "--platform", "browser", "--format", "esm");
  assert.match(bundled, /engine_bg\.wasm/);
  assert.doesNotMatch(bundled, /node:/);
});

test("the package has the version of the program", () => {
  const [, version] = read("../../Cargo.toml").match(/^version = "(.*)"$/m);
  assert.equal(JSON.parse(read("package.json")).version, version);
});
