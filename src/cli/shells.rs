//! `sleeve completions`, and the exchange with shells: the words of the typed line come in,
//! completions go out.
//!
//! The shell gets each completion as one word with nothing left to interpret.
//!
//! zsh, fish and elvish quote completions themselves. bash and PowerShell do not, so they are
//! quoted here to fit the open quote. Our scripts pass on the typed text without evaluating it.

use super::{AnswerStatus, Failure, Session};
use clap::{Args, Command};
use clap_complete::{
    engine::{self, CompletionCandidate},
    env::{Elvish, EnvCompleter, Fish, Zsh},
};
use sleeve_report::text::escape::safe;
use std::{
    borrow::Cow,
    ffi::OsString,
    io::{self, Write},
    path::Path,
};

/// Print a completion script for a shell
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  sleeve completions bash > ~/.local/share/bash-completion/completions/sleeve
  sleeve completions zsh > ~/.zfunc/_sleeve
  sleeve completions fish > ~/.config/fish/completions/sleeve.fish

The script asks sleeve itself, which knows your games, formats, fields, values and cards.")]
pub struct CompletionsCommand {
    /// Shell: bash, elvish, fish, powershell or zsh
    shell: clap_complete::Shell,
}

impl CompletionsCommand {
    pub fn run(&self, session: &mut Session<'_>) -> Result<AnswerStatus, Failure> {
        let name = self.shell.to_string();
        if let Some(shell) = Shell::all().into_iter().find(|shell| shell.is(&name)) {
            let mut script = Vec::new();
            shell.write_registration("COMPLETE", "sleeve", "sleeve", "sleeve", &mut script)?;
            session.streams.out.write_all(&script)?;
        }
        Ok(AnswerStatus::Fine)
    }
}

/// The environment variable in which PowerShell passes the words of a line. As arguments, Windows
/// would drop empty words and rewrite those with quotes.
const WORDS_VARIABLE: &str = "SLEEVE_WORDS";

/// The shells that completions are written for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ShellKind {
    Bash,
    Elvish,
    Fish,
    PowerShell,
    Zsh,
}

/// A shell, and the word that is being typed in it.
pub(super) struct Shell {
    kind: ShellKind,
    /// The word as it is typed, with its quotes.
    typed_word: String,
    /// The end of that word that bash replaces: it splits words at `=` and `:`.
    replaced_end: String,
}

impl Shell {
    /// All shells, with nothing typed in them.
    pub(super) fn all() -> [Shell; 5] {
        [ShellKind::Bash, ShellKind::Elvish, ShellKind::Fish, ShellKind::PowerShell, ShellKind::Zsh]
            .map(Shell::new)
    }

    fn new(kind: ShellKind) -> Shell {
        Shell { kind, typed_word: String::new(), replaced_end: String::new() }
    }

    /// The shell of this name, and the typed words without their quotes. `None` if the shell is
    /// unknown.
    pub(super) fn from_words(name: &str, typed: Vec<OsString>) -> Option<(Shell, Vec<OsString>)> {
        let mut shell = Shell::all().into_iter().find(|shell| shell.is(name))?;
        let words = match shell.kind {
            ShellKind::Bash => match typed.as_slice() {
                [line, replaced] => {
                    let line = ShellLine::read(&line.to_string_lossy());
                    shell.typed_word = line.last_word;
                    shell.replaced_end = replaced.to_string_lossy().into_owned();
                    line.words.into_iter().map(OsString::from).collect()
                }
                _ => Vec::new(),
            },
            ShellKind::PowerShell => match std::env::var(WORDS_VARIABLE) {
                Ok(words) => words.split('\u{1f}').map(OsString::from).collect(),
                Err(_) => typed,
            },
            ShellKind::Zsh | ShellKind::Fish => {
                let read_word = |word: &OsString| {
                    OsString::from(ShellLine::read(&word.to_string_lossy()).words.join(" "))
                };
                let is_read = |at: usize| shell.kind == ShellKind::Zsh || at + 1 == typed.len();
                let words = typed.iter().enumerate();
                words
                    .map(|(at, word)| if is_read(at) { read_word(word) } else { word.clone() })
                    .collect()
            }
            ShellKind::Elvish => typed,
        };
        Some((shell, words))
    }

