//! `sleeve mcp`: answers for assistants, by the Model Context Protocol
//! (<https://modelcontextprotocol.io/specification/2026-07-28>).
//!
//! Each question of the command line is a tool. Its fields are the options of the command, so an
//! option is declared once. One thread reads messages, two answer questions, and the caller's
//! thread writes.

mod calls;
mod protocol;
mod resources;
mod tools;

use super::{
    AnswerStatus, Global,
    session::{self, Streams},
};
use calls::{Calls, Ended, MAX_CALLS};
use clap::Args;
use protocol::{Incoming, MAX_LINE_BYTES, RpcRequest};
use serde_json::{Value, json};
use std::{
    io::{self, BufRead, Read as _, Write},
    path::PathBuf,
    sync::{
        Arc,
        mpsc::{self, RecvTimeoutError, Sender},
    },
    time::{Duration, Instant},
};
use tools::Toolbox;

/// Answer assistants (Model Context Protocol)
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  sleeve mcp
  sleeve mcp --write decks --time 10

Your assistant starts it and talks to it over standard input and output.
See docs/assistants.md.")]
pub struct McpCommand {
    /// Allow new and changed files in this folder
    ///
    /// Without it, nothing is written.
    #[arg(long, value_name = "FOLDER")]
    write: Option<PathBuf>,
    /// Seconds for each question
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u16).range(1..=3600))]
    time: u16,
}

/// What the threads tell the one that writes.
enum ServerNews {
    Read(Incoming),
    /// The assistant has left.
    Closed,
    Ended(Ended),
}

impl McpCommand {
    /// Serves until the assistant closes the stream. Questions asked before are still answered.
    pub fn run(&self, global: &Global, streams: &mut Streams<'_>) -> io::Result<AnswerStatus> {
        let toolbox = Toolbox {
            projects: session::open_projects(global, streams),
            today: streams.today.clone(),
            folder: streams.folder.clone(),
            writable: self
                .write
                .as_ref()
                .map(|folder| streams.folder.join(folder)),
            lang: global.lang(streams),
        };
        let (toolbox, calls) = (Arc::new(toolbox), Arc::new(Calls::default()));
        let (events, received) = mpsc::channel();
        // Not scoped threads: when the assistant has left, nothing waits for an unfinished answer.
        for worker in 0..MAX_CALLS {
            let (toolbox, calls, events) =
                (Arc::clone(&toolbox), Arc::clone(&calls), events.clone());
            std::thread::Builder::new()
                .stack_size(WORKER_STACK_BYTES)
                .spawn(move || {
                    calls.work(worker, &toolbox, |ended| _ = events.send(ServerNews::Ended(ended)));
                })?;
        }
        std::thread::Builder::new()
            .spawn(move || read_messages(&mut io::stdin().lock(), &events))?;
        let limit = Duration::from_secs(self.time.into());
        let mut server = Server { toolbox, calls, limit, out: &mut *streams.out };
        let mut is_closed = false;
        while !(is_closed && server.calls.is_idle()) {
            match received.recv_timeout(server.time_left()) {
                Ok(ServerNews::Read(incoming)) => server.take(incoming)?,
                Ok(ServerNews::Ended(ended)) => server.answer_ended(ended)?,
                Ok(ServerNews::Closed) => is_closed = true,
                Err(RecvTimeoutError::Timeout) => server.end_late_calls()?,
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        Ok(AnswerStatus::Fine)
    }
}

/// The stack size of a process's main thread, in which the command line answers.
const WORKER_STACK_BYTES: usize = 8 << 20;
/// How long the server waits for news if no call has a deadline.
const LONG_WAIT: Duration = Duration::from_secs(3600);

/// Reads a message from each line until the stream ends.
fn read_messages(input: &mut dyn BufRead, events: &Sender<ServerNews>) {
    let mut line = Vec::new();
    loop {
        line.clear();
        match input.take(MAX_LINE_BYTES + 1).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => break,
            Ok(_) => {}
        }
        let is_too_long = line.len() as u64 > MAX_LINE_BYTES && !line.ends_with(b"\n");
        if is_too_long && skip_line(input).is_err() {
            break;
        }
        let incoming = if is_too_long { Incoming::too_long() } else { protocol::parse(&line) };
        if events.send(ServerNews::Read(incoming)).is_err() {
            return;
        }
    }
    _ = events.send(ServerNews::Closed);
}

/// Skips the rest of a line without keeping it.
fn skip_line(input: &mut dyn BufRead) -> io::Result<()> {
    loop {
        let part = input.fill_buf()?;
        let end = part.iter().position(|byte| *byte == b'\n');
        let (read, is_over) =
            (end.map_or(part.len(), |at| at + 1), end.is_some() || part.is_empty());
        input.consume(read);
        if is_over {
            return Ok(());
        }
    }
}

/// Takes messages and writes answers.
struct Server<'o> {
    toolbox: Arc<Toolbox>,
    calls: Arc<Calls>,
    /// The time for each call.
    limit: Duration,
    out: &'o mut dyn Write,
}

