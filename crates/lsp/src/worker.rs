//! The worker thread: answers requests and computes diagnostics, always for the newest text.

use crate::{
    Client, Outgoing,
    desk::{Job, State, Waiting, WorkQueue},
    diagnose::{Diagnosed, uri},
    document::{Encoding, Kind, OpenText, data_root},
    failure,
};
use lsp_server::{ErrorCode, Notification, Response, ResponseError};
use lsp_types::{
    Diagnostic, DocumentSymbolParams, FoldingRangeParams, PublishDiagnosticsParams,
    TextDocumentPositionParams,
};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value, json};
use sleeve_check::{self as check, Batch, CheckRequest, CheckedConfig, CheckedDeck, Input, Watch};
use sleeve_data::{
    files,
    model::{Catalog, Lang},
    source,
};
use sleeve_library::{
    Library,
    project::{Config, FILE_NAME, ProjectError, Projects, canonical_folder},
};
use sleeve_report::Style;
use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
    sync::{Arc, atomic::Ordering, mpsc::Sender},
};

/// The only request that is not about a document.
pub(crate) const WORKSPACE_SYMBOL: &str = "workspace/symbol";

/// The supported requests.
pub(crate) const METHODS: &[&str] = &[
    "textDocument/hover",
    "textDocument/completion",
    "textDocument/signatureHelp",
    "textDocument/definition",
    "textDocument/references",
    "textDocument/documentSymbol",
    "textDocument/foldingRange",
    "textDocument/inlayHint",
    "textDocument/formatting",
    "textDocument/codeAction",
    "codeAction/resolve",
    "textDocument/prepareRename",
    "textDocument/rename",
    WORKSPACE_SYMBOL,
];

/// The server's capabilities, for the editor.
pub(crate) fn capabilities(encoding: Encoding) -> Value {
    json!({
        "positionEncoding": encoding.kind(),
        // 2: texts arrive as changed ranges.
        "textDocumentSync": { "openClose": true, "change": 2, "save": {} },
        "hoverProvider": true,
        "completionProvider": { "triggerCharacters": ["\"", " ", ":", "[", "."] },
        "signatureHelpProvider": { "triggerCharacters": ["(", ","] },
        "definitionProvider": true,
        "referencesProvider": true,
        "documentSymbolProvider": true,
        "workspaceSymbolProvider": true,
        "renameProvider": { "prepareProvider": true },
        "foldingRangeProvider": true,
        "inlayHintProvider": true,
        "documentFormattingProvider": true,
        "codeActionProvider": { "codeActionKinds": ["quickfix"], "resolveProvider": true },
        "workspace": { "workspaceFolders": { "supported": true, "changeNotifications": true } },
    })
}

/// The deck whose part of the file contains a byte: the last one that begins before it.
pub(crate) fn deck_at(batch: &Batch, offset: usize) -> Option<&CheckedDeck> {
    let before = batch
        .decks
        .iter()
        .rfind(|deck| first_entry(deck).is_some_and(|at| at <= offset));
    before.or_else(|| batch.decks.first())
}

/// The place of a deck's first entry.
pub(crate) fn first_entry(deck: &CheckedDeck) -> Option<usize> {
    deck.deck()?
        .entries
        .iter()
        .map(|entry| entry.span.start)
        .min()
}

pub(crate) struct Worker {
    pub desk: Arc<WorkQueue>,
    sender: Sender<Outgoing>,
    open_projects: Box<dyn Fn() -> Projects + Send>,
    pub projects: Projects,
    pub lang: Lang,
    pub encoding: Encoding,
    /// Whether the editor asks for the edit of an action after it is chosen.
    pub resolves_edits: bool,
    pub takes_snippets: bool,
    /// The analysis of each deck's newest text, with that text, because version numbers may start
    /// again.
    analyses: BTreeMap<String, (String, Arc<Batch>)>,
    /// For each open document and each root of data, the documents that got diagnostics.
    published: BTreeMap<String, BTreeSet<String>>,
}

