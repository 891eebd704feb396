//! A language server for decks and game data.
//!
//! [`serve`] speaks the Language Server Protocol over a pipe. One thread reads messages and keeps
//! the newest texts (`desk`), one works (`worker`), and the caller's thread writes. `document`
//! finds the kind of a document, `diagnose` its problems; each other module answers one kind of
//! request. The server has no logic of its own for decks: it makes the same calls as the command
//! line, so that an editor shows what `check` and `lint` print.

#[macro_use(say)]
extern crate sleeve_data;

mod action;
mod complete;
mod desk;
mod diagnose;
mod document;
mod fit;
mod hover;
mod ours;
mod refer;
mod rename;
mod structure;
mod toml_place;
mod worker;

pub use desk::{MAX_OPEN, MAX_WAITING};
pub use document::MAX_TEXT_BYTES;

use desk::{State, WorkQueue};
use document::{Encoding, OpenText};
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response, ResponseError};
use lsp_types::{
    DidChangeTextDocumentParams, DidChangeWorkspaceFoldersParams, DidCloseTextDocumentParams,
    DidOpenTextDocumentParams, InitializeParams, WorkspaceFolder,
};
use serde::{
    Deserialize, Serialize,
    de::{DeserializeOwned, IgnoredAny},
};
use serde_json::{Value, json};
use sleeve_data::model::Lang;
use sleeve_library::project::Projects;
use std::{
    io::{self, BufRead, Read, Write},
    path::PathBuf,
    sync::{
        Arc,
        mpsc::{self, Sender},
    },
};

/// What the front end gives to the server.
pub struct Setup {
    /// Opens the games and projects again. All paths are absolute.
    pub open_projects: Box<dyn Fn() -> Projects + Send>,
    /// The user's language; `None`: the editor's.
    pub lang: Option<Lang>,
    /// The language of the environment, for editors that name none.
    pub default_lang: Lang,
    pub version: &'static str,
}

/// What the editor asked for when it started the server.
struct Client {
    lang: Lang,
    encoding: Encoding,
    /// Whether it asks for the edit of an action after it is chosen.
    resolves_edits: bool,
    takes_snippets: bool,
}

/// How a session ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SessionEnding {
    /// The editor sent `shutdown` and `exit`, or closed the pipe after `shutdown`.
    Clean,
    /// The editor closed the pipe without `shutdown`.
    Abrupt,
}

/// The stack size of a process's main thread, in which the command line checks decks.
const WORKER_STACK_BYTES: usize = 8 << 20;

enum Outgoing {
    Message(Message),
    /// A message that the protocol library does not know.
    Other(Value),
    End(SessionEnding),
}

/// Serves an editor until it sends `exit` or closes the pipe. Requests that came before the end are
/// still answered.
///
/// # Errors
/// If the pipe breaks, or a thread cannot be started.
pub fn serve(
    mut input: impl BufRead + Send + 'static,
    out: &mut dyn Write,
    setup: Setup,
) -> io::Result<SessionEnding> {
    let (sender, receiver) = mpsc::channel();
    let desk = Arc::new(WorkQueue::default());
    // Not scoped threads: after `exit`, nothing waits for an unfinished answer.
    std::thread::Builder::new().spawn(move || {
        let mut reader = Reader {
            desk,
            sender: sender.clone(),
            setup: Some(setup),
            shut: None,
            registers_files: false,
        };
        let ending = reader.run(&mut input);
        match ending {
            Ok(Some(ending)) => _ = sender.send(Outgoing::End(ending)),
            // The worker ends the session after the last answer.
            Ok(None) => reader.desk.note(|state| state.end()),
            Err(error) => {
                let said = json!({ "type": 1, "message": error.to_string() });
                reader.send(Notification::new("window/showMessage".to_owned(), said));
                _ = sender.send(Outgoing::End(SessionEnding::Abrupt));
            }
        }
    })?;
    let mut ending = SessionEnding::Abrupt;
    while let Ok(outgoing) = receiver.recv() {
        match outgoing {
            Outgoing::Message(message) => write_message(out, &message)?,
            Outgoing::Other(message) => write_message(out, &message)?,
            Outgoing::End(how) => {
                ending = how;
                break;
            }
        }
    }
    Ok(ending)
}

/// Reads messages, and answers those that need no work.
struct Reader {
    desk: Arc<WorkQueue>,
    sender: Sender<Outgoing>,
    /// Set until the editor has initialised the server.
    setup: Option<Setup>,
    /// Set after a shutdown request.
    shut: Option<()>,
    /// Whether the editor can watch files for changes.
    registers_files: bool,
}

