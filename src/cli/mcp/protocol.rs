//! Messages of the protocol: JSON-RPC 2.0, one on a line. Clients of the newest revision name it in
//! each request; those of the two before begin with `initialize`.

use super::tools::TEXTS;
use serde_json::{Map, Value, json};
use sleeve_report::game_data::PROGRAM;

/// The revision whose requests name it.
const NEWEST: &str = "2026-07-28";
/// The revisions that begin with `initialize`, the newest first.
const OLDER: [&str; 2] = ["2025-11-25", "2025-06-18"];
/// The key of a request's revision.
const VERSION_KEY: &str = "io.modelcontextprotocol/protocolVersion";
const SERVER_KEY: &str = "io.modelcontextprotocol/serverInfo";

/// Largest message, in bytes.
pub(super) const MAX_LINE_BYTES: u64 = 16 << 20;
/// How long a client may keep a list, in milliseconds: data changes only with the program.
const LIST_LIFETIME: u32 = 60_000;

const PARSE_ERROR: i32 = -32_700;
const INVALID_REQUEST: i32 = -32_600;
const UNKNOWN_METHOD: i32 = -32_601;
const INVALID_PARAMS: i32 = -32_602;
/// All calls are taken; a number that the protocol leaves to servers.
const TOO_BUSY: i32 = -32_000;
const UNSUPPORTED_VERSION: i32 = -32_022;

/// Why a request has no result.
#[derive(Debug)]
pub(super) struct RpcError {
    pub(super) code: i32,
    pub(super) message: String,
}

/// A request that waits for its answer.
#[derive(Clone, Debug)]
pub(super) struct RpcRequest {
    pub(super) id: Value,
    pub(super) method: String,
    pub(super) params: Value,
}

/// A line that was read.
pub(super) enum Incoming {
    Request(RpcRequest),
    /// The request of this id is no longer wanted.
    Cancelled(Value),
    /// A notification that needs no reaction, or an answer to nothing.
    Ignored,
    /// The error that answers a line which is no message.
    Refused(Value),
}

impl Incoming {
    fn refused(code: i32, message: &str) -> Incoming {
        Incoming::Refused(error_answer(&Value::Null, code, message))
    }

    pub(super) fn too_long() -> Incoming {
        let megabytes = MAX_LINE_BYTES >> 20;
        Incoming::refused(INVALID_REQUEST, &format!("a message has at most {megabytes} MB"))
    }
}

fn error_answer(id: &Value, code: i32, message: &str) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": message } })
}

/// Parses a line.
pub(super) fn parse(line: &[u8]) -> Incoming {
    if line.trim_ascii().is_empty() {
        return Incoming::Ignored;
    }
    let mut message: Map<String, Value> = match serde_json::from_slice(line) {
        Ok(Value::Object(message)) => message,
        Ok(_) => return Incoming::refused(INVALID_REQUEST, "a message is a JSON object"),
        Err(error) => return Incoming::refused(PARSE_ERROR, &error.to_string()),
    };
    let Some(Value::String(method)) = message.remove("method") else {
        let is_answer = message.contains_key("result") || message.contains_key("error");
        if is_answer {
            return Incoming::Ignored;
        }
        return Incoming::refused(INVALID_REQUEST, "a request has a `method`");
    };
    let params = message.remove("params").unwrap_or_default();
    match message.remove("id") {
        Some(id @ (Value::String(_) | Value::Number(_))) => {
            Incoming::Request(RpcRequest { id, method, params })
        }
        Some(_) => {
            Incoming::refused(INVALID_REQUEST, "the `id` of a request is a text or a number")
        }
        None if method == "notifications/cancelled" => {
            Incoming::Cancelled(params.get("requestId").cloned().unwrap_or_default())
        }
        None => Incoming::Ignored,
    }
}

impl RpcError {
    pub(super) fn invalid_params(message: impl Into<String>) -> RpcError {
        RpcError { code: INVALID_PARAMS, message: message.into() }
    }
}

impl RpcRequest {
    /// The error if the request names a revision that the server does not speak.
    pub(super) fn refuse_version(&self) -> Option<Value> {
        let named = self.params.get("_meta")?.get(VERSION_KEY)?;
        if *named == NEWEST {
            return None;
        }
        let mut answer =
            error_answer(&self.id, UNSUPPORTED_VERSION, "this protocol version is not supported");
        answer["error"]["data"] = json!({ "supported": [NEWEST], "requested": named });
        Some(answer)
    }

    /// The answer with a result, which names the server, or an error.
    pub(super) fn answer(&self, result: Result<Value, RpcError>) -> Value {
        match result {
            Ok(mut result) => {
                result["resultType"] = json!("complete");
                result["_meta"] = json!({ SERVER_KEY: server_info() });
                json!({ "jsonrpc": "2.0", "id": self.id, "result": result })
            }
            Err(error) => error_answer(&self.id, error.code, &error.message),
        }
    }

    /// The answer while too many calls wait.
    pub(super) fn refuse_busy(&self, waiting: usize) -> Value {
        let message = format!("{waiting} questions are waiting; ask again later");
        error_answer(&self.id, TOO_BUSY, &message)
    }
}

fn server_info() -> Value {
    json!({ "name": PROGRAM.name, "version": PROGRAM.version })
}

fn capabilities() -> Value {
    json!({ "tools": {}, "resources": {}, "prompts": {} })
}

/// The answer to `initialize`: the revision that the client names, or the newest of those that
/// begin so.
pub(super) fn initialized(params: &Value) -> Value {
    let named = params.get("protocolVersion").and_then(Value::as_str);
    let version = named
        .filter(|named| OLDER.contains(named))
        .unwrap_or(OLDER[0]);
    json!({
        "protocolVersion": version,
        "capabilities": capabilities(),
        "serverInfo": server_info(),
        "instructions": TEXTS.instructions,
    })
}

/// The answer to `server/discover`.
pub(super) fn discovered() -> Value {
    cacheable(json!({
        "supportedVersions": [NEWEST],
        "capabilities": capabilities(),
        "instructions": TEXTS.instructions,
    }))
}

/// Says how long a client may keep a result.
pub(super) fn cacheable(mut result: Value) -> Value {
    result["ttlMs"] = json!(LIST_LIFETIME);
    result["cacheScope"] = json!("private");
    result
}

pub(super) fn unknown_method(method: &str) -> RpcError {
    RpcError { code: UNKNOWN_METHOD, message: format!("there is no method `{method}`") }
}
