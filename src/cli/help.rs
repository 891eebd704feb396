//! `sleeve help`, `sleeve man` with pages made from the definition of the command line, and `sleeve
//! schema`.

use super::{
    AnswerStatus, Failure, Session,
    environment::locale,
    session::{MIN_WIDTH, Streams},
    store::{StagedFiles, StoreError},
    words,
};
use crate::{catalog, cli::messages::CliMessage};
use clap::{Args, Command, builder::PossibleValuesParser, error::ErrorKind};
use clap_mangen::Man as Page;
use sleeve_data::{model::Lang, problem::Phrase};
use sleeve_report::{
    self as report, Style,
    game_data::{PROGRAM, describe_version},
    schemas::{self, SCHEMAS, SchemaKind},
    text::lines::print_ready,
};
use std::{
    borrow::Cow,
    ffi::OsString,
    io::{self, Write as _},
    path::{Path, PathBuf},
};

/// The one topic of `sleeve help` that is no subcommand.
pub(super) const LANGUAGE: &str = "language";

/// Explain a command or the query language
#[derive(Args, Debug)]
pub struct HelpCommand {
    /// Command, or `language`
    topic: Option<String>,
    /// Game whose words `help language` lists
    ///
    /// Fields, values and effects.
    game: Option<String>,
}

impl HelpCommand {
    pub fn run(&self, session: &mut Session<'_>) -> Result<AnswerStatus, Failure> {
        let lang = session.style.lang;
        let text = match self.topic.as_deref() {
            None => words::render_help(None, false, lang),
            Some(LANGUAGE) => {
                let catalog = self
                    .game
                    .as_deref()
                    .map(|game| session.catalog(game))
                    .transpose()?;
                report::reference::describe_language(catalog.as_deref(), &session.style)
            }
            Some(topic) => {
                self.require_command(session, topic)?;
                words::render_help(Some(topic), true, lang)
            }
        };
        session.print_text(&text)?;
        Ok(AnswerStatus::Fine)
    }

    fn require_command(&self, session: &Session<'_>, topic: &str) -> Result<(), Failure> {
        let cli = words::build_command(session.style.lang);
        if cli.find_subcommand(topic).is_some() {
            return Ok(());
        }
        let mut candidates: Vec<String> = cli
            .get_subcommands()
            .map(|command| command.get_name().to_owned())
            .collect();
        candidates.push(LANGUAGE.to_owned());
        let topic = topic.to_owned();
        Err(session.refusal(CliMessage::NoTopic { topic, candidates }))
    }
}

/// Print or write the manual pages
#[derive(Args, Debug)]
pub struct ManCommand {
    /// Write sleeve.1 and a page per command here
    #[arg(long, value_name = "DIR")]
    into: Option<PathBuf>,
}

impl ManCommand {
    pub fn run(&self, session: &mut Session<'_>) -> Result<AnswerStatus, Failure> {
        let lang = session.style.lang;
        let command = words::build_command(lang);
        match &self.into {
            Some(folder) => {
                let mut staged = StagedFiles::default();
                let place = session.streams.folder.join(folder);
                let staging = stage_pages(&mut staged, &command, &place, lang)?;
                let stored = staging.and_then(|()| staged.commit());
                let lost_groups = stored.map_err(|error| session.store_failure(&error))?;
                session.note_lost_groups(lost_groups);
                session.say_written(folder);
            }
            None => session
                .streams
                .out
                .write_all(render_page(&command, lang)?.as_bytes())?,
        }
        Ok(AnswerStatus::Fine)
    }
}

/// Marks our manual pages; a file without it is not overwritten.
const PAGE_MARK: &str = ".TH sleeve";

