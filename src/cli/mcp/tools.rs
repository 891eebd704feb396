//! The questions of the command line as tools: their fields come from the options of the command,
//! and a call becomes its command line.

use super::protocol::{RpcError, RpcRequest};
use super::resources;
use crate::cli::session::Streams;
use crate::cli::{Host, HostedRun, run_hosted, words};
use clap::builder::PossibleValue;
use clap::{Arg, ArgAction, Command};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use sleeve_library::Clock;
use sleeve_library::project::Projects;
use std::any::TypeId;
use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, LazyLock, OnceLock};

/// Most characters of the text beside a document.
const MAX_TEXT_CHARS: usize = 2_000;
/// Items of a list that one answer has.
const MAX_PAGE_ITEMS: usize = 100;

/// The words that assistants read.
#[derive(Deserialize, Default)]
pub(super) struct Texts {
    pub(super) instructions: String,
    decks: String,
    page: String,
    file: String,
    write: String,
    tools: Vec<Tool>,
    pub(super) prompts: Vec<Prompt>,
    pub(super) resources: Vec<Described>,
}

/// A command that answers a question.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Tool {
    name: String,
    title: String,
    about: String,
    #[serde(default)]
    least_decks: usize,
    #[serde(default)]
    most_decks: usize,
    /// The field of the positional arguments after the decks.
    words: Option<WordField>,
    /// Its command, once it is needed.
    #[serde(skip)]
    command: OnceLock<Command>,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct WordField {
    name: String,
    about: String,
    #[serde(default)]
    is_list: bool,
    #[serde(default)]
    is_required: bool,
}

/// A text with a gap for each argument.
#[derive(Deserialize)]
pub(super) struct Prompt {
    pub(super) name: String,
    pub(super) title: String,
    pub(super) arguments: Vec<Described>,
    pub(super) text: String,
}

/// Something with a name and what it is.
#[derive(Deserialize)]
pub(super) struct Described {
    #[serde(default)]
    pub(super) uri: String,
    pub(super) name: String,
    pub(super) about: String,
}

/// The words, which a test reads too.
pub(super) static TEXTS: LazyLock<Texts> =
    LazyLock::new(|| toml::from_str(include_str!("words.toml")).unwrap_or_default());

/// Options that are no fields: of terminals, of files that are written, and of whole events.
const NOT_ASKED: [&str; 16] = [
    "output",
    "cards",
    "color",
    "quiet",
    "follow",
    "help",
    "version",
    "threads",
    "write",
    "event",
    "change",
    "drop",
    "round",
    "only-decks",
    "sealed",
    "nonce",
];

/// An option of a command, which is a field of its tool.
struct OptionField<'t>(&'t Arg);

impl OptionField<'_> {
    fn name(&self) -> String {
        self.0.get_long().unwrap_or_default().replace('-', "_")
    }

    /// The JSON type of its value.
    fn kind(&self) -> &'static str {
        let parser = self.0.get_value_parser().type_id();
        let whole =
            [TypeId::of::<u16>(), TypeId::of::<u32>(), TypeId::of::<u64>(), TypeId::of::<usize>()];
        match self.0.get_action() {
            action if !action.takes_values() => "boolean",
            ArgAction::Append => "array",
            _ if self.0.get_value_delimiter().is_some() => "array",
            _ if whole.iter().any(|kind| parser == *kind) => "integer",
            _ => "string",
        }
    }

    fn schema(&self) -> Value {
        let help = self.0.get_long_help().or_else(|| self.0.get_help()).map(ToString::to_string);
        let kind = self.kind();
        let mut schema = json!({ "type": kind, "description": help });
        let values = self.0.get_possible_values();
        let values: Vec<&str> = values.iter().map(PossibleValue::get_name).collect();
        match kind {
            "array" => schema["items"] = json!({ "type": "string" }),
            "string" if !values.is_empty() => schema["enum"] = json!(values),
            _ => {}
        }
        schema
    }

    /// Adds the option with a value to a command line.
    fn add(&self, value: &Value, line: &mut Vec<OsString>) -> Result<(), String> {
        let option = format!("--{}", self.0.get_long().unwrap_or_default());
        match (self.kind(), value) {
            ("boolean", Value::Bool(is_set)) => line.extend(is_set.then(|| option.into())),
            ("array", Value::Array(all)) => {
                return all.iter().try_for_each(|one| self.add(one, line));
            }
            // In one word, so that a value may begin with a hyphen.
            (_, Value::String(text)) => line.push(format!("{option}={text}").into()),
            (_, Value::Number(number)) => line.push(format!("{option}={number}").into()),
            (kind, _) => return Err(format!("`{}` has to be of the type {kind}", self.name())),
        }
        Ok(())
    }
}

