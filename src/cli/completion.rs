//! Completions that know the data: games, formats, roles, zones, readers and cards. In texts of the
//! query language: fields, functions and values of the game of the command line.
//!
//! The shell calls the program with `COMPLETE` set. The program then neither parses nor runs a
//! command.

use super::{Cli, environment, shells::Shell, words};
use clap::{Arg, Command, CommandFactory};
use clap_complete::{
    CompleteEnv, engine,
    engine::{ArgValueCompleter, CompletionCandidate},
    env::{EnvCompleter, Shells},
};
use sleeve_check::{self as check, CheckRequest, Input};
use sleeve_data::model::{Catalog, Lang, fold::fold, game::Named};
use sleeve_decks::DeckFormat;
use sleeve_games::GAMES;
use sleeve_language::{self as language, Scope};
use sleeve_library::{
    GameSources, Library,
    project::{Projects, canonical_folder},
};
use sleeve_report::text::escape::safe;
use std::{
    ffi::{OsStr, OsString},
    io,
    path::{Path, PathBuf},
    sync::Arc,
};

/// Most completions that are offered for a word.
pub const MAX_OFFERED: usize = 500;

/// A command line that is being typed.
#[derive(Clone, Debug)]
pub struct CommandLine {
    /// The program's name comes first.
    pub words: Vec<OsString>,
    /// The folder that relative paths start from.
    pub folder: PathBuf,
    /// The language of help texts.
    pub lang: Lang,
    pub around: GameSources,
}

impl CommandLine {
    fn typed_words(&self) -> impl Iterator<Item = &str> {
        self.words.iter().skip(1).filter_map(|word| word.to_str())
    }

    /// The value of an option, after a blank or `=`.
    fn option(&self, name: &str) -> Option<&str> {
        let mut words = self.typed_words();
        while let Some(word) = words.next() {
            if word == name {
                return words.next();
            }
            if let Some(value) = word
                .strip_prefix(name)
                .and_then(|rest| rest.strip_prefix('='))
            {
                return Some(value);
            }
        }
        None
    }
}

/// Answers a shell that asks for completions, on standard output. Returns false if no shell asks.
///
/// # Errors
/// The shell is unknown, or nothing can be written.
pub fn complete(args: Vec<OsString>, lang: Lang, folder: &Path) -> Result<bool, clap::Error> {
    let asked = std::env::var("COMPLETE").unwrap_or_default();
    let name = Path::new(&asked)
        .file_stem()
        .and_then(OsStr::to_str)
        .unwrap_or_default();
    let handed = args
        .iter()
        .skip_while(|word| *word != "--")
        .skip(1)
        .cloned()
        .collect();
    let Some((shell, words)) = Shell::from_words(name, handed) else {
        return CompleteEnv::with_factory(Cli::command).try_complete(args, Some(folder));
    };
    let program = args
        .into_iter()
        .take(1)
        .chain((!words.is_empty()).then(|| "--".into()));
    let args: Vec<OsString> = program.chain(words.iter().cloned()).collect();
    let around = environment::surroundings(&|name| std::env::var(name).ok());
    let asking = CommandLine { words, folder: folder.to_owned(), lang, around };
    let shells: [&dyn EnvCompleter; 1] = [&shell];
    CompleteEnv::with_factory(|| command(&asking))
        .bin("sleeve")
        .shells(Shells(&shells))
        .try_complete(args, Some(folder))
}

/// The completions of the word at the index `at`, each with its help text.
///
/// # Errors
/// When there is no such word.
pub fn complete_word(asking: &CommandLine, at: usize) -> io::Result<Vec<(String, Option<String>)>> {
    let mut command = command(asking);
    let offered = engine::complete(&mut command, asking.words.clone(), at, Some(&asking.folder))?;
    let mut words = Vec::new();
    for candidate in offered {
        let help = candidate.get_help().map(ToString::to_string);
        words.push((candidate.get_value().to_string_lossy().into_owned(), help));
    }
    Ok(words)
}

/// The definition of the command line, with completers for the values of its arguments.
fn command(asking: &CommandLine) -> Command {
    let mut command = Cli::command();
    command.build();
    let line = Arc::new(asking.clone());
    words::localize_command(add_completers(command, &line), asking.lang)
}