/// Stops long work if its result would be outdated, or if something more urgent came in.
struct NewerWork<'w> {
    desk: &'w WorkQueue,
    document: &'w OpenText,
}

impl Watch for NewerWork<'_> {
    fn begins(&self, _files: usize) {}

    fn goes_on(&self) -> bool {
        self.desk.may_go_on(self.document)
    }

    fn advances(&self) {}
}

impl Worker {
    pub(crate) fn new(
        desk: Arc<WorkQueue>,
        sender: Sender<Outgoing>,
        open_projects: Box<dyn Fn() -> Projects + Send>,
        client: Client,
    ) -> Worker {
        let Client { lang, encoding, resolves_edits, takes_snippets } = client;
        let projects = open_projects();
        let (analyses, published) = Default::default();
        Worker {
            desk,
            sender,
            open_projects,
            projects,
            lang,
            encoding,
            resolves_edits,
            takes_snippets,
            analyses,
            published,
        }
    }

    pub(crate) fn run(mut self) {
        loop {
            match self.desk.next_job() {
                Job::Answer(waiting) => self.answer(waiting),
                Job::Reopen => self.reopen(),
                Job::Diagnose(document) => self.diagnose(&document),
                Job::Forget(uri) => self.forget(&uri),
                Job::End => {
                    // If the writer has ended, nothing waits for this.
                    _ = self
                        .sender
                        .send(Outgoing::End(crate::SessionEnding::Abrupt));
                    return;
                }
            }
        }
    }

    /// Reads games and projects again, with the editor's texts of each `sleeve.toml`.
    fn reopen(&mut self) {
        let documents = self.desk.documents();
        let mut texts = BTreeMap::new();
        for document in documents
            .iter()
            .filter(|document| document.file_name() == FILE_NAME)
        {
            if let Some(folder) = document.path.parent() {
                texts.insert(canonical_folder(folder), document.text.clone());
            }
        }
        self.projects = (self.open_projects)().with_texts(texts);
        self.analyses.clear();
    }

    fn answer(&mut self, waiting: Waiting) {
        let id = waiting.request.id.clone();
        let mut answer = self.work_out(&waiting);
        if waiting.is_cancelled.load(Ordering::Relaxed) {
            answer = Err(failure(ErrorCode::RequestCanceled, "cancelled"));
        }
        let response = match answer {
            Ok(value) => Response::new_ok(id, value),
            Err(ResponseError { code, message, .. }) => Response::new_err(id, code, message),
        };
        if self.desk.note(State::finish) {
            // If the writer has ended, nobody reads this.
            _ = self.sender.send(Outgoing::Message(response.into()));
        }
    }

    fn work_out(&mut self, waiting: &Waiting) -> Result<Value, ResponseError> {
        let (request, stop) = (&waiting.request, &*waiting.is_cancelled);
        if request.method == WORKSPACE_SYMBOL {
            return reply(request, |params| self.workspace_symbols(&params, stop));
        }
        let Some(document) = waiting.document.as_ref().filter(|text| !text.is_too_large) else {
            // An action that cannot be resolved is returned unchanged.
            let is_action = request.method == "codeAction/resolve";
            return Ok(if is_action { request.params.clone() } else { Value::Null });
        };
        match request.method.as_str() {
            "textDocument/hover" => reply(request, |params| self.hover(document, params)),
            "textDocument/completion" => reply(request, |params| self.complete(document, params)),
            "textDocument/signatureHelp" => {
                reply(request, |params| self.signature(document, &params))
            }
            "textDocument/definition" => reply(request, |params: TextDocumentPositionParams| {
                self.define(document, params.position)
            }),
            "textDocument/references" => reply(request, |params: TextDocumentPositionParams| {
                self.references(document, params.position, stop)
            }),
            "textDocument/documentSymbol" => {
                reply(request, |_: DocumentSymbolParams| self.symbols(document))
            }
            "textDocument/foldingRange" => {
                reply(request, |_: FoldingRangeParams| self.folds(document))
            }
            "textDocument/inlayHint" => reply(request, |params| self.hints(document, &params)),
            "textDocument/prepareRename" => {
                let asked: TextDocumentPositionParams = parse_params(request)?;
                self.prepare_rename(document, asked.position)
            }
            "textDocument/rename" => self.rename(document, &parse_params(request)?),
            "textDocument/formatting" => reply(request, |params| self.format(document, &params)),
            "textDocument/codeAction" => {
                reply(request, |params| self.actions(document, &params, stop))
            }
            "codeAction/resolve" => {
                reply(request, |params| self.resolve_action(document, params, stop))
            }
            method => Err(failure(ErrorCode::MethodNotFound, method)),
        }
    }