impl Tool {
    /// The options and arguments of its command.
    fn options(&self) -> impl Iterator<Item = &Arg> {
        self.command.get_or_init(|| words::build_subcommand(&self.name)).get_arguments()
    }

    /// The options of its command that are fields.
    fn fields(&self) -> impl Iterator<Item = OptionField<'_>> {
        // `check --lock` writes the lock of an event; `build` takes its deck from `decks`.
        let other = match self.name.as_str() {
            "check" => "lock",
            "build" => "from",
            _ => "",
        };
        let is_field = move |arg: &&Arg| {
            let long = arg.get_long().unwrap_or("output");
            !arg.is_hide_set() && !NOT_ASKED.contains(&long) && long != other
        };
        self.options().filter(is_field).map(OptionField)
    }
}

/// What all calls use.
pub(super) struct Toolbox {
    pub(super) projects: Arc<Projects>,
    pub(super) today: Clock,
    /// The folder that relative paths start from.
    pub(super) folder: PathBuf,
    /// The folder in which files may be written.
    pub(super) writable: Option<PathBuf>,
}

/// The output of a command.
pub(super) struct Output {
    run: HostedRun,
    pub(super) out: String,
    /// For people, beside a document.
    text: String,
    /// Warnings and notes.
    said: String,
}

/// A call as a command line.
#[derive(Default)]
struct ToolCommand {
    options: Vec<OsString>,
    decks: Vec<OsString>,
    words: Vec<OsString>,
    /// Decks in memory, with the paths that name them.
    held: Vec<(PathBuf, Vec<u8>)>,
}

/// A result that says what went wrong, for the assistant to read and mend.
pub(super) fn failed(text: &str) -> Value {
    json!({ "content": [{ "type": "text", "text": shorten(text) }], "isError": true })
}

/// Answers a call of a tool, or reads a resource.
pub(super) fn answer(toolbox: &Toolbox, request: &RpcRequest) -> Result<Value, RpcError> {
    let params = &request.params;
    if request.method == "resources/read" {
        return resources::read(toolbox, params);
    }
    let name = params.get("name").and_then(Value::as_str).unwrap_or_default();
    let tool = TEXTS.tools.iter().find(|tool| tool.name == name);
    let tool =
        tool.ok_or_else(|| RpcError::invalid_params(format!("there is no tool `{name}`")))?;
    let nothing = Map::new();
    let fields = params.get("arguments").and_then(Value::as_object).unwrap_or(&nothing);
    Ok(toolbox.call(tool, fields).unwrap_or_else(|wrong: String| failed(&wrong)))
}

impl Toolbox {
    /// The tools as a client lists them.
    pub(super) fn tools(&self) -> Vec<Value> {
        let is_read_only = self.writable.is_none();
        let hints = json!({
            "readOnlyHint": is_read_only,
            "idempotentHint": is_read_only,
            "openWorldHint": false,
        });
        let describe = |tool: &Tool| {
            json!({
                "name": tool.name,
                "title": tool.title,
                "description": tool.about,
                "inputSchema": self.schema(tool),
                "annotations": hints,
            })
        };
        TEXTS.tools.iter().map(describe).collect()
    }

    fn schema(&self, tool: &Tool) -> Value {
        let texts = &*TEXTS;
        let one = |kind: &str, about: &str| json!({ "type": kind, "description": about });
        let list = |items: Value, about: &str| json!({ "type": "array", "items": items, "description": about });
        let mut fields = Map::new();
        let mut required: Vec<String> = Vec::new();
        if tool.most_decks > 0 {
            let deck = json!({ "type": ["string", "object"] });
            fields.insert("decks".to_owned(), list(deck, &texts.decks));
            required.extend((tool.least_decks > 0).then(|| "decks".to_owned()));
        }
        if let Some(words) = &tool.words {
            let about = &words.about;
            let text = json!({ "type": "string" });
            let field = if words.is_list { list(text, about) } else { one("string", about) };
            fields.insert(words.name.clone(), field);
            required.extend(words.is_required.then(|| words.name.clone()));
        }
        for field in tool.fields() {
            required.extend(field.0.is_required_set().then(|| field.name()));
            fields.insert(field.name(), field.schema());
        }
        fields.insert("page".to_owned(), one("integer", &texts.page));
        if let Some(field) = self.write_field(tool) {
            let (kind, about) = match field {
                "file" => ("string", &texts.file),
                _ => ("boolean", &texts.write),
            };
            fields.insert(field.to_owned(), one(kind, about));
        }
        json!({
            "type": "object",
            "properties": fields,
            "required": required,
            "additionalProperties": false,
        })
    }