impl Server<'_> {
    fn write(&mut self, message: &Value) -> io::Result<()> {
        serde_json::to_writer(&mut *self.out, message)?;
        self.out.write_all(b"\n")?;
        self.out.flush()
    }

    /// The time until the first call is late.
    fn time_left(&self) -> Duration {
        let deadline = self.calls.next_deadline();
        deadline.map_or(LONG_WAIT, |at| at.saturating_duration_since(Instant::now()))
    }

    fn take(&mut self, incoming: Incoming) -> io::Result<()> {
        match incoming {
            Incoming::Refused(answer) => self.write(&answer),
            Incoming::Ignored => Ok(()),
            Incoming::Cancelled(id) => {
                self.calls.cancel(&id);
                Ok(())
            }
            Incoming::Request(request) => self.answer(request),
        }
    }

    /// Answers a request at once, or hands it to a thread that answers questions.
    fn answer(&mut self, request: RpcRequest) -> io::Result<()> {
        if let Some(refusal) = request.refuse_version() {
            return self.write(&refusal);
        }
        let result = match request.method.as_str() {
            "initialize" => Ok(protocol::initialized(&request.params)),
            "server/discover" => Ok(protocol::discovered()),
            "ping" => Ok(json!({})),
            "tools/list" => Ok(protocol::cacheable(json!({ "tools": self.toolbox.tools() }))),
            "prompts/list" => Ok(protocol::cacheable(json!({ "prompts": resources::prompts() }))),
            "prompts/get" => resources::prompt(&request.params),
            "resources/list" => {
                let resources = resources::list(&self.toolbox);
                Ok(protocol::cacheable(json!({ "resources": resources })))
            }
            "resources/templates/list" => {
                let templates = resources::templates();
                Ok(protocol::cacheable(json!({ "resourceTemplates": templates })))
            }
            "tools/call" | "resources/read" => return self.start_call(request),
            other => Err(protocol::unknown_method(other)),
        };
        self.write(&request.answer(result))
    }

    fn start_call(&mut self, request: RpcRequest) -> io::Result<()> {
        match self.calls.start(request, Instant::now() + self.limit) {
            Ok(()) => Ok(()),
            Err(refused) => self.write(&refused),
        }
    }

    fn answer_ended(&mut self, ended: Ended) -> io::Result<()> {
        self.calls.note_written();
        self.write(&ended.request.answer(ended.result))
    }

    /// Answers the calls whose time is over, and stops their work.
    fn end_late_calls(&mut self) -> io::Result<()> {
        for late in self.calls.take_late(Instant::now()) {
            let seconds = self.limit.as_secs();
            let text = format!(
                "this took longer than {seconds} s; ask for less, or start `sleeve mcp --time SECONDS`"
            );
            self.write(&late.answer(Ok(tools::failed(&text))))?;
        }
        Ok(())
    }
}
