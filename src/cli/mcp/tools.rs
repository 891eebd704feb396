//! The questions of the command line as tools: their fields come from the options of the command,
//! and a call becomes the question in JSON.

use super::{
    protocol::{RpcError, RpcRequest},
    resources,
};
use crate::cli::{Host, HostedAnswer, answer_hosted, words};
use clap::{Arg, ArgAction, Command, builder::PossibleValue};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use sleeve_data::model::Lang;
use sleeve_library::{Clock, project::Projects};
use sleeve_requests::{RequestFields, find_question};
use std::{
    any::TypeId,
    path::{Component, Path, PathBuf},
    sync::{Arc, LazyLock, OnceLock},
};

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
const NOT_ASKED: [&str; 17] = [
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
    "decks",
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
        let help = self
            .0
            .get_long_help()
            .or_else(|| self.0.get_help())
            .map(ToString::to_string);
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
}

impl Tool {
    /// The options and arguments of its command.
    fn options(&self) -> impl Iterator<Item = &Arg> {
        self.command
            .get_or_init(|| words::build_subcommand(&self.name))
            .get_arguments()
    }

    /// The options of its command that are fields.
    fn fields(&self) -> impl Iterator<Item = OptionField<'_>> {
        // `check --lock` writes the lock of an event; `build` takes its deck from `decks`.
        let other = match self.name.as_str() {
            "check" => "lock",
            "build" => "from",
            _ => "",
        };
        let fields = self.options().filter(move |option| {
            let long = option.get_long().unwrap_or("output");
            !option.is_hide_set() && !NOT_ASKED.contains(&long) && long != other
        });
        fields.map(OptionField)
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
    /// The language of answers to questions without `lang`.
    pub(super) lang: Lang,
}

/// The decks of a call.
#[derive(Default)]
struct CalledDecks {
    paths: Vec<String>,
    /// Those in memory, with the paths that name them.
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
    let name = params
        .get("name")
        .and_then(Value::as_str)
        .unwrap_or_default();
    let tool = TEXTS.tools.iter().find(|tool| tool.name == name);
    let tool =
        tool.ok_or_else(|| RpcError::invalid_params(format!("there is no tool `{name}`")))?;
    let nothing = Map::new();
    let fields = params
        .get("arguments")
        .and_then(Value::as_object)
        .unwrap_or(&nothing);
    Ok(toolbox
        .call(tool, fields)
        .unwrap_or_else(|wrong: String| failed(&wrong)))
}

fn plain_field(kind: &str, about: &str) -> Value {
    json!({ "type": kind, "description": about })
}

