//! `sleeve mcp` as an assistant uses it: messages to the program, one on a line. The official
//! clients ask every tool, in `tests/assistants`.

use crate::common::{scratch, sleeve, write_file};
use serde_json::{Value, json};
use std::{
    io::{BufRead, BufReader, Write},
    path::Path,
    process::{Child, ChildStdout, Command, Stdio},
};

/// A running server with its answers.
struct Server {
    child: Child,
    answers: BufReader<ChildStdout>,
    last_id: u64,
}

impl Server {
    fn start(folder: &Path, args: &[&str]) -> Server {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sleeve"));
        let command = command
            .arg("mcp")
            .args(args)
            .current_dir(folder)
            .env("LANG", "C");
        let command = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let mut child = command.spawn().unwrap();
        let answers = BufReader::new(child.stdout.take().unwrap());
        Server { child, answers, last_id: 0 }
    }

    fn send(&mut self, line: &str) {
        let input = self.child.stdin.as_mut().unwrap();
        input
            .write_all(line.as_bytes())
            .and_then(|()| input.write_all(b"\n"))
            .unwrap();
    }

    fn read(&mut self) -> Value {
        let mut line = String::new();
        self.answers.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"))
    }

    /// Sends a request; returns its id.
    fn request(&mut self, method: &str, params: Value) -> u64 {
        self.last_id += 1;
        let id = self.last_id;
        let message = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        self.send(&message.to_string());
        id
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.request(method, params);
        let answer = self.read();
        assert_eq!(answer["id"], id, "{answer}");
        answer
    }

    fn call(&mut self, tool: &str, arguments: Value) -> Value {
        self.ask("tools/call", json!({ "name": tool, "arguments": arguments }))["result"].take()
    }

    fn text(&mut self, tool: &str, arguments: Value) -> String {
        self.call(tool, arguments)["content"][0]["text"]
            .as_str()
            .unwrap()
            .to_owned()
    }

    /// Closes the stream; returns whether the program ended well.
    fn close(mut self) -> bool {
        drop(self.child.stdin.take());
        self.child.wait().unwrap().success()
    }
}

/// More hands than can be dealt in a minute.
fn long_draw() -> Value {
    let trials = 10_000_000_000u64;
    json!({ "pile": "a=24,b=36", "draw": 7, "trials": trials, "conditions": ["count(a) >= 2"] })
}

fn here() -> Server {
    Server::start(Path::new(env!("CARGO_MANIFEST_DIR")), &[])
}

#[test]
fn clients_of_each_revision_are_answered() {
    let mut server = here();
    let hello = server.ask("initialize", json!({ "protocolVersion": "2025-06-18" }));
    assert_eq!(hello["result"]["protocolVersion"], "2025-06-18");
    assert_eq!(hello["result"]["serverInfo"]["name"], "sleeve");
    let named =
        |version: &str| json!({ "_meta": { "io.modelcontextprotocol/protocolVersion": version } });
    let found = server.ask("server/discover", named("2026-07-28"));
    assert_eq!(found["result"]["supportedVersions"], json!(["2026-07-28"]));
    assert_eq!(found["result"]["resultType"], "complete");
    let refused = server.ask("tools/list", named("1900-01-01"));
    assert_eq!(refused["error"]["code"], -32_022);
    assert_eq!(refused["error"]["data"]["supported"], json!(["2026-07-28"]));
    assert_eq!(server.ask("ping", json!({}))["result"]["resultType"], "complete");
    assert_eq!(server.ask("logging/setLevel", json!({}))["error"]["code"], -32_601);
    assert!(server.close());
}

#[test]
fn documents_are_those_of_the_command_line() {
    let mut server = here();
    let mut decks: Vec<String> = Vec::new();
    for folder in
        ["decks/swccg", "decks/starfighter", "decks/star-realms", "decks/battleship-galaxies"]
    {
        let files = std::fs::read_dir(folder)
            .unwrap()
            .map(|file| file.unwrap().path());
        decks.extend(
            files
                .filter(|file| file.is_file())
                .map(|file| file.display().to_string()),
        );
    }
    decks.sort();
    assert!(decks.len() >= 50, "{}", decks.len());
    for deck in decks {
        let result = server.call("check", json!({ "decks": [{ "path": deck }] }));
        let printed = sleeve(&["check", &deck, "-o", "json"]).document();
        assert_eq!(result["structuredContent"], printed, "{deck}");
    }
    assert!(server.close());
}

