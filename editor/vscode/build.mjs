// Bundles the client into one file, and writes the licences of its dependencies next to it.
import { build } from "esbuild";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";

const bundle = await build({
    entryPoints: ["src/extension.ts"],
    outfile: "dist/extension.js",
    bundle: true,
    minify: true,
    platform: "node",
    target: "node20",
    external: ["vscode"],
    metafile: true,
});
const packages = Object.keys(bundle.metafile.inputs).map((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0]);
const texts = [...new Set(packages)].filter(Boolean).sort().map((folder) => {
    const name = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file));
    if (!name) throw new Error(`${folder} has no licence`);
    return `${folder.replace(/^.*node_modules\//, "")}\n\n${readFileSync(`${folder}/${name}`, "utf8").trim()}\n`;
});
const ours = ["MIT", "APACHE"].map((name) => readFileSync(`../../LICENSE-${name}`, "utf8").trim());
const between = `\n\n${"-".repeat(80)}\n\n`;
writeFileSync("LICENSE.txt", [`sleeve: MIT or Apache-2.0\n\n${ours[0]}`, ours[1], ...texts].join(between));
