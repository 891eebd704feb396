//! What assistants may read without a question: games and their rules, cards, the query language.
//! Also prompts that users choose from.

use super::{
    protocol::RpcError,
    tools::{Described, Prompt, TEXTS, Toolbox},
};
use serde_json::{Value, json};
use sleeve_report::{Style, reference::describe_language};

const SCHEME: &str = "sleeve://";

fn resource(uri: &str, name: &str, about: &str) -> Value {
    json!({ "uri": uri, "name": name, "description": about, "mimeType": "text/plain" })
}

/// The games, the rules of each format, the query language.
pub(super) fn list(toolbox: &Toolbox) -> Vec<Value> {
    let fixed = TEXTS
        .resources
        .iter()
        .map(|one| resource(&one.uri, &one.name, &one.about));
    let mut all: Vec<Value> = fixed.collect();
    let Ok(project) = toolbox.projects.current_project() else { return all };
    for game in project.library.game_ids() {
        let Ok(catalog) = project.library.open(&game) else { continue };
        for format in catalog.formats() {
            let path = format!("{game}/{}", format.named.id);
            all.push(resource(
                &format!("{SCHEME}rules/{path}"),
                &path,
                "The rules of this format, with citations",
            ));
        }
    }
    all
}

pub(super) fn templates() -> Value {
    json!([{
        "uriTemplate": "sleeve://card/{game}/{id}",
        "name": "card",
        "description": "Every fact of a card",
        "mimeType": "text/plain",
    }])
}

/// Reads a resource.
pub(super) fn read(toolbox: &Toolbox, params: &Value) -> Result<Value, RpcError> {
    let uri = params
        .get("uri")
        .and_then(Value::as_str)
        .unwrap_or_default();
    find(toolbox, uri)
        .ok_or_else(|| RpcError::invalid_params(format!("there is no resource `{uri}`")))
}

/// Returns `None` for an unknown resource.
fn find(toolbox: &Toolbox, uri: &str) -> Option<Value> {
    let path = uri.strip_prefix(SCHEME)?;
    let parts: Vec<String> = path.split('/').map(decode).collect();
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    let (question, fields) = match parts.as_slice() {
        ["games"] => ("rules", json!({})),
        ["language"] => {
            let style = Style { lang: toolbox.lang, ..Style::PLAIN };
            let text = style.set(&describe_language(None, &style)).into_owned();
            return Some(content(uri, &text));
        }
        ["rules", game, format] => ("rules", json!({ "what": format!("{game}/{format}") })),
        ["card", game, id] => ("show", json!({ "game": game, "names": id })),
        _ => return None,
    };
    let output = toolbox
        .ask(question, fields.as_object()?.clone(), &[])
        .ok()?;
    (!output.text.is_empty()).then(|| content(uri, &output.text))
}

fn content(uri: &str, text: &str) -> Value {
    let content = json!({ "uri": uri, "mimeType": "text/plain", "text": text });
    super::protocol::cacheable(json!({ "contents": [content] }))
}

/// Replaces `%20` and the like.
fn decode(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        let code = after
            .get(..2)
            .and_then(|code| std::str::from_utf8(code).ok());
        let code = code
            .and_then(|code| u8::from_str_radix(code, 16).ok())
            .filter(|_| *first == b'%');
        bytes.push(code.unwrap_or(*first));
        rest = after
            .get(if code.is_some() { 2 } else { 0 }..)
            .unwrap_or_default();
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The prompts as a client lists them.
pub(super) fn prompts() -> Vec<Value> {
    TEXTS.prompts.iter().map(describe_prompt).collect()
}

fn describe_prompt(prompt: &Prompt) -> Value {
    let mut arguments = Vec::new();
    for one in &prompt.arguments {
        arguments.push(json!({ "name": one.name, "description": one.about, "required": true }));
    }
    json!({ "name": prompt.name, "title": prompt.title, "arguments": arguments })
}

/// A prompt with its arguments filled in.
pub(super) fn prompt(params: &Value) -> Result<Value, RpcError> {
    let name = params
        .get("name")
        .and_then(Value::as_str)
        .unwrap_or_default();
    let known = TEXTS.prompts.iter().find(|prompt| prompt.name == name);
    let prompt =
        known.ok_or_else(|| RpcError::invalid_params(format!("there is no prompt `{name}`")))?;
    let mut text = prompt.text.clone();
    // The deck, which may contain anything, is filled in last.
    for Described { name, .. } in prompt.arguments.iter().rev() {
        let given = params
            .get("arguments")
            .and_then(|all| all.get(name))
            .and_then(Value::as_str);
        let value =
            given.ok_or_else(|| RpcError::invalid_params(format!("`{name}` is missing")))?;
        text = text.replace(&format!("{{{name}}}"), value);
    }
    let content = json!({ "type": "text", "text": text });
    Ok(json!({ "description": prompt.title, "messages": [{ "role": "user", "content": content }] }))
}