    fn diagnose(&mut self, document: &Arc<OpenText>) {
        let kind = self.kind(document);
        match if self.is_ours(document, kind) { kind } else { Kind::Other } {
            Kind::Deck => {
                let analysis = self.analyse(document);
                let diagnostics = self.diagnose_deck(document, &analysis);
                self.publish_own(document, diagnostics);
            }
            Kind::Project => {
                self.reopen();
                match self.diagnose_project(document) {
                    Some(diagnostics) => {
                        self.publish_own(document, diagnostics);
                        self.mark_decks_old();
                    }
                    None => self.desk.note(|state| state.mark_old(&document.uri)),
                }
            }
            Kind::Event => {
                let diagnostics = self.diagnose_event(document);
                self.publish_own(document, diagnostics);
            }
            Kind::Data | Kind::Game => self.diagnose_data_root(document),
            Kind::Mapping | Kind::Other => self.publish_own(document, Vec::new()),
        }
    }

    /// Diagnoses the card data around a document, with the editor's texts of all its files.
    fn diagnose_data_root(&mut self, document: &OpenText) {
        let root = data_root(&document.path);
        let mut open: BTreeMap<PathBuf, Arc<OpenText>> = BTreeMap::new();
        for text in self.desk.documents() {
            // A deck may be in the same folder as data.
            if text.path.starts_with(&root) && matches!(self.kind(&text), Kind::Data | Kind::Game) {
                open.insert(text.path.clone(), text);
            }
        }
        let found = self.diagnose_data(&root, &open, &|| self.desk.may_go_on(document));
        let Some(mut found) = found else {
            return self.desk.note(|state| state.mark_old(&document.uri));
        };
        for text in open.values() {
            found.entry(text.uri.clone()).or_default();
        }
        let seen: Vec<Arc<OpenText>> = open.into_values().collect();
        self.publish(&root.to_string_lossy(), found, &seen);
    }

    /// Marks the open decks as outdated after a change of a `sleeve.toml`.
    fn mark_decks_old(&self) {
        for document in self.desk.documents() {
            if self.kind(&document) == Kind::Deck {
                self.desk.note(|state| state.mark_old(&document.uri));
            }
        }
    }

    /// Sends the diagnostics of a document that concern no other.
    fn publish_own(&mut self, document: &Arc<OpenText>, diagnostics: Vec<Diagnostic>) {
        let found = Diagnosed::from([(document.uri.clone(), diagnostics)]);
        self.publish(&document.uri, found, &[Arc::clone(document)]);
    }

    /// Sends diagnostics unless a document has changed meanwhile. Clears those that the same owner
    /// sent before.
    fn publish(&mut self, owner: &str, mut found: Diagnosed, seen: &[Arc<OpenText>]) {
        let before = self.published.remove(owner).unwrap_or_default();
        for gone in &before {
            found.entry(gone.clone()).or_default();
        }
        let mut notes = Vec::new();
        for (address, diagnostics) in &found {
            let Some(uri) = uri(address) else { continue };
            let version = seen
                .iter()
                .find(|text| text.uri == *address)
                .map(|text| text.version);
            let params =
                PublishDiagnosticsParams { uri, diagnostics: diagnostics.clone(), version };
            let method = "textDocument/publishDiagnostics".to_owned();
            notes.push(Notification::new(method, params));
        }
        let sent = self.desk.send_if_current(seen, || {
            for note in notes {
                // If the writer has ended, nobody reads this.
                _ = self.sender.send(Outgoing::Message(note.into()));
            }
        });
        let now = found
            .into_iter()
            .filter(|(_, all)| !all.is_empty())
            .map(|(uri, _)| uri);
        let kept = if sent { now.collect() } else { before };
        if !kept.is_empty() {
            self.published.insert(owner.to_owned(), kept);
        }
    }

