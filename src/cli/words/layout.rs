//! The layout of help: groups of commands, headings of options, and the page of `-h`, which fits on
//! one screen.

use super::{Translator, build_command, set, translate_help};
use clap::{
    Arg, ArgAction, Command,
    builder::{Resettable, StyledStr},
};
use sleeve_data::model::Lang;
use sleeve_report::{
    Style,
    text::lines::{pad, wrap_beside},
};
use unicode_width::UnicodeWidthStr as _;

/// The lines and columns of a screen.
const SCREEN_LINES: usize = 40;
const SCREEN_COLUMNS: usize = 80;

/// The commands in the order in which people meet them.
pub(super) const COMMAND_GROUPS: [(&str, &str); 4] = [
    ("Check a deck:", "check fix diff cards show"),
    ("Play with it:", "draw odds stats build"),
    ("Run an event:", "match sheet report seal"),
    ("Make your own game:", "new rules lint fmt import pack unpack convert"),
];

/// Commands that most people call once, or never.
pub(super) const SETUP: (&str, &str) = ("Set up:", "completions, man, schema, lsp, mcp, help");

/// Options that help lists below a heading.
pub(super) struct OptionGroup {
    /// The commands that it is for; empty: all.
    pub commands: &'static str,
    pub heading: &'static str,
    /// The long names, in the order of help.
    pub options: &'static str,
}

const fn group(
    commands: &'static str,
    heading: &'static str,
    options: &'static str,
) -> OptionGroup {
    OptionGroup { commands, heading, options }
}

/// `-h` only names the options of this group.
const GLOBAL: &str = "Global:";

/// The groups in the order of help. An option belongs to the first that has it.
pub(super) const OPTION_GROUPS: [OptionGroup; 24] = [
    group("check", "Most used:", "as game role event output"),
    group("fix", "Most used:", "as write all lock only"),
    group("build", "Most used:", "role from with require maximise"),
    group("cards", "Most used:", "game columns sort limit output"),
    group("stats", "Most used:", "measure by wide usage output"),
    group("odds", "Most used:", "draw turn turns mulligan at-least"),
    group("draw", "Most used:", "draw hands trials turns mulligan"),
    group("report", "Most used:", "into odds measure turns hands"),
    group("check", "Deck:", "on until deny collection together only-decks shrink"),
    group("check", "Event:", "lock change drop round"),
    group("check", "Seal:", "sealed nonce"),
    group("fix build", "Search:", "maximise minimise then-maximise then-minimise"),
    group("fix build", "Search:", "only like collection decks time"),
    group("cards", "Deck:", "in not-in with like"),
    group("cards", "Output:", "group explain missing"),
    group("stats", "Deck:", "where zone set-aside all event"),
    group("report", "Deck:", "set-aside seed event"),
    group("draw", "Hand and turns:", "turn seed"),
    group("odds draw", "Hand and turns:", "pile plan given seen per-turn on until set-aside"),
    group("odds draw", "Mulligans:", "keep down-to exchanges free-exchanges policy"),
    group("odds draw", "Table:", "vary seat players beside redraw-unless threads"),
    group("", "Format:", "as game role set attested on from"),
    group("", "Output:", "output digits sorted"),
    group("", GLOBAL, "cards follow lang color quiet help version"),
];

/// The place of an option in help.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct OptionPlace {
    group: usize,
    at: usize,
    heading: &'static str,
}

/// Returns the place of an option of a command; `None`: it stands before all headings.
fn place_option(command: &str, option: &Arg) -> Option<OptionPlace> {
    let name = option.get_long()?;
    OPTION_GROUPS
        .iter()
        .enumerate()
        .find_map(|(number, group)| {
            let at = group.options.split(' ').position(|one| one == name)?;
            let is_for_it =
                group.commands.is_empty() || group.commands.split(' ').any(|one| one == command);
            is_for_it.then_some(OptionPlace { group: number, at, heading: group.heading })
        })
}

/// Returns a command as help and manual pages show it: its options are below their headings.
pub(in crate::cli) fn help_page(command: &Command, lang: Lang) -> Command {
    Translator::new(lang).spell_out_values(group_options(command, lang))
}