/// Stages a page for the program and one for each subcommand.
fn stage_pages(
    staged: &mut StagedFiles,
    command: &Command,
    folder: &Path,
    lang: Lang,
) -> io::Result<Result<(), StoreError>> {
    let subcommands = command.get_subcommands().filter(|c| !c.is_hide_set());
    let mut pages = Vec::new();
    for command in std::iter::once(command).chain(subcommands) {
        let name = Page::new(words::help_page(command, lang)).get_filename();
        pages.push((name, render_page(command, lang)?));
    }
    if let Err(error) = staged.folder(folder) {
        return Ok(Err(error));
    }
    for (name, page) in pages {
        let path = folder.join(name);
        if let Err(error) = staged.add(&path, page.as_bytes(), is_manual_page) {
            return Ok(Err(error));
        }
    }
    Ok(Ok(()))
}

fn is_manual_page(old: &[u8]) -> bool {
    String::from_utf8_lossy(old).contains(PAGE_MARK)
}

/// English headings of clap_mangen that differ in French.
const SECTIONS: [Phrase; 3] = [word!(".SH NAME"), word!(".SH SUBCOMMANDS"), word!(".SH EXTRA")];

/// Renders a page. Its day is that of the newest built-in data, so that it does not depend on the
/// clock.
fn render_page(command: &Command, lang: Lang) -> io::Result<String> {
    let command = words::help_page(command, lang);
    let day = catalog::games().iter().filter_map(|game| game.data).max();
    let mut page = Vec::new();
    Page::new(command.clone())
        .date(day.map(|day| day.to_string()).unwrap_or_default())
        .source(format!("{} {}", PROGRAM.name, PROGRAM.version))
        .render(&mut page)?;
    Ok(lay_out_page(&String::from_utf8_lossy(&page), &command, lang))
}

/// Improves the output of clap_mangen: lists and examples keep their lines, options of the synopsis
/// get the names of their values, words are not hyphenated, and headings are translated.
fn lay_out_page(page: &str, command: &Command, lang: Lang) -> String {
    let mut lines = page.lines().peekable();
    let mut whole = String::new();
    while let Some(line) = lines.next() {
        if line.starts_with("  ") {
            // Roff would fill the lines of an example as those of any paragraph.
            whole += &format!(".nf\n{line}\n");
            while let Some(line) = lines.next_if(|line| line.starts_with("  ")) {
                whole += &format!("{line}\n");
            }
            whole += ".fi\n";
            continue;
        }
        if line.starts_with("\\- ") {
            whole += ".br\n";
        }
        let line = translate_line(line, lang);
        whole += &if line.starts_with("\\fBsleeve") {
            add_value_names(&line, command)
        } else {
            line.to_string()
        };
        whole += "\n";
        // Behind the title and not before it, because `.TH` starts a page with settings of its own.
        if line.starts_with(".TH") {
            whole += ".nh\n.ad l\n";
        }
    }
    whole
}

/// Translates a line that is a heading.
fn translate_line(line: &str, lang: Lang) -> Cow<'_, str> {
    if let Some(name) = line.strip_prefix(".SH ")
        && let Some(heading) = words::translate_section(name.trim_matches('"'), lang)
    {
        return Cow::Owned(format!(".SH \"{heading}\""));
    }
    let known = SECTIONS.iter().find(|section| section.en == line);
    Cow::Borrowed(known.map_or(line, |section| section.get(lang)))
}

/// Adds the names of values to the options of a synopsis.
fn add_value_names(line: &str, command: &Command) -> String {
    let mut line = line.to_owned();
    for option in command
        .get_opts()
        .filter(|option| option.get_action().takes_values())
    {
        if let (Some(long), Some(values)) = (option.get_long(), option.get_value_names()) {
            let name = format!("\\fB\\-\\-{}\\fR", long.replace('-', "\\-"));
            let with_value = format!("{name}\\ \\fI{}\\fR", values.join("\\ "));
            line = line.replace(&name, &with_value);
        }
    }
    line
}

/// Print the JSON Schema of a document or file
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  sleeve schema
  sleeve schema check > check.schema.json
  sleeve schema deck > deck.schema.json