#[test]
fn mistakes_say_what_to_write_instead() {
    let mut server = here();
    let text = server.text("check", json!({ "decks": ["1 Scout"], "colour": "red" }));
    assert!(text.contains("`check` has no field `colour`; it has `decks`"), "{text}");
    let text = server.text("diff", json!({ "decks": ["1 Scout"] }));
    assert_eq!(text, "`diff` takes 2 decks, not 1");
    let unknown = server.ask("tools/call", json!({ "name": "guess", "arguments": {} }));
    assert_eq!(unknown["error"]["code"], -32_602);
    for (line, code) in [("{", -32_700), ("[1]", -32_600), ("{\"id\": 1}", -32_600)] {
        server.send(line);
        let answer = server.read();
        assert_eq!(
            (&answer["error"]["code"], &answer["id"]),
            (&json!(code), &Value::Null),
            "{line}"
        );
    }
    // Prose of a megabyte is no deck, and the server goes on.
    let prose = "It was a dark and stormy night. ".repeat(32_000);
    let result = server.call("check", json!({ "decks": [prose], "as": "swccg/open" }));
    assert!(
        result["content"][0]["text"]
            .as_str()
            .unwrap()
            .chars()
            .count()
            <= 2_001
    );
    server.send(&"x".repeat((16 << 20) + 1));
    assert_eq!(server.read()["error"]["code"], -32_600);
    assert_eq!(server.ask("ping", json!({}))["error"], Value::Null);
    assert!(server.close());
}

#[test]
fn calls_run_side_by_side_and_can_be_cancelled() {
    let mut server = Server::start(Path::new(env!("CARGO_MANIFEST_DIR")), &["--time", "60"]);
    let long = json!({ "name": "draw", "arguments": long_draw() });
    let long = server.request("tools/call", long);
    let text = server
        .text("odds", json!({ "pile": "a=4,b=56", "draw": 7, "conditions": ["count(a) >= 1"] }));
    assert!(text.contains('%'), "{text}");
    let cancelled = json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": long } });
    server.send(&cancelled.to_string());
    // The cancelled call gets no answer; the next ones do.
    for _ in 0..3 {
        assert_eq!(server.ask("ping", json!({}))["error"], Value::Null);
    }
    assert!(server.close());
}

#[test]
fn a_call_that_takes_too_long_is_answered() {
    let mut server = Server::start(Path::new(env!("CARGO_MANIFEST_DIR")), &["--time", "1"]);
    let result = server.call("draw", long_draw());
    assert_eq!(result["isError"], true);
    assert!(
        result["content"][0]["text"]
            .as_str()
            .unwrap()
            .contains("longer than 1 s"),
        "{result}"
    );
    assert!(server.close());
}

#[test]
fn files_are_written_only_where_it_is_allowed() {
    let folder = scratch("mcp-write");
    std::fs::create_dir(folder.join("mine")).unwrap();
    write_file(&folder, "outside.txt", "1 Scout\n");
    let build = |file: &str| json!({ "format": "starfighter/guerre-totale", "file": file });
    let mut server = Server::start(&folder, &[]);
    let text = server.text("build", build("new.toml"));
    assert!(text.contains("has no field `file`"), "{text}");
    assert!(server.close());
    let mut server = Server::start(&folder, &["--write", "mine"]);
    assert_eq!(server.call("build", build("new.toml"))["isError"], false);
    assert!(folder.join("mine/new.toml").is_file());
    for file in ["../new.toml", "/tmp/new.toml", ""] {
        let text = server.text("build", build(file));
        assert!(text.contains("has to be a path inside"), "{file}: {text}");
    }
    let fix = |path: &str| json!({ "decks": [{ "path": path }], "write": true, "as": "star-realms/two-player" });
    let text = server.text("fix", fix("outside.txt"));
    assert_eq!(text, "`outside.txt` is not in the folder for writing");
    assert!(server.close());
    let names = std::fs::read_dir(&folder).unwrap().count();
    assert_eq!(names, 2);
}