    /// A value as the shell has to insert it. `None` if it cannot be inserted.
    fn quote_value<'v>(&self, value: &'v str) -> Option<Cow<'v, str>> {
        match self.kind {
            ShellKind::Bash => self.quote_for_bash(value).map(Cow::Owned),
            ShellKind::PowerShell => Some(quote_for_powershell(value)),
            ShellKind::Zsh => Some(value.replace('\\', "\\\\").replace(':', "\\:").into()),
            ShellKind::Elvish | ShellKind::Fish => Some(value.into()),
        }
    }

    /// The text that replaces the end of the typed word in bash: the rest of the value, escaped for
    /// the open quote. `None` if the value does not continue the word.
    fn quote_for_bash(&self, value: &str) -> Option<String> {
        let before = ShellLine::read(self.typed_word.strip_suffix(self.replaced_end.as_str())?);
        let quote = ShellLine::read(&self.typed_word).quote;
        if before.quote != quote || before.is_escaping {
            return None;
        }
        let rest = value.strip_prefix(before.words.last()?.as_str())?;
        let mut text = String::with_capacity(rest.len());
        for c in rest.chars() {
            match (quote, c) {
                (Quote::Single, '\'') => text.push_str("'\\''"),
                // In double quotes bash would keep the backslash before `!`, so the quotes are
                // closed around it.
                (Quote::Double, '!') => text.push_str("\"\\!\""),
                (Quote::Double, '$' | '`' | '"' | '\\') => text.extend(['\\', c]),
                (Quote::None, _) if !is_plain(c) && c.is_ascii() => text.extend(['\\', c]),
                _ => text.push(c),
            }
        }
        // bash closes the quote itself, unless the word ends in one, which it takes for the end.
        match quote {
            Quote::Double if text.ends_with('"') => text.push('"'),
            Quote::Single if text.ends_with('\'') => text.truncate(text.len() - 1),
            _ => {}
        }
        Some(text)
    }
}

/// Whether a character has no special meaning in any shell, at any place in a word.
fn is_plain(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | '/' | '+' | '=' | ':' | '%')
}

/// Quotes a value as one word of PowerShell, which takes typographic quotes for quotes as well.
fn quote_for_powershell(value: &str) -> Cow<'_, str> {
    if !value.is_empty() && value.chars().all(is_plain) {
        return value.into();
    }
    let mut text = String::from("'");
    for c in value.chars() {
        if matches!(c, '\'' | '‘' | '’' | '‚' | '‛') {
            text.push(c);
        }
        text.push(c);
    }
    text.push('\'');
    text.into()
}

/// The quote that is open at a place of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Quote {
    #[default]
    None,
    Single,
    Double,
}

/// A line up to the cursor, read by the rules of a POSIX shell.
#[derive(Default)]
struct ShellLine {
    /// Words without their quotes, the last one unfinished.
    words: Vec<String>,
    /// The last word as it is typed.
    last_word: String,
    /// The quote that is open at the end.
    quote: Quote,
    /// Whether the line ends in a backslash that escapes the next character.
    is_escaping: bool,
}

impl ShellLine {
    fn read(text: &str) -> ShellLine {
        let mut line = ShellLine::default();
        let mut word = String::new();
        for c in text.chars() {
            let (quote, was_escaping) = (line.quote, std::mem::take(&mut line.is_escaping));
            if quote == Quote::None && !was_escaping && matches!(c, ' ' | '\t' | '\n') {
                if !std::mem::take(&mut line.last_word).is_empty() {
                    line.words.push(std::mem::take(&mut word));
                }
                continue;
            }
            line.last_word.push(c);
            match (quote, c) {
                (Quote::None, _) if was_escaping => word.push(c),
                (Quote::Double, '$' | '`' | '"' | '\\') if was_escaping => word.push(c),
                (Quote::Double, _) if was_escaping => word.extend(['\\', c]),
                (Quote::None | Quote::Double, '\\') => line.is_escaping = true,
                (Quote::None, '\'') => line.quote = Quote::Single,
                (Quote::None, '"') => line.quote = Quote::Double,
                (Quote::Single, '\'') | (Quote::Double, '"') => line.quote = Quote::None,
                _ => word.push(c),
            }
        }
        line.words.push(word);
        line
    }
}