fn list_field(items: &Value, about: &str) -> Value {
    json!({ "type": "array", "items": items, "description": about })
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
        let mut tools = Vec::new();
        for tool in &TEXTS.tools {
            tools.push(json!({
                "name": tool.name,
                "title": tool.title,
                "description": tool.about,
                "inputSchema": self.schema(tool),
                "annotations": hints,
            }));
        }
        tools
    }

    fn schema(&self, tool: &Tool) -> Value {
        let texts = &*TEXTS;
        let mut fields = Map::new();
        let mut required: Vec<String> = Vec::new();
        if tool.most_decks > 0 {
            let deck = json!({ "type": ["string", "object"] });
            fields.insert("decks".to_owned(), list_field(&deck, &texts.decks));
            required.extend((tool.least_decks > 0).then(|| "decks".to_owned()));
        }
        if let Some(words) = &tool.words {
            let about = &words.about;
            let field = if words.is_list {
                list_field(&json!({ "type": "string" }), about)
            } else {
                plain_field("string", about)
            };
            fields.insert(words.name.clone(), field);
            required.extend(words.is_required.then(|| words.name.clone()));
        }
        for field in tool.fields() {
            required.extend(field.0.is_required_set().then(|| field.name()));
            fields.insert(field.name(), field.schema());
        }
        fields.insert("page".to_owned(), plain_field("integer", &texts.page));
        if let Some(field) = self.write_field(tool) {
            let (kind, about) = match field {
                "file" => ("string", &texts.file),
                _ => ("boolean", &texts.write),
            };
            fields.insert(field.to_owned(), plain_field(kind, about));
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

    /// Asks the question of a tool.
    ///
    /// # Errors
    /// What is wrong with the fields, or why the question has no answer.
    fn call(&self, tool: &Tool, given: &RequestFields) -> Result<Value, String> {
        let asked_page = match given.get("page") {
            None | Some(Value::Null) => Some(1),
            Some(page) => page.as_u64().and_then(|page| usize::try_from(page).ok()),
        };
        let page = asked_page
            .filter(|page| *page > 0)
            .ok_or("`page` has to be a number from 1")?;
        let mut decks = CalledDecks::default();
        let fields = self.read_fields(tool, given, &mut decks)?;
        let HostedAnswer { document, text, said } = self.ask(&tool.name, fields, &decks.held)?;
        let text = [text.trim_end(), said.trim_end()].join("\n\n");
        let mut document: Value = serde_json::from_str(&document).unwrap_or_default();
        if !document.is_object() {
            // The answer is a file, which may be JSON itself.
            let file = document.as_str().unwrap_or_default();
            document = serde_json::from_str(file)
                .unwrap_or_else(|_| json!({ "text": file, "remarks": said }));
        }
        cut_page(&mut document, page);
        Ok(json!({
            "content": [{ "type": "text", "text": shorten(&text) }],
            "structuredContent": document,
            "isError": false,
        }))
    }

    /// Asks a question in this process.
    pub(super) fn ask(
        &self,
        question: &str,
        mut fields: RequestFields,
        held: &[(PathBuf, Vec<u8>)],
    ) -> Result<HostedAnswer, String> {
        fields
            .entry("lang")
            .or_insert_with(|| self.lang.code().into());
        let question = find_question(question).ok_or("there is no such question")?;
        let host = Host { projects: &self.projects, decks: held, today: self.today.clone() };
        answer_hosted(question, fields, &host)
    }

    /// Turns the fields of a call into those of its question.
    fn read_fields(
        &self,
        tool: &Tool,
        given: &RequestFields,
        decks: &mut CalledDecks,
    ) -> Result<RequestFields, String> {
        self.refuse_fields(tool, given)?;
        let question = find_question(&tool.name).ok_or("there is no such question")?;
        let words_name = tool.words.as_ref().map(|words| words.name.as_str());
        let mut fields = RequestFields::new();
        for (name, value) in given.iter().filter(|(_, value)| !value.is_null()) {
            let field = match name.as_str() {
                "page" => continue,
                "decks" => {
                    decks.add(value)?;
                    continue;
                }
                name if words_name == Some(name) => question.words,
                "as" => "format",
                name => name,
            };
            fields.insert(field.to_owned(), value.clone());
        }
        if let Some(file) = fields.get_mut("file") {
            *file = self.new_file(file)?.into();
        }
        if fields.get("write").is_some_and(|write| *write == true) {
            decks
                .paths
                .iter()
                .try_for_each(|path| self.require_writable(path))?;
        }
        let (least, most, found) = (tool.least_decks, tool.most_decks, decks.paths.len());
        if !(least..=most).contains(&found) {
            let least = if least == most { String::new() } else { format!("{least} to ") };
            return Err(format!("`{}` takes {least}{most} decks, not {found}", tool.name));
        }
        let placed = question.place(std::mem::take(&mut decks.paths), Vec::new());
        fields.extend(
            placed
                .into_iter()
                .map(|(field, value)| (field.to_owned(), value)),
        );
        Ok(fields)
    }

    /// Refuses fields that a tool does not have, and requires those that it needs.
    fn refuse_fields(&self, tool: &Tool, given: &RequestFields) -> Result<(), String> {
        let (schema, name) = (self.schema(tool), &tool.name);
        let known = schema["properties"]
            .as_object()
            .into_iter()
            .flat_map(Map::keys);
        let known: Vec<String> = known.map(|field| format!("`{field}`")).collect();
        if let Some(field) = given
            .keys()
            .find(|field| schema["properties"].get(field).is_none())
        {
            return Err(format!("`{name}` has no field `{field}`; it has {}", known.join(", ")));
        }
        let mut needed = schema["required"].as_array().into_iter().flatten();
        let missing = needed.find(|field| {
            given
                .get(field.as_str().unwrap_or_default())
                .is_none_or(Value::is_null)
        });
        missing.map_or(Ok(()), |field| Err(format!("`{name}` needs the field {field}")))
    }

    /// The path of a new file in the folder for writing.
    fn new_file(&self, value: &Value) -> Result<String, String> {
        let name = value.as_str().unwrap_or_default();
        let mut parts = Path::new(name).components();
        let is_inside = parts.all(|part| matches!(part, Component::Normal(_)));
        match &self.writable {
            Some(folder) if is_inside && !name.is_empty() => {
                Ok(folder.join(name).to_string_lossy().into_owned())
            }
            _ => {
                Err(format!("`file` has to be a path inside the folder for writing, not `{value}`"))
            }
        }
    }

    /// Requires that a path is in the folder for writing.
    fn require_writable(&self, path: &str) -> Result<(), String> {
        let folder = self
            .writable
            .as_ref()
            .and_then(|folder| folder.canonicalize().ok());
        let place = self.folder.join(path).canonicalize().ok();
        match place.zip(folder) {
            Some((place, folder)) if place.starts_with(&folder) => Ok(()),
            _ => Err(format!("`{path}` is not in the folder for writing")),
        }
    }
}

impl CalledDecks {
    /// Adds decks: texts and data, which are held in memory, and objects with a `path` alone.
    fn add(&mut self, value: &Value) -> Result<(), String> {
        let all = value
            .as_array()
            .map_or(std::slice::from_ref(value), Vec::as_slice);
        for (at, deck) in all.iter().enumerate() {
            let content = match deck {
                Value::String(text) => text.clone(),
                Value::Object(fields) => match fields.get("path").and_then(Value::as_str) {
                    Some(path) if fields.len() == 1 => {
                        // `-` would be standard input, which carries the messages.
                        self.paths
                            .push(if path == "-" { "./-" } else { path }.into());
                        continue;
                    }
                    _ => deck.to_string(),
                },
                _ => return Err("a deck is a text, data, or `{\"path\": \"FILE\"}`".to_owned()),
            };
            let name = if all.len() > 1 { format!("deck-{}", at + 1) } else { "deck".to_owned() };
            self.paths.push(name.clone());
            self.held.push((PathBuf::from(name), content.into_bytes()));
        }
        Ok(())
    }
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
        *items = items
            .drain(begin..length.min(begin + MAX_PAGE_ITEMS))
            .collect();
    }
    length
}