    /// The field by which a tool writes files, if it may.
    fn write_field(&self, tool: &Tool) -> Option<&'static str> {
        self.writable.as_ref()?;
        match tool.name.as_str() {
            "build" | "convert" => Some("file"),
            "fix" => Some("write"),
            _ => None,
        }
    }

    /// Runs the command of a tool.
    ///
    /// # Errors
    /// What is wrong with the fields, or the words of the command.
    fn call(&self, tool: &Tool, fields: &Map<String, Value>) -> Result<Value, String> {
        let line = self.read_fields(tool, fields)?;
        let page = match fields.get("page") {
            None | Some(Value::Null) => Some(1),
            Some(page) => page.as_u64().and_then(|page| usize::try_from(page).ok()),
        };
        let page = page.filter(|page| *page > 0).ok_or("`page` has to be a number from 1")?;
        let output = self.run(&line.arguments(tool), &line.held);
        let text = [output.text.trim_end(), output.said.trim_end()].join("\n\n");
        if output.run.status == UNUSABLE && !output.run.has_answer {
            return Err(text.trim().to_owned());
        }
        let mut document = serde_json::from_str(&output.out)
            .unwrap_or_else(|_| json!({ "text": output.out, "remarks": output.said }));
        cut_page(&mut document, page);
        let text = if output.text.is_empty() { output.out + &text } else { text };
        Ok(json!({
            "content": [{ "type": "text", "text": shorten(&text) }],
            "structuredContent": document,
            "isError": false,
        }))
    }

    /// Runs a command of `sleeve` in this process.
    pub(super) fn run(&self, args: &[OsString], held: &[(PathBuf, Vec<u8>)]) -> Output {
        let (mut out, mut text, mut said) = (Vec::new(), Vec::new(), Vec::new());
        let mut streams = Streams {
            out: &mut out,
            err: &mut said,
            input: &mut std::io::empty(),
            beside: Some(&mut text),
            width: None,
            err_is_terminal: false,
            variable: &|name| std::env::var(name).ok(),
            folder: self.folder.clone(),
            today: self.today.clone(),
        };
        let host = Host { projects: Arc::clone(&self.projects), decks: held };
        let run = run_hosted(args.iter().cloned(), &mut streams, &host);
        let as_text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
        Output { run, out: as_text(out), text: as_text(text), said: as_text(said) }
    }

    /// Turns the fields of a call into a command line.
    fn read_fields(&self, tool: &Tool, fields: &Map<String, Value>) -> Result<ToolCommand, String> {
        let mut line = ToolCommand::default();
        let mut file = None;
        let has_form = tool.options().any(|arg| arg.get_long() == Some("output"));
        line.options.extend(has_form.then(|| "--output=json".into()));
        let words_name = tool.words.as_ref().map(|words| words.name.as_str());
        for (name, value) in fields.iter().filter(|(_, value)| !value.is_null()) {
            match name.as_str() {
                "page" => {}
                "decks" if tool.most_decks > 0 => line.add_decks(value)?,
                "file" if self.write_field(tool) == Some("file") => {
                    file = Some(self.new_file(value)?);
                }
                "write" if self.write_field(tool) == Some("write") => {
                    line.options.extend((*value == true).then(|| "--write".into()));
                }
                name if words_name == Some(name) => line.words = texts(name, value)?,
                name => match tool.fields().find(|field| field.name() == name) {
                    Some(field) => field.add(value, &mut line.options)?,
                    None => return Err(self.unknown_field(tool, name)),
                },
            }
        }
        line.words.extend(file);
        if line.options.iter().any(|option| option == "--write") {
            line.decks.iter().try_for_each(|path| self.require_writable(path))?;
        }
        let (least, most, found) = (tool.least_decks, tool.most_decks, line.decks.len());
        if !(least..=most).contains(&found) {
            let least = if least == most { String::new() } else { format!("{least} to ") };
            return Err(format!("`{}` takes {least}{most} decks, not {found}", tool.name));
        }
        Ok(line)
    }

    /// The path of a new file in the folder for writing.
    fn new_file(&self, value: &Value) -> Result<OsString, String> {
        let name = value.as_str().unwrap_or_default();
        let mut parts = Path::new(name).components();
        let is_inside = parts.all(|part| matches!(part, Component::Normal(_)));
        match &self.writable {
            Some(folder) if is_inside && !name.is_empty() => Ok(folder.join(name).into_os_string()),
            _ => {
                Err(format!("`file` has to be a path inside the folder for writing, not `{value}`"))
            }
        }
    }

    /// Requires that a path is in the folder for writing.
    fn require_writable(&self, path: &OsString) -> Result<(), String> {
        let folder = self.writable.as_ref().and_then(|folder| folder.canonicalize().ok());
        let place = self.folder.join(path).canonicalize().ok();
        match place.zip(folder) {
            Some((place, folder)) if place.starts_with(&folder) => Ok(()),
            _ => Err(format!("`{}` is not in the folder for writing", path.to_string_lossy())),
        }
    }

    fn unknown_field(&self, tool: &Tool, name: &str) -> String {
        let schema = self.schema(tool);
        let known = schema["properties"].as_object().into_iter().flat_map(Map::keys);
        let known: Vec<String> = known.map(|field| format!("`{field}`")).collect();
        format!("`{}` has no field `{name}`; it has {}", tool.name, known.join(", "))
    }
}