fn group_options(command: &Command, lang: Lang) -> Command {
    let name = command.get_name();
    let mut placed: Vec<(Option<OptionPlace>, Arg)> = command
        .get_arguments()
        .map(|arg| (place_option(name, arg), note_repetition(arg.clone(), lang)))
        .collect();
    placed.sort_by(|(a, first), (b, second)| {
        (!first.is_positional(), a).cmp(&(!second.is_positional(), b))
    });
    let args = placed
        .into_iter()
        .enumerate()
        .map(|(order, (place, arg))| match place {
            Some(place) => arg
                .display_order(order)
                .help_heading(place.heading.trim_end_matches(':')),
            None => arg.display_order(order),
        });
    if command.has_subcommands() {
        return args.fold(command.clone(), |command, arg| {
            let id = arg.get_id().clone();
            command.mut_arg(id, |_| arg)
        });
    }
    // Clap puts the options of every command first, and has no way to reorder arguments.
    let text = |text: Option<&StyledStr>| Resettable::from(text.cloned());
    Command::new("sleeve")
        .bin_name(format!("sleeve {name}"))
        .display_name(format!("sleeve-{name}"))
        .max_term_width(100)
        .disable_help_flag(true)
        .disable_version_flag(true)
        .about(text(command.get_about()))
        .long_about(text(command.get_long_about()))
        .after_help(text(command.get_after_help()))
        .override_usage(text(command.get_overridden_usage()))
        .args(args)
}

/// Adds to the long help of an option that it may be repeated.
fn note_repetition(arg: Arg, lang: Lang) -> Arg {
    if arg.is_positional() || !matches!(arg.get_action(), ArgAction::Append) {
        return arg;
    }
    let help = arg.get_long_help().or_else(|| arg.get_help());
    let help = help.map(ToString::to_string).unwrap_or_default();
    arg.long_help(format!("{help}\n\n{}", word!(lang, "You can repeat this option.")))
}

/// Renders the help of a command, or of the program: the page of `-h`, or with `is_long` that of
/// `--help`.
pub(in crate::cli) fn render_help(name: Option<&str>, is_long: bool, lang: Lang) -> String {
    let all = build_command(lang);
    let command = name.and_then(|name| all.find_subcommand(name));
    let mut page = help_page(command.unwrap_or(&all), lang);
    if command.is_some() && is_long {
        return translate_help(&page.render_long_help().to_string(), lang);
    }
    let page = ShortPage { words: Translator::new(lang), lang, page };
    let text = if command.is_some() { page.render() } else { page.render_program(is_long) };
    set(&text, lang)
}

/// Options below a heading, as the page of `-h` shows them.
struct Section {
    heading: String,
    /// Each with its help.
    options: Vec<(String, String)>,
    /// Their names alone, on as few lines as they need.
    names: Vec<String>,
}

/// A page of `-h`.
struct ShortPage {
    words: Translator,
    lang: Lang,
    page: Command,
}

impl ShortPage {
    /// Explains the groups of options that fit on a screen, from the first on, and names the
    /// others.
    fn render(mut self) -> String {
        let head = self.head();
        let examples = self.after_help().split("\n\n").next().map(str::to_owned);
        let examples = examples.filter(|text| !text.is_empty());
        let sections = self.sections();
        let count = |text: &str| text.lines().count() + 1;
        let needed = count(&head) + examples.as_deref().map_or(0, count);
        let named: usize = sections.iter().map(|section| section.names.len()).sum();
        let mut free = SCREEN_LINES.saturating_sub(needed + named);
        let mut explained = Vec::new();
        let mut named = Vec::new();
        for section in sections {
            let more = section.options.len() + 2 - section.names.len().min(1);
            let is_global = section.heading == self.words.translate(GLOBAL);
            if is_global || more > free {
                named.extend(section.names);
            } else {
                free -= more;
                explained.push(section);
            }
        }
        let options = explained.iter().flat_map(|section| &section.options);
        let width = options.map(|(option, _)| option.width()).max().unwrap_or(0) + 2;
        let mut parts = vec![head];
        parts.extend(explained.iter().map(|section| section.explain(width)));
        parts.push(named.join("\n"));
        parts.extend(examples);
        join_parts(&parts)
    }