impl Reader {
    /// Reads to the end; returns `None` if the pipe was closed.
    fn run(&mut self, input: &mut dyn BufRead) -> io::Result<Option<SessionEnding>> {
        let mut encoding = Encoding::default();
        while let Some(received) = read_message(input)? {
            match received {
                Received::Garbled(why) => self.refuse_garbled(&why),
                Received::Message(Message::Request(request)) => {
                    if request.method == "initialize" && self.setup.is_some() {
                        encoding = self.initialize(request);
                    } else {
                        self.take_request(request);
                    }
                }
                Received::Message(Message::Notification(note)) if note.method == "exit" => {
                    return Ok(Some(self.ending()));
                }
                Received::Message(Message::Notification(note)) => {
                    self.take_notification(note, encoding);
                }
                // Answers to the server's own requests need no reaction.
                Received::Message(Message::Response(_)) => {}
            }
        }
        if self.setup.is_some() || self.shut.is_some() {
            return Ok(Some(self.ending()));
        }
        Ok(None)
    }

    fn ending(&self) -> SessionEnding {
        if self.shut.is_some() { SessionEnding::Clean } else { SessionEnding::Abrupt }
    }

    /// Answers a body that is no message, with a null id, which the protocol library does not have.
    fn refuse_garbled(&self, why: &serde_json::Error) {
        let is_json = why.classify() == serde_json::error::Category::Data;
        let code = if is_json { ErrorCode::InvalidRequest } else { ErrorCode::ParseError };
        let error = json!({ "code": code as i32, "message": why.to_string() });
        // If the writer has ended, nobody reads this.
        _ = self
            .sender
            .send(Outgoing::Other(json!({ "id": null, "error": error })));
    }

    fn send(&self, message: impl Into<Message>) {
        // If the writer has ended, nobody reads this.
        _ = self.sender.send(Outgoing::Message(message.into()));
    }

    fn refuse(&self, id: RequestId, code: ErrorCode, message: &str) {
        self.send(Response::new_err(id, code as i32, message.to_owned()));
    }

    /// Answers with the server's capabilities, and starts the worker.
    fn initialize(&mut self, request: Request) -> Encoding {
        let params: InitializeParams = match serde_json::from_value(request.params) {
            Ok(params) => params,
            Err(error) => {
                self.refuse(request.id, ErrorCode::InvalidParams, &error.to_string());
                return Encoding::default();
            }
        };
        let Some(setup) = self.setup.take() else { return Encoding::default() };
        let general = params.capabilities.general.as_ref();
        let encoding = Encoding::choose(general.and_then(|of| of.position_encodings.as_deref()));
        let of_editor = params.locale.as_deref().and_then(lang_of_locale);
        let client = Client {
            lang: setup.lang.or(of_editor).unwrap_or(setup.default_lang),
            encoding,
            resolves_edits: resolves_edits(&params),
            takes_snippets: takes_snippets(&params),
        };
        let capabilities = worker::capabilities(encoding);
        let info = json!({ "name": "sleeve", "version": setup.version });
        let answer = json!({ "capabilities": capabilities, "serverInfo": info });
        let (desk, sender) = (Arc::clone(&self.desk), self.sender.clone());
        let worker = worker::Worker::new(desk, sender, setup.open_projects, client);
        self.desk.note(|state| state.roots = roots(&params));
        self.registers_files = registers_files(&params);
        let thread = std::thread::Builder::new().stack_size(WORKER_STACK_BYTES);
        if let Err(error) = thread.spawn(move || worker.run()) {
            self.refuse(request.id, ErrorCode::InternalError, &error.to_string());
            return encoding;
        }
        self.send(Response::new_ok(request.id, answer));
        encoding
    }

    fn take_request(&mut self, request: Request) {
        let id = request.id.clone();
        if self.setup.is_some() {
            return self.refuse(id, ErrorCode::ServerNotInitialized, "not initialized");
        }
        if self.shut.is_some() || request.method == "initialize" {
            return self.refuse(id, ErrorCode::InvalidRequest, "not allowed at this time");
        }
        if request.method == "shutdown" {
            self.shut = Some(());
            // The editor leaves after this answer, so waiting requests are cancelled first.
            for waits in self.desk.note(State::drop_requests) {
                self.refuse(waits, ErrorCode::RequestCanceled, "the server is shutting down");
            }
            return self.send(Response::new_ok(id, Value::Null));
        }
        if !worker::METHODS.contains(&request.method.as_str()) {
            return self.refuse(id, ErrorCode::MethodNotFound, &request.method);
        }
        let Some(uri) = document_of(&request) else {
            // An action without data is already complete.
            if request.method == "codeAction/resolve" && request.params.is_object() {
                return self.send(Response::new_ok(id, request.params));
            }
            return self.refuse(id, ErrorCode::InvalidParams, "the document is not open");
        };
        if !self.desk.note(|state| state.add(request, &uri)) {
            self.refuse(id, ErrorCode::ServerCancelled, "too many requests are waiting");
        }
    }