fn add_completers(command: Command, line: &Arc<CommandLine>) -> Command {
    let every_format = command.get_name() == "check";
    command
        .mut_args(|arg| add_completer(arg, line, every_format))
        .mut_subcommands(|command| add_completers(command, line))
}

/// Adds the completer of an argument, by the name of its value in help.
fn add_completer(arg: Arg, line: &Arc<CommandLine>, every_format: bool) -> Arg {
    let Some(complete) = find_completer(&arg, every_format) else { return arg };
    let line = Arc::clone(line);
    arg.add(ArgValueCompleter::new(move |current: &OsStr| {
        // Words of the language follow one `-` at most; two begin an option.
        if current.as_encoded_bytes().starts_with(b"--") {
            return Vec::new();
        }
        match (current.to_str(), CompletionContext::open(&line)) {
            (Some(current), Some(context)) => candidates(complete(&context, current), current),
            _ => Vec::new(),
        }
    }))
}

/// `None` if the argument takes no value, or one that the shell completes itself.
fn find_completer(arg: &Arg, every_format: bool) -> Option<CompletionFunction> {
    if !arg.get_action().takes_values() {
        return None;
    }
    let complete: CompletionFunction = match arg.get_value_names()?.first()?.as_str() {
        "GAME" => |context, _| context.game_names(),
        "FORMAT" if every_format => |context, current| {
            let all = ("all".to_owned(), String::new());
            context
                .formats_of_game(current)
                .into_iter()
                .chain([all])
                .collect()
        },
        "FORMAT" => |context, current| context.formats_of_game(current),
        "GAME/FORMAT" => |context, _| context.all_formats(),
        "GAME[/FORMAT]" => |context, current| context.games_and_formats(current),
        "ROLE" => |context, _| {
            context.names_in_formats(|format| format.roles.iter().map(|role| &role.named).collect())
        },
        "ZONE" => |context, _| {
            context.names_in_formats(|format| format.zones.iter().map(|zone| &zone.named).collect())
        },
        "READER" => |context, _| context.deck_forms(),
        "CARD" => |context, current| context.cards(current),
        "FIELD" => |context, _| context.fields(),
        "FIELDS" => |context, current| {
            // Only the last of several fields is being typed, but a shell replaces the whole word.
            let before = current.rfind(',').map_or("", |at| &current[..=at]);
            let sign = if current[before.len()..].starts_with('-') { "-" } else { "" };
            let fields = context.fields().into_iter();
            fields
                .map(|(word, help)| (format!("{before}{sign}{word}"), help))
                .collect()
        },
        "NAME=VALUE" => |context, current| context.parameters(current),
        "FILTER" | "CONDITION" | "MEASURE" => |context, current| context.text(current),
        // The first word is a deck: the shell completes its path.
        "DECK|CONDITION" => |context, current| {
            let has_deck = context.line.option("--pile").is_some() || context.deck_game().is_some();
            if has_deck { context.text(current) } else { Vec::new() }
        },
        "TOPIC" => |context, _| help_topics(context.line.lang),
        _ => return None,
    };
    Some(complete)
}

/// A word and its help text.
type Completion = (String, String);

/// Returns the completions of a value.
type CompletionFunction = fn(&CompletionContext<'_>, &str) -> Vec<Completion>;

/// Returns the offers that continue the typed text.
fn candidates(mut offers: Vec<Completion>, current: &str) -> Vec<CompletionCandidate> {
    let wanted = fold_unquoted(current);
    // Plain letters also match accented ones, until an accent is typed.
    let is_accented = current.chars().any(|c| c.is_alphabetic() && !c.is_ascii());
    let exact = current.to_lowercase();
    offers.retain(|(word, _)| {
        if is_accented {
            word.to_lowercase().starts_with(&exact)
        } else {
            fold_unquoted(word).starts_with(&wanted)
        }
    });
    offers.sort();
    // A word may come from several games, each with a help of its own; shells would show it twice.
    offers.dedup_by(|a, b| a.0 == b.0);
    offers.truncate(MAX_OFFERED);
    offers
        .into_iter()
        .map(|(word, help)| candidate(&word, &help))
        .collect()
}

fn candidate(word: &str, help: &str) -> CompletionCandidate {
    let shown = Some(safe(help)).filter(|help| !help.is_empty() && help != word);
    CompletionCandidate::new(word).help(shown.map(|help| help.into_owned().into()))
}

/// Values of several words are offered in quotes, which the user may have typed or not.
fn fold_unquoted(text: &str) -> String {
    fold(&text.replace('"', ""))
}

/// Completes values for the game that the rest of the command line is about.
struct CompletionContext<'l> {
    line: &'l CommandLine,
    projects: Projects,
    library: Arc<Library>,
}