    /// Lists the commands in groups; the long form also explains the options of every command.
    fn render_program(mut self, is_long: bool) -> String {
        let mut parts = vec![self.head()];
        for (heading, names) in COMMAND_GROUPS {
            let mut lines = vec![self.words.translate(heading)];
            let commands = names
                .split(' ')
                .filter_map(|name| self.page.find_subcommand(name));
            lines.extend(commands.map(|command| {
                let about = command
                    .get_about()
                    .map(ToString::to_string)
                    .unwrap_or_default();
                format!("  {} {about}", pad(command.get_name(), 9))
            }));
            parts.push(lines.join("\n"));
        }
        let (heading, names) = SETUP;
        parts.push(format!("{} {names}", self.words.translate(heading)));
        let after_help = self.after_help();
        let sections = self.sections();
        if is_long {
            parts.extend(sections.iter().map(|section| section.explain(24)));
            parts.push(after_help);
        } else {
            parts.extend(sections.iter().map(|section| section.names.join("\n")));
            parts.extend(after_help.split("\n\n").next().map(str::to_owned));
        }
        join_parts(&parts)
    }

    /// The summary and the usage of the command.
    fn head(&mut self) -> String {
        let about = self
            .page
            .get_about()
            .map(ToString::to_string)
            .unwrap_or_default();
        let usage = self.page.render_usage().to_string();
        format!("{about}\n\n{}", translate_help(usage.trim_end(), self.lang))
    }

    fn after_help(&self) -> String {
        self.page
            .get_after_help()
            .map(ToString::to_string)
            .unwrap_or_default()
    }

    /// The arguments, then the options by heading.
    fn sections(&self) -> Vec<Section> {
        let mut sections: Vec<(&str, Vec<&Arg>)> = Vec::new();
        let shown = self.page.get_arguments().filter(|arg| !arg.is_hide_set());
        for arg in shown.filter(|arg| arg.get_id() != "help") {
            let usual = if arg.is_positional() { "Arguments" } else { "Options" };
            let heading = arg.get_help_heading().unwrap_or(usual);
            match sections.last_mut() {
                Some((last, args)) if *last == heading => args.push(arg),
                _ => sections.push((heading, vec![arg])),
            }
        }
        sections
            .into_iter()
            .map(|(heading, args)| self.section(heading, &args))
            .collect()
    }

    fn section(&self, heading: &str, args: &[&Arg]) -> Section {
        let heading = self.words.translate(&format!("{heading}:"));
        let names: Vec<String> = args
            .iter()
            .map(|arg| match (arg.get_short(), arg.get_long()) {
                (Some(short), _) => format!("-{short}"),
                (None, Some(long)) => format!("--{long}"),
                (None, None) => arg.to_string(),
            })
            .collect();
        let names = format!("{} {}", names.join(" "), word!(self.lang, "(see --help)"));
        let style = Style { width: SCREEN_COLUMNS, lang: self.lang, ..Style::PLAIN };
        let names = wrap_beside(&heading, &names, heading.width() + 1, &style);
        let options = args.iter().map(|arg| self.explain_option(arg)).collect();
        Section { heading, options, names }
    }

    /// An option with the name of its value, and its help with the default.
    fn explain_option(&self, arg: &Arg) -> (String, String) {
        let name = match (arg.get_short(), arg.get_long()) {
            (Some(short), Some(_)) => format!("  -{short}, {arg}"),
            (None, Some(_)) => format!("      {arg}"),
            _ => format!("  {arg}"),
        };
        let help = arg.get_help().map(ToString::to_string).unwrap_or_default();
        let defaults = arg
            .get_default_values()
            .iter()
            .map(|value| value.to_string_lossy());
        let defaults = defaults.collect::<Vec<_>>().join(", ");
        let is_flag = !arg.get_action().takes_values();
        // A form of output is the default if it is the first of the list.
        if defaults.is_empty() || is_flag || help.contains(&defaults) {
            return (name, help);
        }
        (name, format!("{help} {}", say!(self.lang, "[default: {defaults}]")))
    }
}

impl Section {
    fn explain(&self, width: usize) -> String {
        let mut lines = vec![self.heading.clone()];
        lines.extend(
            self.options
                .iter()
                .map(|(option, help)| pad(option, width) + help),
        );
        lines.join("\n")
    }
}

/// Joins the parts of a page, a blank line between two.
fn join_parts(parts: &[String]) -> String {
    let parts = parts.iter().filter(|part| !part.is_empty());
    parts
        .map(|part| format!("{part}\n"))
        .collect::<Vec<_>>()
        .join("\n")
}