    fn take_notification(&mut self, note: Notification, encoding: Encoding) {
        if self.setup.is_some() {
            return;
        }
        let desk = &self.desk;
        match note.method.as_str() {
            "textDocument/didOpen" => {
                let Some(params) = parse::<DidOpenTextDocumentParams>(note) else { return };
                let its = params.text_document;
                let uri = its.uri.as_str();
                let document =
                    OpenText::new(uri, &its.language_id, its.version, its.text, encoding);
                desk.note(|state| state.open(document));
            }
            "textDocument/didChange" => {
                let Some(params) = parse::<DidChangeTextDocumentParams>(note) else { return };
                let its = params.text_document;
                desk.note(|state| {
                    state.change(its.uri.as_str(), |document| {
                        document.change(its.version, params.content_changes);
                    });
                });
            }
            "textDocument/didClose" => {
                let Some(params) = parse::<DidCloseTextDocumentParams>(note) else { return };
                desk.note(|state| state.close(params.text_document.uri.as_str()));
            }
            "workspace/didChangeWorkspaceFolders" => {
                let Some(params) = parse::<DidChangeWorkspaceFoldersParams>(note) else { return };
                let gone = paths(&params.event.removed);
                desk.note(|state| {
                    state.roots.retain(|root| !gone.contains(root));
                    state.roots.extend(paths(&params.event.added));
                    state.reopen();
                });
            }
            "initialized" if self.registers_files => {
                let watched = json!({ "watchers": [{ "globPattern": "**/*.{toml,csv}" }] });
                let method = "workspace/didChangeWatchedFiles";
                let one = json!({ "id": method, "method": method, "registerOptions": watched });
                let asked = json!({ "registrations": [one] });
                let id = RequestId::from(method.to_owned());
                self.send(Request::new(id, "client/registerCapability".to_owned(), asked));
            }
            "textDocument/didSave"
            | "workspace/didChangeWatchedFiles"
            | "workspace/didChangeConfiguration" => desk.note(|state| state.reopen()),
            "$/cancelRequest" => {
                let given = note.params.get("id").cloned().unwrap_or_default();
                if let Ok(id) = serde_json::from_value::<RequestId>(given)
                    && desk.note(|state| state.cancel(&id))
                {
                    self.refuse(id, ErrorCode::RequestCanceled, "cancelled");
                }
            }
            // The protocol lets the server ignore unknown notifications.
            _ => {}
        }
    }
}

/// The URI of the document that a request is about; empty for the whole workspace.
fn document_of(request: &Request) -> Option<String> {
    if request.method == worker::WORKSPACE_SYMBOL {
        return Some(String::new());
    }
    // Requests to resolve contain the document in the data that the server added.
    let mut places = ["/textDocument/uri", "/data/uri"].iter();
    let uri = places.find_map(|place| request.params.pointer(place)?.as_str());
    uri.map(str::to_owned)
}

fn parse<P: DeserializeOwned>(note: Notification) -> Option<P> {
    serde_json::from_value(note.params).ok()
}

/// The language of a locale as editors write it: `fr`, `fr-CA`.
fn lang_of_locale(locale: &str) -> Option<Lang> {
    Lang::ALL
        .iter()
        .copied()
        .find(|lang| locale.starts_with(lang.code()))
}

/// Whether the editor asks for the edit of an action after it is chosen.
fn resolves_edits(params: &InitializeParams) -> bool {
    let actions = params
        .capabilities
        .text_document
        .as_ref()
        .and_then(|of| of.code_action.as_ref());
    let resolved = actions.and_then(|actions| actions.resolve_support.as_ref());
    resolved.is_some_and(|resolved| resolved.properties.iter().any(|name| name == "edit"))
}

/// Whether the editor inserts snippets, in which `$0` is the place of the cursor.
fn takes_snippets(params: &InitializeParams) -> bool {
    let document = params.capabilities.text_document.as_ref();
    let item = document.and_then(|of| of.completion.as_ref()?.completion_item.as_ref());
    item.and_then(|item| item.snippet_support).unwrap_or(false)
}