    /// Clears the diagnostics of a closed document.
    fn forget(&mut self, uri: &str) {
        self.analyses.remove(uri);
        // A game's diagnostics stay while another of its files is open.
        if let Some(path) = crate::document::path_from_uri(uri) {
            let root = data_root(&path);
            if !self
                .desk
                .documents()
                .iter()
                .any(|open| open.path.starts_with(&root))
            {
                self.publish(&root.to_string_lossy(), Diagnosed::new(), &[]);
            }
        }
        self.publish(uri, Diagnosed::from([(uri.to_owned(), Vec::new())]), &[]);
    }

    pub(crate) fn kind(&self, document: &OpenText) -> Kind {
        Kind::of(document, || {
            self.library(document)
                .map(|library| library.described_readers())
                .unwrap_or_default()
        })
    }

    fn folder(&self, document: &OpenText) -> PathBuf {
        match document.path.parent() {
            Some(folder) if document.path.is_absolute() => canonical_folder(folder),
            _ => canonical_folder(&self.desk.roots().first().cloned().unwrap_or_default()),
        }
    }

    /// The games available to a document.
    pub(crate) fn library(&self, document: &OpenText) -> Option<Arc<Library>> {
        match self.projects.find_project(&self.folder(document)) {
            Ok(project) => Some(project.library),
            Err(ProjectError::Config(_) | ProjectError::Data(_)) => {
                self.projects.open_without_config().ok()
            }
        }
    }

    /// Whether a document has a `sleeve.toml`, even one that cannot be used.
    pub(crate) fn has_project(&self, document: &OpenText) -> bool {
        let found = self.projects.find_project(&self.folder(document));
        found.map_or(true, |project| project.config.is_some())
    }

    /// The path for reading a deck: that of its file, else a name in the open folder.
    pub(crate) fn deck_path(&self, document: &OpenText) -> String {
        let path = if document.path.is_absolute() {
            document.path.clone()
        } else {
            self.folder(document).join("-")
        };
        files::path_text(&path)
    }

    /// Reads the decks of a text without checking them.
    pub(crate) fn read(&self, document: &OpenText, text: &str) -> Batch {
        self.read_input(Input::bytes(&self.deck_path(document), text.as_bytes()))
    }

    /// Reads the decks of a file, which need not be open.
    pub(crate) fn read_input(&self, input: Input) -> Batch {
        check::read(&self.projects, vec![input], &CheckRequest::default())
    }

    pub(crate) fn open_texts(&self) -> BTreeMap<PathBuf, Arc<OpenText>> {
        let all = self.desk.documents().into_iter();
        all.map(|open| (open.path.clone(), open)).collect()
    }

    /// The `sleeve.toml` that applies to a document.
    pub(crate) fn config(&self, document: &OpenText) -> Option<Arc<Config>> {
        self.projects
            .find_project(&self.folder(document))
            .ok()?
            .config
    }

    pub(crate) fn tell(&self, message: &str) {
        let params = json!({ "type": 3, "message": self.set(message) });
        let note = Notification::new("window/showMessage".to_owned(), params);
        // If the writer has ended, nobody reads this.
        _ = self.sender.send(Outgoing::Message(note.into()));
    }