/// The exit status of input that cannot be used.
const UNUSABLE: u8 = 2;

impl ToolCommand {
    /// Adds decks: texts and data, which are held in memory, and objects with a `path` alone.
    fn add_decks(&mut self, value: &Value) -> Result<(), String> {
        let all = value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice);
        for (at, deck) in all.iter().enumerate() {
            let content = match deck {
                Value::String(text) => text.clone(),
                Value::Object(fields) => match fields.get("path").and_then(Value::as_str) {
                    Some(path) if fields.len() == 1 => {
                        // On the command line, `-` is standard input, which carries the messages.
                        self.decks.push(if path == "-" { "./-" } else { path }.into());
                        continue;
                    }
                    _ => deck.to_string(),
                },
                _ => return Err("a deck is a text, data, or `{\"path\": \"FILE\"}`".to_owned()),
            };
            let name = if all.len() > 1 { format!("deck-{}", at + 1) } else { "deck".to_owned() };
            self.decks.push(OsString::from(&name));
            self.held.push((PathBuf::from(name), content.into_bytes()));
        }
        Ok(())
    }

    fn arguments(&self, tool: &Tool) -> Vec<OsString> {
        let mut args: Vec<OsString> = vec!["sleeve".into(), tool.name.clone().into()];
        args.extend(self.options.iter().cloned());
        let is_build = tool.name == "build";
        if is_build && let Some(deck) = self.decks.first() {
            args.extend(["--from".into(), deck.clone()]);
        }
        args.push("--".into());
        args.extend(self.decks.iter().filter(|_| !is_build).chain(&self.words).cloned());
        args
    }
}

/// The texts of a field: one, or a list of them.
fn texts(name: &str, value: &Value) -> Result<Vec<OsString>, String> {
    let all = value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice);
    let texts = all.iter().map(|one| one.as_str().map(OsString::from));
    texts.collect::<Option<_>>().ok_or_else(|| format!("`{name}` has to be a list of texts"))
}

/// Cuts a text to what a person would read.
fn shorten(text: &str) -> String {
    let text = text.trim();
    match text.char_indices().nth(MAX_TEXT_CHARS) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

/// Cuts the long lists of a document to one page, and counts the pages of the longest.
fn cut_page(document: &mut Value, page: usize) {
    let Some(fields) = document.as_object_mut() else { return };
    let lists = fields.values_mut().filter_map(Value::as_array_mut);
    let longest = lists.map(|items| cut(items, page)).max().unwrap_or(0);
    if longest > MAX_PAGE_ITEMS {
        let pages = longest.div_ceil(MAX_PAGE_ITEMS);
        fields.insert("page".to_owned(), json!({ "page": page, "pages": pages, "items": longest }));
    }
}

/// Cuts a list to a page; returns its length before.
fn cut(items: &mut Vec<Value>, page: usize) -> usize {
    let length = items.len();
    if length > MAX_PAGE_ITEMS {
        let begin = (page - 1).saturating_mul(MAX_PAGE_ITEMS).min(length);
        *items = items.drain(begin..length.min(begin + MAX_PAGE_ITEMS)).collect();
    }
    length
}
