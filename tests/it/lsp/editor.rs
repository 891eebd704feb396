//! An editor for tests and for `cargo bench --bench editor`: it speaks with a server of its own
//! over a real pipe.

use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    io::{BufRead, BufReader, Read, Write},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

/// An editor with a server of its own.
pub struct Editor {
    server: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    last_id: i64,
    /// The address of the open folder.
    pub root: String,
    /// The messages that the user saw.
    pub shown: Vec<String>,
    /// What the server says of itself.
    pub greeting: Value,
    /// The newest diagnostics of each document with their version, in the order in which they
    /// came.
    pub diagnostics: BTreeMap<String, (Option<i64>, Vec<Value>)>,
    /// Every version of which diagnostics came.
    pub versions: Vec<(String, i64)>,
}

impl Editor {
    /// Starts a server for an editor that offers these encodings of positions, and asks for edits
    /// once they are chosen.
    pub fn start(args: &[&str], encodings: &[&str]) -> Editor {
        Editor::start_resolving(args, encodings, &["edit"])
    }

    /// Starts a server for an editor that asks for these parts of actions once they are chosen.
    pub fn start_resolving(args: &[&str], encodings: &[&str], resolved: &[&str]) -> Editor {
        let mut server = Command::new(env!("CARGO_BIN_EXE_sleeve"))
            .arg("lsp")
            .args(args)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .env("LC_ALL", "C.UTF-8")
            .env("SLEEVE_GAMES", "")
            .env("SLEEVE_CACHE", "")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (input, output) = (server.stdin.take(), server.stdout.take().unwrap());
        let mut editor = Editor {
            server,
            input,
            output: BufReader::new(output),
            last_id: 0,
            root: uri(Path::new(env!("CARGO_MANIFEST_DIR"))),
            shown: Vec::new(),
            greeting: Value::Null,
            diagnostics: BTreeMap::new(),
            versions: Vec::new(),
        };
        let capabilities = json!({
            "general": { "positionEncodings": encodings },
            "textDocument": {
                "codeAction": { "resolveSupport": { "properties": resolved } },
                "completion": { "completionItem": { "snippetSupport": true } },
            },
        });
        let root = editor.root.clone();
        let params = json!({ "processId": null, "rootUri": root, "capabilities": capabilities });
        editor.greeting = editor.ask("initialize", params);
        editor.note("initialized", json!({}));
        editor
    }

    pub fn write(&mut self, message: &Value) {
        let body = message.to_string();
        let input = self.input.as_mut().unwrap();
        write!(input, "Content-Length: {}\r\n\r\n{body}", body.len()).unwrap();
        input.flush().unwrap();
    }

    /// The next message of the server; what is said of documents is noted.
    pub fn read(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert!(self.output.read_line(&mut line).unwrap() > 0, "the server left");
            match line.trim_end() {
                "" => break,
                line => {
                    let (_, value) = line.split_once(':').unwrap();
                    length = value.trim().parse().unwrap();
                }
            }
        }
        let mut body = vec![0; length];
        self.output.read_exact(&mut body).unwrap();
        let message: Value = serde_json::from_slice(&body).unwrap();
        assert_eq!(message["jsonrpc"], "2.0");
        if message["method"] == "textDocument/publishDiagnostics" {
            let said = &message["params"];
            let uri = said["uri"].as_str().unwrap().to_owned();
            let version = said["version"].as_i64();
            self.versions
                .extend(version.map(|version| (uri.clone(), version)));
            let all = said["diagnostics"].as_array().unwrap().clone();
            self.diagnostics.insert(uri, (version, all));
        }
        if message["method"] == "window/showMessage" {
            self.shown
                .push(message["params"]["message"].as_str().unwrap().to_owned());
        }
        message
    }

    pub fn note(&mut self, method: &str, params: Value) {
        self.write(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Asks without waiting; the id of what is asked.
    pub fn send(&mut self, method: &str, params: Value) -> i64 {
        self.last_id += 1;
        let id = self.last_id;
        self.write(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        id
    }

    /// The answer to what was asked, with its error.
    pub fn wait(&mut self, id: i64) -> Value {
        loop {
            let message = self.read();
            if message["id"] == id && message.get("method").is_none() {
                return message;
            }
        }
    }

    /// Asks, and waits for the answer.
    pub fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.send(method, params);
        let answer = self.wait(id);
        assert!(answer.get("error").is_none(), "{method}: {answer}");
        answer["result"].clone()
    }

    pub fn open(&mut self, uri: &str, language: &str, text: &str) {
        let document = json!({ "uri": uri, "languageId": language, "version": 1, "text": text });
        self.note("textDocument/didOpen", json!({ "textDocument": document }));
    }

    pub fn change(&mut self, uri: &str, version: i64, changes: Value) {
        let document = json!({ "uri": uri, "version": version });
        let params = json!({ "textDocument": document, "contentChanges": changes });
        self.note("textDocument/didChange", params);
    }

    pub fn close(&mut self, uri: &str) {
        self.note("textDocument/didClose", json!({ "textDocument": { "uri": uri } }));
    }

    /// The diagnostics of a version, once they come.
    pub fn diagnosed(&mut self, uri: &str, version: i64) -> Vec<Value> {
        loop {
            if let Some((Some(known), all)) = self.diagnostics.get(uri)
                && *known == version
            {
                return all.clone();
            }
            self.read();
        }
    }

    /// Ends the session as the protocol says.
    pub fn leave(mut self) {
        assert_eq!(self.ask("shutdown", Value::Null), Value::Null);
        self.note("exit", Value::Null);
        assert!(self.server.wait().unwrap().success());
    }

    /// What the system says of the server, where it has files for that.
    pub fn process(&self) -> PathBuf {
        PathBuf::from(format!("/proc/{}", self.server.id()))
    }

    /// How much memory the server takes, in pages; `None` where the system does not say.
    pub fn memory(&self) -> Option<u64> {
        let said = std::fs::read_to_string(self.process().join("statm")).ok()?;
        said.split(' ').nth(1)?.parse().ok()
    }

    /// Closes the pipe.
    pub fn hang_up(mut self) -> Option<i32> {
        self.input = None;
        self.server.wait().unwrap().code()
    }
}

/// The address of a file.
pub fn uri(path: &Path) -> String {
    let path = std::path::absolute(path).unwrap();
    let escape = |c: char| match c {
        '/' | '-' | '_' | '.' | '~' => c.to_string(),
        c if c.is_ascii_alphanumeric() => c.to_string(),
        c => c
            .to_string()
            .bytes()
            .map(|byte| format!("%{byte:02X}"))
            .collect(),
    };
    format!(
        "file://{}",
        path.to_str()
            .unwrap()
            .chars()
            .map(escape)
            .collect::<String>()
    )
}

/// A document with a place in it, for requests.
pub fn at(uri: &str, line: usize, character: usize) -> Value {
    json!({ "textDocument": { "uri": uri }, "position": { "line": line, "character": character } })
}
