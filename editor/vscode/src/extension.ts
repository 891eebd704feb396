// A thin client: finds `sleeve`, starts `sleeve lsp` for the first deck or game file, and marks
// lists as decks. All messages, completions and fixes come from the program.

import { existsSync, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import { type ExtensionContext, type TextDocument, commands, env, languages, window, workspace } from "vscode";
import { LanguageClient } from "vscode-languageclient/node";

const DECK = "sleeve-deck";
/** Matches a line that names the game, or a format as GAME/FORMAT. A list has it in its first
 * lines; other texts become decks when the user picks the language. */
const HEAD = /^[#\s]*((game|jeu)\s*[:=]|format\s*[:=]\s*[\w-]+\/)/i;
const HEAD_LINES = 3;
/** Folders with one of these files contain decks or data in TOML. */
const OURS = "**/{sleeve,game}.toml";

let client: LanguageClient | undefined;

export async function activate(context: ExtensionContext): Promise<void> {
    const restart = async () => {
        await stop();
        await start();
    };
    context.subscriptions.push(
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
    const asked = settings.get<string>("path")?.trim() || "sleeve";
    const command = find(asked);
    const french = env.language.startsWith("fr");
    if (!command) {
        const said = french
            ? `« ${asked} » est introuvable. Tapez \`cargo install --path .\` dans une copie de sleeve, ou indiquez le programme dans \`sleeve.path\`.`
            : `Could not find \`${asked}\`. Run \`cargo install --path .\` in a clone of sleeve, or set \`sleeve.path\` to the program.`;
        const open = french ? "Ouvrir les réglages" : "Open settings";
        if ((await window.showErrorMessage(said, open)) === open) {
            await commands.executeCommand("workbench.action.openSettings", "sleeve.path");
        }
        return;
    }
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