impl EnvCompleter for Shell {
    fn name(&self) -> &'static str {
        match self.kind {
            ShellKind::Bash => "bash",
            ShellKind::Elvish => "elvish",
            ShellKind::Fish => "fish",
            ShellKind::PowerShell => "powershell",
            ShellKind::Zsh => "zsh",
        }
    }

    fn is(&self, name: &str) -> bool {
        let others = matches!(name, "pwsh" | "powershell_ise");
        name == self.name() || others && self.kind == ShellKind::PowerShell
    }

    fn write_registration(
        &self,
        var: &str,
        name: &str,
        bin: &str,
        completer: &str,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let (script, completer) = match self.kind {
            ShellKind::Bash => (BASH, format!("'{}'", completer.replace('\'', "'\\''"))),
            ShellKind::PowerShell => (POWERSHELL, quote_for_powershell(completer).into_owned()),
            ShellKind::Elvish => return Elvish.write_registration(var, name, bin, completer, out),
            ShellKind::Fish => return Fish.write_registration(var, name, bin, completer, out),
            ShellKind::Zsh => return Zsh.write_registration(var, name, bin, completer, out),
        };
        let script = script.replace("NAME", bin).replace("WORDS", WORDS_VARIABLE);
        out.write_all(script.replace("COMPLETER", &completer).as_bytes())
    }

    fn write_complete(
        &self,
        command: &mut Command,
        words: Vec<OsString>,
        folder: Option<&Path>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let named = || std::env::var("_CLAP_COMPLETE_INDEX").ok()?.parse().ok();
        let at = named().unwrap_or(words.len().saturating_sub(1));
        let missing = (at + 1).saturating_sub(words.len()).min(1);
        let words = words
            .into_iter()
            .chain(vec![OsString::new(); missing])
            .collect();
        for offered in engine::complete(command, words, at, folder)? {
            self.write_candidate(&offered, out)?;
        }
        Ok(())
    }
}

impl Shell {
    /// Writes a line for a completion, unless it holds characters that cannot be shown as they are.
    fn write_candidate(
        &self,
        offered: &CompletionCandidate,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let value = offered.get_value().to_str();
        let Some(value) = value.filter(|value| matches!(safe(value), Cow::Borrowed(_))) else {
            return Ok(());
        };
        let Some(quoted) = self.quote_value(value) else { return Ok(()) };
        let help = offered
            .get_help()
            .map(ToString::to_string)
            .unwrap_or_default();
        let help = safe(help.lines().next().unwrap_or_default()).into_owned();
        match self.kind {
            ShellKind::PowerShell => writeln!(out, "{quoted}\t{value}\t{help}"),
            ShellKind::Zsh if !help.is_empty() => {
                writeln!(out, "{quoted}:{}", help.replace('\\', "\\\\"))
            }
            ShellKind::Fish if !help.is_empty() => writeln!(out, "{quoted}\t{help}"),
            _ => writeln!(out, "{quoted}"),
        }
    }
}

const BASH: &str = r#"_NAME_offered() {
    compopt +o nospace 2> /dev/null
    COMPREPLY=()
    local offered shared
    while IFS= read -r offered; do
        COMPREPLY+=("$offered")
    done < <(COMPLETE=bash COMPLETER -- "${COMP_LINE:0:COMP_POINT}" "$2" 2> /dev/null)
    # Bash deletes the letters after those that all share, as names with other accents may.
    shared=${COMPREPLY-}
    for offered in "${COMPREPLY[@]}"; do
        while [[ $offered != "$shared"* ]]; do shared=${shared%?}; done
    done
    if ((${#COMPREPLY[@]} > 1 && ${#shared} < ${#2})); then COMPREPLY+=(' '); fi
    if [[ "${COMPREPLY-}" == *[=/:\(] ]]; then
        compopt -o nospace 2> /dev/null
    fi
}
complete -o nospace -o bashdefault -o nosort -F _NAME_offered NAME 2> /dev/null ||
    complete -o nospace -o bashdefault -F _NAME_offered NAME
"#;

const POWERSHELL: &str = r#"
Register-ArgumentCompleter -Native -CommandName NAME -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $typed = @($commandAst.CommandElements | Where-Object { $_.Extent.StartOffset -lt $cursorPosition } | ForEach-Object {
        if ($_ -is [System.Management.Automation.Language.StringConstantExpressionAst] -or
            $_ -is [System.Management.Automation.Language.ExpandableStringExpressionAst]) { $_.Value } else { $_.Extent.Text }
    })
    if ("$wordToComplete" -eq '') { $typed += '' }
    $before = $env:COMPLETE
    $env:COMPLETE = 'powershell'
    $env:WORDS = $typed -join [char]0x1f
    try {
        & COMPLETER -- typed | ForEach-Object {
            $put, $shown, $help = $_.Split("`t")
            if (-not $help) { $help = $shown }
            [System.Management.Automation.CompletionResult]::new($put, $shown, 'ParameterValue', $help)
        }
    } finally {
        $env:COMPLETE = $before
        $env:WORDS = $null
    }
}
"#;
