// Downloads the program of the release that has the extension's version, and verifies its checksum.

import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const TARGETS: Record<string, string> = {
    "darwin-arm64": "aarch64-apple-darwin",
    "darwin-x64": "x86_64-apple-darwin",
    // These need no C library.
    "linux-arm64": "aarch64-unknown-linux-musl",
    "linux-x64": "x86_64-unknown-linux-musl",
    "win32-x64": "x86_64-pc-windows-msvc",
};
const IS_WINDOWS = process.platform === "win32";

/** Returns where a downloaded program of a version is. */
export function place(folder: string, version: string): string {
    return join(folder, version, IS_WINDOWS ? "sleeve.exe" : "sleeve");
}

/** Downloads the program of a version into a folder, unless it is there, and returns its path.
 * `releases` is the address of the releases, such as `https://github.com/…/releases/download`. */
export async function download(releases: string, version: string, folder: string): Promise<string> {
    const program = place(folder, version);
    if (existsSync(program)) return program;
    const target = TARGETS[`${process.platform}-${process.arch}`];
    if (!target) throw new Error(`there is no release for ${process.platform}-${process.arch}`);
    const name = `sleeve-${version}-${target}`;
    const file = `${name}.${IS_WINDOWS ? "zip" : "tar.gz"}`;
    const sums = (await get(`${releases}/v${version}/SHA256SUMS`)).toString("utf8");
    const archive = await get(`${releases}/v${version}/${file}`);
    const wanted = sums.split("\n").find((line) => line.endsWith(`  ${file}`))?.slice(0, 64);
    const found = createHash("sha256").update(archive).digest("hex");
    if (found !== wanted) throw new Error(`the checksum of ${file} is ${found}, not ${wanted ?? "in the list of the release"}`);
    await mkdir(folder, { recursive: true });
    const work = await mkdtemp(join(folder, "new-"));
    try {
        await writeFile(join(work, file), archive);
        // Windows has `tar` too, which unpacks a zip.
        await promisify(execFile)("tar", ["-xf", file], { cwd: work });
        await rm(join(folder, version), { recursive: true, force: true });
        await rename(join(work, name), join(folder, version));
    } finally {
        await rm(work, { recursive: true, force: true });
    }
    return program;
}

async function get(address: string): Promise<Buffer> {
    const response = await fetch(address);
    if (!response.ok) throw new Error(`${address}: HTTP ${response.status}`);
    return Buffer.from(await response.arrayBuffer());
}