    /// The analysis of a deck's text, computed once for each text.
    pub(crate) fn analyse(&mut self, document: &OpenText) -> Arc<Batch> {
        if let Some((text, known)) = self.analyses.get(&document.uri)
            && *text == document.text
        {
            return Arc::clone(known);
        }
        let request = CheckRequest { judge_readings: true, ..CheckRequest::default() };
        let input = Input::bytes(&self.deck_path(document), document.text.as_bytes());
        let analysis = Arc::new(check::check(&self.projects, vec![input], &request));
        self.analyses
            .insert(document.uri.clone(), (document.text.clone(), Arc::clone(&analysis)));
        analysis
    }

    /// Checks a `sleeve.toml` with the decks it applies to; returns `None` if its text changed
    /// meanwhile.
    pub(crate) fn check_project(&self, document: &OpenText) -> Option<CheckedConfig> {
        let folder = self.folder(document);
        let path = files::path_text(&folder.join(FILE_NAME));
        let parsed = match Config::parse(&path, &folder, &document.text) {
            Err(error) => return Some(CheckedConfig::unusable(&error)),
            Ok(parsed) => parsed,
        };
        let request = CheckRequest { verdicts_only: true, ..CheckRequest::default() };
        let watch = NewerWork { desk: &self.desk, document };
        let inputs = vec![Input::Path(folder)];
        let batch = check::check_watched(&self.projects, inputs, &request, &watch);
        if !self.desk.may_go_on(document) {
            return None;
        }
        let checked = batch.configs.into_iter().find(|config| config.path == path);
        Some(checked.unwrap_or_else(|| {
            CheckedConfig {
                path,
                text: document.text.as_str().into(),
                findings: parsed
                    .unknown_keys
                    .into_iter()
                    .map(|unknown| unknown.into_any())
                    .collect(),
            }
        }))
    }

    /// The full path of a file that a report names.
    pub(crate) fn absolute(&self, shown: &str) -> PathBuf {
        self.projects.folder().join(files::path_from_text(shown))
    }

    pub(crate) fn style(&self) -> Style {
        Style { lang: self.lang, options: false, ..Style::PLAIN }
    }

    /// Prepares a text for people: in French, punctuation gets non-breaking spaces.
    pub(crate) fn set(&self, text: &str) -> String {
        self.style().set(text).into_owned()
    }

    /// The game that a data file belongs to, as currently loaded.
    pub(crate) fn catalog_of(&self, document: &OpenText) -> Option<Arc<Catalog>> {
        let library = self.library(document)?;
        let game = top_value(&document.text, "game")
            .or_else(|| declared_game(&document.path))
            .or_else(|| {
                let folders = document.path.ancestors().skip(1);
                folders
                    .filter_map(|folder| library.game_id(folder.file_name()?.to_str()?))
                    .next()
            })?;
        library.open(&game).ok()
    }
}

/// The id in the `game.toml` next to a data file.
fn declared_game(path: &Path) -> Option<String> {
    let declaration = data_root(path).join("game.toml");
    let bytes = files::read_regular(&declaration, source::FILE_LIMIT).ok()?;
    top_value(&files::decode_text(bytes).ok()?, "id")
}

/// The value of a key above all tables. It is found without parsing the whole file.
pub(crate) fn top_value(text: &str, key: &str) -> Option<String> {
    let lines = text.lines().take_while(|line| !line.starts_with('['));
    let mut values = lines.filter_map(|line| line.split_once('='));
    let (_, value) = values.find(|(name, _)| name.trim() == key)?;
    value
        .trim()
        .strip_prefix(['"', '\''])?
        .split(['"', '\''])
        .next()
        .map(str::to_owned)
}

/// Parses a request's parameters, and returns the answer.
fn reply<P: DeserializeOwned, A: Serialize>(
    request: &lsp_server::Request,
    answer: impl FnOnce(P) -> A,
) -> Result<Value, ResponseError> {
    serde_json::to_value(answer(parse_params(request)?))
        .map_err(|error| failure(ErrorCode::InternalError, error.to_string()))
}

fn parse_params<P: DeserializeOwned>(request: &lsp_server::Request) -> Result<P, ResponseError> {
    serde_json::from_value(request.params.clone())
        .map_err(|error| failure(ErrorCode::InvalidParams, error.to_string()))
}