Write `#:schema deck.schema.json` into a deck: editors then complete it.")]
pub struct SchemaCommand {
    /// Schema to print (default: list them all)
    #[arg(value_name = "NAME", hide_possible_values = true, value_parser = PossibleValuesParser::new(SCHEMAS.iter().map(|schema| schema.name)))]
    name: Option<String>,
}

impl SchemaCommand {
    pub fn run(&self, session: &mut Session<'_>) -> Result<AnswerStatus, Failure> {
        let style = session.style;
        if let Some(schema) = self.name.as_deref().and_then(schemas::find_schema) {
            session.streams.out.write_all(schema.text.as_bytes())?;
            return Ok(AnswerStatus::Fine);
        }
        let out = &mut session.folded_output();
        let out = &mut style.typesetter(out);
        let width = SCHEMAS
            .iter()
            .map(|schema| schema.name.len())
            .max()
            .unwrap_or(0);
        let headings = [
            (SchemaKind::Document, word!(style.lang, "JSON documents")),
            (SchemaKind::File, word!(style.lang, "TOML files")),
            (SchemaKind::Request, word!(style.lang, "Questions in JSON")),
        ];
        for (at, (of, heading)) in headings.into_iter().enumerate() {
            writeln!(out, "{}{}", if at > 0 { "\n" } else { "" }, style.bold(heading))?;
            for schema in SCHEMAS.iter().filter(|schema| schema.kind == of) {
                let words = schema.words.get(style.lang);
                writeln!(out, "  {:width$}  {words}", schema.name)?;
            }
        }
        Ok(AnswerStatus::Fine)
    }
}

/// Prints help, the version or a mistake in the arguments, in the language of `--lang` or the
/// locale.
pub(super) fn print_usage(error: clap::Error, args: &[OsString], streams: &mut Streams<'_>) -> u8 {
    let lang = words::requested_language(args).unwrap_or_else(|| locale(streams.variable));
    // The English command line has been parsed already; only another language needs a second parse.
    let is_english = lang == Lang::En;
    let translated = (!is_english)
        .then(|| words::build_command(lang).try_get_matches_from(args).err())
        .flatten();
    let mut error = translated.unwrap_or(error);
    words::sort_suggestions(&mut error);
    if error.kind() == ErrorKind::UnknownArgument {
        words::suggest_option_of_value(&mut error, args);
    }
    let text = match error.kind() {
        ErrorKind::DisplayHelp | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand => {
            render_asked_help(&error, args, lang)
        }
        ErrorKind::DisplayVersion if args.iter().any(|arg| arg == "--version") => {
            describe_version(sleeve_games::DATA_DAYS, lang)
        }
        ErrorKind::DisplayVersion => error.render().to_string(),
        _ if is_english => words::describe_english_mistake(&error),
        _ => words::describe_mistake(&error, lang),
    };
    let (width, wraps) =
        (streams.width.unwrap_or_default().max(MIN_WIDTH), streams.width.is_some());
    let text = print_ready(&text, &Style { width, wraps, ..Style::PLAIN });
    let status = if error.use_stderr() { AnswerStatus::Unusable } else { AnswerStatus::Fine };
    if status == AnswerStatus::Fine {
        let written = write!(streams.out, "{text}").and_then(|()| streams.out.flush());
        let Err(error) = written else { return status.code() };
        // Talk that cannot be written is lost, here and below.
        let _ = writeln!(streams.err, "error: {error}");
        return AnswerStatus::Unusable.code();
    }
    let _ = write!(streams.err, "{text}");
    status.code()
}

/// Renders the page that `-h` or `--help` asks for. The usage that clap has rendered names its
/// command.
fn render_asked_help(error: &clap::Error, args: &[OsString], lang: Lang) -> String {
    let page = error.render().to_string();
    let usage = page
        .split("Usage: sleeve ")
        .nth(1)
        .and_then(|usage| usage.split_whitespace().next());
    words::render_help(usage, args.iter().any(|arg| arg == "--help"), lang)
}
