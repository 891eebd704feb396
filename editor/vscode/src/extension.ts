// The thin client: finds `sleeve`, starts `sleeve lsp` once there is something of ours, and tells VS Code which texts are decks.
// What is said, completed and repaired comes from the program alone.

import { existsSync, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import { type ExtensionContext, type TextDocument, commands, env, languages, window, workspace } from "vscode";
import { LanguageClient } from "vscode-languageclient/node";

const DECK = "sleeve-deck";
/** A list says in one of its first lines which game it is for, or a format as GAME/FORMAT. A text without that is a deck once the user picks the language. */
const HEAD = /^[#\s]*((game|jeu)\s*[:=]|format\s*[:=]\s*[\w-]+\/)/i;
const HEAD_LINES = 3;
/** A folder with one of these has decks or data in TOML. */
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

/** Names a list a deck, and starts the program for the first deck. */
function look(document: TextDocument): void {
    const head = () => document.getText().split("\n", HEAD_LINES).some((line) => HEAD.test(line));
    if (document.languageId === "plaintext" && document.fileName.endsWith(".txt") && head()) {
        // The document is opened anew with its language.
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
            ? `« ${asked} » est introuvable. Tapez \`cargo install --path .\` dans une copie de sleeve, ou dites dans \`sleeve.path\` où est le programme.`
            : `\`${asked}\` is not found. Type \`cargo install --path .\` in a copy of sleeve, or say in \`sleeve.path\` where the program is.`;
        const open = french ? "Ouvrir les réglages" : "Open the settings";
        if ((await window.showErrorMessage(said, open)) === open) {
            await commands.executeCommand("workbench.action.openSettings", "sleeve.path");
        }
        return;
    }
    const language = settings.get<string>("language");
    const args = language ? ["lsp", "--lang", language] : ["lsp"];
    client = new LanguageClient("sleeve", "sleeve", { command, args }, {
        // Which TOML is ours, its content tells the program; no extension for TOML need be there.
        documentSelector: [{ language: DECK }, { scheme: "file", pattern: "**/*.toml" }],
    });
    // Where it does not start, the client says why.
    await client.start().catch(() => undefined);
}

async function stop(): Promise<void> {
    const running = client;
    client = undefined;
    await running?.stop().catch(() => undefined);
}

/** The file of a program: where a path says, else the first on the PATH. */
function find(asked: string): string | undefined {
    const endings = process.platform === "win32" ? ["", ".exe"] : [""];
    const folders = isAbsolute(asked) ? [""] : /[/\\]/.test(asked) ? roots() : (process.env.PATH ?? "").split(delimiter);
    const paths = folders.flatMap((folder) => endings.map((ending) => join(folder, asked + ending)));
    return paths.find((path) => existsSync(path) && statSync(path).isFile());
}

function roots(): string[] {
    return (workspace.workspaceFolders ?? []).map((folder) => folder.uri.fsPath);
}