impl<'l> CompletionContext<'l> {
    /// `None` if no game can be opened.
    fn open(line: &'l CommandLine) -> Option<CompletionContext<'l>> {
        let overlays = line.option("--cards").map(|path| line.folder.join(path));
        let projects = Projects::new(&GAMES, &line.folder, overlays.into_iter().collect())
            .with_sources(line.around.clone());
        let library = match projects.current_project() {
            Ok(project) => project.library,
            // Completions are offered even if the settings of the folder have a mistake.
            Err(_) => projects.open_without_config().ok()?,
        };
        Some(CompletionContext { line, projects, library })
    }

    /// The formats of the game that the line is about, else of all games.
    fn formats_of_game(&self, current: &str) -> Vec<Completion> {
        let mut offers = match self.catalog() {
            Some(catalog) if !current.contains('/') => self.formats(&catalog, ""),
            _ => self.all_formats(),
        };
        // `--as` takes the name of a format without its game.
        if !current.is_empty() && !current.contains('/') {
            for catalog in self.catalogs() {
                offers.extend(self.formats(&catalog, ""));
            }
        }
        offers
    }

    fn games_and_formats(&self, current: &str) -> Vec<Completion> {
        let mut offers = self.game_names();
        let wanted = fold(current);
        let mut fitting = offers
            .iter()
            .filter(|(game, _)| fold(game).starts_with(&wanted));
        // As long as several games fit, their formats would only hide them.
        if fitting.next().is_none_or(|_| fitting.next().is_none()) {
            offers.extend(self.all_formats());
        }
        offers
    }

    /// The parameters of formats, or the words that one may be.
    fn parameters(&self, current: &str) -> Vec<Completion> {
        let name = current.split_once('=').map(|(name, _)| name);
        let words = self.names_in_formats(|format| {
            let parameter = name.and_then(|name| format.parameter(name));
            parameter
                .map(|p| p.words.iter().collect())
                .unwrap_or_default()
        });
        if words.is_empty() {
            let parameters = self.names_in_formats(|format| {
                format
                    .parameters
                    .iter()
                    .map(|parameter| &parameter.named)
                    .collect()
            });
            parameters
                .into_iter()
                .map(|(name, help)| (format!("{name}="), help))
                .collect()
        } else {
            let name = name.unwrap_or_default();
            words
                .into_iter()
                .map(|(word, help)| (format!("{name}={word}"), help))
                .collect()
        }
    }

    /// An id, with its name as help.
    fn offer(&self, named: &Named) -> Completion {
        (named.id.to_string(), named.name.get(self.line.lang).to_owned())
    }

    fn game_names(&self) -> Vec<Completion> {
        self.library
            .heads()
            .iter()
            .map(|head| self.offer(&head.named))
            .collect()
    }

    /// Forms of deck files: those of the game, or of all games.
    fn deck_forms(&self) -> Vec<Completion> {
        let described = match self.catalog() {
            Some(catalog) => catalog.game.described.clone(),
            None => self.library.described_readers(),
        };
        let own = described.iter().map(|reader| self.offer(&reader.named));
        DeckFormat::names()
            .map(|name| (name.to_owned(), String::new()))
            .chain(own)
            .collect()
    }

    /// The game of the command line, otherwise of its first deck, otherwise of the folder.
    fn catalog(&self) -> Option<Arc<Catalog>> {
        let game = self
            .named_game()
            .or_else(|| self.deck_game())
            .or_else(|| self.folder_game())?;
        self.library.open(&game).ok()
    }

    /// The game of `--game`, otherwise that of the first word like `GAME/FORMAT`.
    fn named_game(&self) -> Option<String> {
        if let Some(game) = self.line.option("--game") {
            return Some(game.to_owned());
        }
        self.line
            .typed_words()
            .find_map(|word| self.library.game_id(word.split_once('/')?.0))
    }

    fn folder_game(&self) -> Option<String> {
        let project = self
            .projects
            .find_project(&canonical_folder(&self.line.folder))
            .ok()?;
        let config = project.config?;
        config.game.as_ref().map(|game| game.value.clone())
    }

    /// The game of the first file among the words that is a deck.
    fn deck_game(&self) -> Option<String> {
        // The first word is the subcommand, even if a file has that name too.
        let mut words = self.line.typed_words().skip(1);
        let file = words.find(|word| self.line.folder.join(word).is_file())?;
        let read =
            check::read(&self.projects, vec![Input::Path(file.into())], &CheckRequest::default());
        read.decks.first()?.game().map(str::to_owned)
    }

    /// The catalog of the game that the line is about, else all catalogs.
    fn catalogs(&self) -> Vec<Arc<Catalog>> {
        match self.catalog() {
            Some(catalog) => vec![catalog],
            None => self
                .library
                .game_ids()
                .iter()
                .filter_map(|id| self.library.open(id).ok())
                .collect(),
        }
    }

    fn formats(&self, catalog: &Catalog, before: &str) -> Vec<Completion> {
        let offers = catalog.formats().map(|format| self.offer(&format.named));
        offers
            .map(|(id, name)| (format!("{before}{id}"), name))
            .collect()
    }

    fn all_formats(&self) -> Vec<Completion> {
        let mut offers = Vec::new();
        for id in self.library.game_ids() {
            if let Ok(catalog) = self.library.open(&id) {
                offers.extend(self.formats(&catalog, &format!("{id}/")));
            }
        }
        offers
    }

    fn names_in_formats(
        &self,
        named: impl Fn(&sleeve_data::model::Format) -> Vec<&Named>,
    ) -> Vec<Completion> {
        let mut offers = Vec::new();
        for catalog in self.catalogs() {
            for format in catalog.formats() {
                offers.extend(named(format).into_iter().map(|named| self.offer(named)));
            }
        }
        offers
    }

    /// Names of cards that begin with the word. An empty word gets none: there would be thousands.
    fn cards(&self, current: &str) -> Vec<Completion> {
        let wanted = fold(current);
        if wanted.is_empty() {
            return Vec::new();
        }
        let mut offers = Vec::new();
        for catalog in self.catalogs() {
            for card in catalog.cards.iter() {
                let name = card.name(self.line.lang);
                if fold(name).starts_with(&wanted) {
                    offers.push((name.to_owned(), card.id().to_owned()));
                }
            }
        }
        offers
    }

    fn fields(&self) -> Vec<Completion> {
        let catalogs = self.catalogs();
        let words = catalogs
            .iter()
            .flat_map(|catalog| language::field_words(&catalog.game));
        words.map(|word| (word.to_owned(), String::new())).collect()
    }

    /// Completes the last word of a text of the query language: a field, a function, or a value
    /// after an operator.
    fn text(&self, current: &str) -> Vec<Completion> {
        let catalogs = self.catalogs();
        let words =
            language::complete_text(current, catalogs.iter().map(|c| Scope::from_catalog(c)));
        words
            .into_iter()
            .map(|word| (word, String::new()))
            .collect()
    }
}

/// The topics of `sleeve help`.
fn help_topics(lang: Lang) -> Vec<Completion> {
    let cli = words::build_command(lang);
    let mut topics = Vec::new();
    for command in cli.get_subcommands() {
        let about = command
            .get_about()
            .map(ToString::to_string)
            .unwrap_or_default();
        topics.push((command.get_name().to_owned(), about));
    }
    topics.push((super::help::LANGUAGE.to_owned(), String::new()));
    topics
}
