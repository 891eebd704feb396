// A thin client: finds `sleeve` or downloads it, starts `sleeve lsp` for the first deck or game
// file, and marks lists as decks. All messages, completions and fixes come from the program.

import { existsSync, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import { type ExtensionContext, ProgressLocation, type TextDocument, commands, env, languages, window, workspace } from "vscode";
import { LanguageClient } from "vscode-languageclient/node";
import { download, place } from "./download";

const DECK = "sleeve-deck";
/** Matches a line that names the game, or a format as GAME/FORMAT. A list has it in its first
 * lines; other texts become decks when the user picks the language. */
const HEAD = /^[#\s]*((game|jeu)\s*[:=]|format\s*[:=]\s*[\w-]+\/)/i;
const HEAD_LINES = 3;
/** Folders with one of these files contain decks or data in TOML. */
const OURS = "**/{sleeve,game}.toml";

/** Whether messages are in French. */
const french = env.language.startsWith("fr");

let client: LanguageClient | undefined;
let extension: ExtensionContext;

export async function activate(context: ExtensionContext): Promise<void> {
    extension = context;
    const restart = async () => {
        await stop();
        await start();
    };
    context.subscriptions.push(
        commands.registerCommand("sleeve.restart", restart),
        commands.registerCommand("sleeve.showLog", () => client?.outputChannel.show()),
        workspace.onDidOpenTextDocument(look),
        workspace.onDidChangeConfiguration((change) => change.affectsConfiguration("sleeve") && client && restart()),
        workspace.onDidGrantWorkspaceTrust(() => client && restart()),
    );
    workspace.textDocuments.forEach(look);
    if ((await workspace.findFiles(OURS, undefined, 1)).length > 0) void start();
}

export const deactivate = stop;

/** Marks a list as a deck, and starts the program for the first deck. */
function look(document: TextDocument): void {
    const head = () => document.getText().split("\n", HEAD_LINES).some((line) => HEAD.test(line));
    if (document.languageId === "plaintext" && document.fileName.endsWith(".txt") && head()) {
        // VS Code reopens the document with the new language.
        void languages.setTextDocumentLanguage(document, DECK);
    } else if (document.languageId === DECK) {
        void start();
    }
}

async function start(): Promise<void> {
    if (client) return;
    const settings = workspace.getConfiguration("sleeve");
    const command = await program(settings.get<string>("path")?.trim() || "sleeve");
    if (!command) return;
    const language = settings.get<string>("language");
    const args = language ? ["lsp", "--lang", language] : ["lsp"];
    client = new LanguageClient("sleeve", "sleeve", { command, args }, {
        // The program decides by their content which TOML files are ours. No TOML extension is
        // needed.
        documentSelector: [{ language: DECK }, { scheme: "file", pattern: "**/*.toml" }],
    });
    // If the program does not start, the client shows why.
    await client.start().catch(() => undefined);
}

async function stop(): Promise<void> {
    const running = client;
    client = undefined;
    await running?.stop().catch(() => undefined);
}

/** Returns the program: the asked one, else one that was downloaded before, else one that the user
 * lets us download. */
async function program(asked: string): Promise<string | undefined> {
    const { version, repository } = extension.extension.packageJSON;
    const folder = extension.globalStorageUri.fsPath;
    const known = find(asked) ?? find(place(folder, version));
    if (known) return known;
    const said = french ? `« ${asked} » est introuvable.` : `Could not find \`${asked}\`.`;
    const fetchIt = french ? `Télécharger sleeve ${version}` : `Download sleeve ${version}`;
    const open = french ? "Ouvrir les réglages" : "Open settings";
    const chosen = await window.showErrorMessage(said, fetchIt, open);
    if (chosen === open) await commands.executeCommand("workbench.action.openSettings", "sleeve.path");
    if (chosen !== fetchIt) return undefined;
    const releases = workspace.getConfiguration("sleeve").get<string>("releases")?.trim();
    const address = releases || `${repository.url.replace(/^git\+|\.git$/g, "")}/releases/download`;
    const progress = { location: ProgressLocation.Notification, title: fetchIt };
    try {
        return await window.withProgress(progress, () => download(address, version, folder));
    } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        void window.showErrorMessage(french ? `sleeve n'a pas été téléchargé : ${why}` : `sleeve was not downloaded: ${why}`);
        return undefined;
    }
}

/** Finds the program's file: at the given path, else on the PATH. */
function find(asked: string): string | undefined {
    const endings = process.platform === "win32" ? ["", ".exe"] : [""];
    const folders = isAbsolute(asked) ? [""] : /[/\\]/.test(asked) ? roots() : (process.env.PATH ?? "").split(delimiter);
    const paths = folders.flatMap((folder) => endings.map((ending) => join(folder, asked + ending)));
    return paths.find((path) => existsSync(path) && statSync(path).isFile());
}

function roots(): string[] {
    return (workspace.workspaceFolders ?? []).map((folder) => folder.uri.fsPath);
}