/// Whether the editor can be asked to watch files.
fn registers_files(params: &InitializeParams) -> bool {
    let workspace = params.capabilities.workspace.as_ref();
    let files = workspace.and_then(|of| of.did_change_watched_files);
    files
        .and_then(|files| files.dynamic_registration)
        .unwrap_or(false)
}

fn roots(params: &InitializeParams) -> Vec<PathBuf> {
    let folders = params.workspace_folders.as_deref().unwrap_or_default();
    #[expect(deprecated, reason = "sent by editors that support only one folder")]
    let root = params.root_uri.as_ref().filter(|_| folders.is_empty());
    let mut roots = paths(folders);
    roots.extend(root.and_then(|uri| document::path_from_uri(uri.as_str())));
    roots
}

fn paths(folders: &[WorkspaceFolder]) -> Vec<PathBuf> {
    folders
        .iter()
        .filter_map(|folder| document::path_from_uri(folder.uri.as_str()))
        .collect()
}

fn failure(code: ErrorCode, message: impl Into<String>) -> ResponseError {
    ResponseError { code: code as i32, message: message.into(), data: None }
}

/// The longest message, in bytes. A longer one ends the session, because its content would be
/// missing from then on.
pub const MAX_MESSAGE_BYTES: usize = 1 << 27;
/// The longest line of a header, in bytes.
const MAX_HEAD_LINE: u64 = 1 << 12;

/// A message, or the reason why the body is not one.
pub(crate) enum Received {
    Message(Message),
    Garbled(serde_json::Error),
}

/// Reads a message; returns `None` at the end of the stream. The protocol library would read a body
/// of any length, so a wrong header could use up all memory.
///
/// # Errors
/// If the stream breaks off, the header is invalid, or the body is longer than
/// [`MAX_MESSAGE_BYTES`].
pub(crate) fn read_message(input: &mut dyn BufRead) -> io::Result<Option<Received>> {
    let (mut length, mut begun) = (None, false);
    loop {
        let mut line = String::new();
        if input.take(MAX_HEAD_LINE).read_line(&mut line)? == 0 {
            return if begun { Err(bad_head("the header is incomplete")) } else { Ok(None) };
        }
        begun = true;
        let whole = line
            .strip_suffix('\n')
            .ok_or_else(|| bad_head("the header is incomplete"))?;
        let field = whole.trim_end_matches('\r');
        if field.is_empty() {
            break;
        }
        let (name, value) = field
            .split_once(':')
            .ok_or_else(|| bad_head("a header line has no colon"))?;
        if name.eq_ignore_ascii_case("content-length") {
            length = value.trim().parse::<usize>().ok();
        }
    }
    let length = length.ok_or_else(|| bad_head("the header has no Content-Length"))?;
    if length > MAX_MESSAGE_BYTES {
        return Err(bad_head("the message is too long"));
    }
    let mut body = Vec::new();
    input.take(length as u64).read_to_end(&mut body)?;
    if body.len() < length {
        return Err(bad_head("the body is incomplete"));
    }
    Ok(Some(match serde_json::from_slice(&body) {
        Ok(request @ Message::Request(_)) => Received::Message(request),
        // The library would take a request with an invalid id or method for another kind of
        // message, and nobody would answer it.
        Ok(_) if serde_json::from_slice::<RequestHead>(&body).is_ok() => {
            Received::Garbled(serde::de::Error::custom("the request has no valid id or method"))
        }
        Ok(message) => Received::Message(message),
        Err(error) => Received::Garbled(error),
    }))
}

fn bad_head(what: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what.to_owned())
}

/// Only requests have both fields.
#[derive(Deserialize)]
struct RequestHead {
    #[serde(rename = "id")]
    _id: IgnoredAny,
    #[serde(rename = "method")]
    _method: IgnoredAny,
}

#[derive(Serialize)]
struct Framed<'m, M> {
    jsonrpc: &'static str,
    #[serde(flatten)]
    message: &'m M,
}

/// Writes a message.
///
/// # Errors
/// If writing to the stream fails.
pub(crate) fn write_message<M: Serialize>(out: &mut dyn Write, message: &M) -> io::Result<()> {
    let body = serde_json::to_vec(&Framed { jsonrpc: "2.0", message })?;
    write!(out, "Content-Length: {}\r\n\r\n", body.len())?;
    out.write_all(&body)?;
    out.flush()
}
