//! The generated code: a call with the texts of every language and the values.

use crate::{
    call::{Call, Hole, Mistake, TextPart, holes, literal, parts, split, unwrap_group},
    files::{self, Translation, WordFile},
};
use proc_macro::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};
use std::sync::atomic::{AtomicBool, Ordering};

/// A sequence of tokens.
#[derive(Default)]
struct Code(TokenStream);

impl Code {
    fn push(mut self, token: impl Into<TokenTree>) -> Code {
        self.0.extend([token.into()]);
        self
    }

    fn extend(mut self, tokens: impl IntoIterator<Item = TokenTree>) -> Code {
        self.0.extend(tokens);
        self
    }

    fn ident(self, name: &str) -> Code {
        self.push(Ident::new(name, Span::mixed_site()))
    }

    fn signs(mut self, signs: &str) -> Code {
        let last = signs.len().saturating_sub(1);
        for (at, sign) in signs.chars().enumerate() {
            let spacing = if at == last { Spacing::Alone } else { Spacing::Joint };
            self = self.push(Punct::new(sign, spacing));
        }
        self
    }

    /// `::a::b`.
    fn path(mut self, names: &[&str]) -> Code {
        for name in names {
            self = self.signs("::").ident(name);
        }
        self
    }

    fn group(self, delimiter: Delimiter, inner: Code) -> Code {
        self.push(Group::new(delimiter, inner.0))
    }
}

/// The arguments after `$crate`, split at commas.
pub(crate) struct MacroInput {
    krate: TokenTree,
    args: Vec<Vec<TokenTree>>,
    end: Span,
}

/// Runs a macro; a mistake becomes a compile error at its place.
pub(crate) fn expand(
    input: TokenStream,
    run: fn(MacroInput) -> Result<TokenStream, Mistake>,
) -> TokenStream {
    let mut tokens = input.into_iter();
    let end = Span::call_site();
    let Some(krate) = tokens.next() else { return TokenStream::new() };
    let expanded = run(MacroInput { krate, args: split(tokens), end }).unwrap_or_else(|mistake| {
        let mut text = Literal::string(&mistake.text);
        text.set_span(mistake.span);
        let text = Code::default().push(text);
        let error = Code::default().path(&["core", "compile_error"]).signs("!");
        error
            .group(Delimiter::Brace, text)
            .0
            .into_iter()
            .map(|mut token| {
                token.set_span(mistake.span);
                token
            })
            .collect()
    });
    track_files(expanded)
}

/// The first expansion of a process names the files, so that cargo recompiles the crate after a
/// change in one of them.
fn track_files(expanded: TokenStream) -> TokenStream {
    static TRACKED: AtomicBool = AtomicBool::new(false);
    let (false, Ok(files)) = (TRACKED.swap(true, Ordering::Relaxed), files::read_word_files())
    else {
        return expanded;
    };
    let mut inner = Code::default();
    for file in files {
        let path = Literal::string(&file.path.to_string_lossy());
        inner = inner
            .ident("const")
            .ident("_")
            .signs(":")
            .signs("&")
            .ident("str")
            .signs("=");
        inner = inner.path(&["core", "include_str"]).signs("!");
        inner = inner
            .group(Delimiter::Parenthesis, Code::default().push(path))
            .signs(";");
    }
    Code::default()
        .group(Delimiter::Brace, inner.extend(expanded))
        .0
}

fn krate_path(krate: &TokenTree, names: &[&str]) -> Code {
    Code::default().push(krate.clone()).path(names)
}

/// The words of a call in a file's language. A word has no values, even if it contains braces.
///
/// # Errors
/// The file has no row for the sentence, or its translation uses a value that the call does not
/// have.
fn translation(call: &Call, file: &WordFile, has_values: bool) -> Result<Translation, Mistake> {
    let english = [Some(&call.one), call.many.as_ref()].into_iter().flatten();
    let mut names: Vec<String> = english.flat_map(|english| holes(&english.text)).collect();
    names.extend(call.named.iter().map(|named| named.name.to_string()));
    let names = has_values.then_some(names.as_slice());
    file.translate(&call.sentence(), call.count.is_some(), names)
        .map_err(|text| Mistake::new(call.one.literal.span(), text))
}

fn check_holes(call: &Call) -> Result<(), Mistake> {
    for english in [Some(&call.one), call.many.as_ref()].into_iter().flatten() {
        if holes(&english.text)
            .iter()
            .any(|hole| hole.is_empty() || hole.starts_with(|c: char| c.is_ascii_digit()))
        {
            let text = "a value needs a name, because the order differs between languages: use `{name}`, with `name = value` after the sentence";
            return Err(Mistake::new(english.literal.span(), text));
        }
    }
    Ok(())
}

/// The values of a call, each once, and the places at which its texts use them.
struct Values<'c> {
    call: &'c Call,
    holes: Vec<Hole>,
}

impl Values<'_> {
    /// A text as the program reads it: `{0}` for the first value, `{de 0}` for one with a tie.
    fn number(&mut self, text: &str) -> String {
        let mut numbered = String::new();
        for part in parts(text) {
            match part {
                TextPart::Text(text) => numbered.push_str(&text),
                TextPart::Hole { tie, hole } => {
                    let known = self.holes.iter().position(|known| *known == hole);
                    let at = known.unwrap_or_else(|| {
                        self.holes.push(hole);
                        self.holes.len() - 1
                    });
                    let space = if tie.is_empty() { "" } else { " " };
                    numbered += &format!("{{{tie}{space}{at}}}");
                }
            }
        }
        numbered
    }

    /// `&[&a, &(b), &format_args!("{:>3}", c)]`.
    fn code(&self) -> Code {
        let mut list = Code::default();
        for hole in &self.holes {
            list = list.signs("&").extend(self.value(hole)).signs(",");
        }
        Code::default().signs("&").group(Delimiter::Bracket, list)
    }

    fn value(&self, hole: &Hole) -> TokenStream {
        if hole.form.is_empty() {
            return self.named(&hole.name);
        }
        let literal = format!("{{{}:{}}}", hole.name, hole.form);
        let mut args = Code::default().push(Literal::string(&literal));
        for name in holes(&literal) {
            let named = Ident::new(&name, Span::mixed_site());
            args = args
                .signs(",")
                .push(named)
                .signs("=")
                .extend(self.named(&name));
        }
        let format = Code::default().path(&["core", "format_args"]).signs("!");
        format.group(Delimiter::Parenthesis, args).0
    }

    /// The value of a name: an expression of the call, else a variable.
    fn named(&self, name: &str) -> TokenStream {
        let named = self
            .call
            .named
            .iter()
            .find(|named| named.name.to_string() == name);
        match named.map(|named| (&named.name, &named.value)) {
            Some((_, Some(value))) => {
                Code::default()
                    .group(Delimiter::Parenthesis, Code(value.clone()))
                    .0
            }
            Some((variable, None)) => Code::default().push(variable.clone()).0,
            None => {
                Code::default()
                    .push(Ident::new(name, self.call.one.literal.span()))
                    .0
            }
        }
    }
}

/// Between the texts of two languages, and between the text for one and that for many. One literal
/// for all of them is smaller than a table.
const LANGUAGE_END: char = '\u{1e}';
const FORM_END: char = '\u{1f}';

/// The number of a call, and its texts: `2, "card\u{1f}cards\u{1e}carte\u{1f}cartes"`.
fn texts(
    krate: &TokenTree,
    call: &Call,
    has_values: bool,
    mut write: impl FnMut(&str) -> String,
) -> Result<Code, Mistake> {
    let place = call.one.literal.span();
    let mut all = write(&call.one.text);
    if let Some(many) = &call.many {
        all.push(FORM_END);
        all += &write(&many.text);
    }
    for file in files::read_word_files().map_err(|error| Mistake::new(place, error))? {
        let Translation { one, many } = translation(call, file, has_values)?;
        all.push(LANGUAGE_END);
        all += &write(&one);
        if let Some(many) = many {
            all.push(FORM_END);
            all += &write(&many);
        }
    }
    // Without a number, there is one form.
    let count = match &call.count {
        None => Code::default().push(Literal::i64_suffixed(1)),
        Some(count) => krate_path(krate, &["grammar", "whole"])
            .group(Delimiter::Parenthesis, Code(count.clone())),
    };
    Ok(count.signs(",").push(Literal::string(&all)))
}

/// The number of a call, its texts and its values.
fn arguments(krate: &TokenTree, call: &Call) -> Result<Code, Mistake> {
    let mut values = Values { call, holes: Vec::new() };
    let texts = texts(krate, call, true, |text| values.number(text))?;
    Ok(texts.signs(",").extend(values.code().0))
}

fn grouped(tokens: &[TokenTree]) -> TokenStream {
    let inner = Code::default().extend(tokens.iter().cloned());
    Code::default().group(Delimiter::Parenthesis, inner).0
}

/// The language, which comes first, and the call.
fn language_and_call(input: &MacroInput) -> Result<(TokenStream, Call), Mistake> {
    let [lang, rest @ ..] = input.args.as_slice() else {
        return Err(Mistake::new(input.end, "expected a language and a sentence"));
    };
    let call = Call::parse(rest, input.end)?;
    Ok((lang.iter().cloned().collect(), call))
}

pub(crate) fn say(input: MacroInput) -> Result<TokenStream, Mistake> {
    let (lang, call) = language_and_call(&input)?;
    check_holes(&call)?;
    let args = Code(lang)
        .signs(",")
        .extend(arguments(&input.krate, &call)?.0);
    let say = krate_path(&input.krate, &["grammar", "say"]);
    Ok(say.group(Delimiter::Parenthesis, args).0)
}

fn refuse_holes(call: &Call) -> Result<(), Mistake> {
    for hole in holes(&call.one.text) {
        if !hole.is_empty() && hole.chars().all(|c| c.is_ascii_lowercase() || c == '_') {
            let message = "a word cannot have values; use `say!`";
            return Err(Mistake::new(call.one.literal.span(), message));
        }
    }
    Ok(())
}

pub(crate) fn word(input: MacroInput) -> Result<TokenStream, Mistake> {
    match input.args.first().and_then(|first| literal(first)) {
        Some(_) => phrase(&input),
        None => {
            let (lang, call) = language_and_call(&input)?;
            refuse_holes(&call)?;
            let texts = texts(&input.krate, &call, false, str::to_owned)?;
            let args = Code(lang).signs(",").extend(texts.0);
            let word = krate_path(&input.krate, &["grammar", "word"]);
            Ok(word.group(Delimiter::Parenthesis, args).0)
        }
    }
}

/// `Phrase { en: "…", fr: "…" }`.
fn phrase(input: &MacroInput) -> Result<TokenStream, Mistake> {
    let call = Call::parse(&input.args, input.end)?;
    refuse_holes(&call)?;
    let place = call.one.literal.span();
    let mut fields = Code::default()
        .ident("en")
        .signs(":")
        .push(call.one.literal.clone());
    for file in files::read_word_files().map_err(|error| Mistake::new(place, error))? {
        let said = translation(&call, file, false)?;
        fields = fields
            .signs(",")
            .ident(&file.code)
            .signs(":")
            .push(Literal::string(&said.one));
    }
    Ok(krate_path(&input.krate, &["Phrase"])
        .group(Delimiter::Brace, fields)
        .0)
}

pub(crate) fn write_words(input: MacroInput) -> Result<TokenStream, Mistake> {
    let [lang, formatter, rest @ ..] = input.args.as_slice() else {
        return Err(Mistake::new(input.end, "expected a language, a formatter and words"));
    };
    let (lang, formatter): (TokenStream, TokenStream) =
        (lang.iter().cloned().collect(), formatter.iter().cloned().collect());
    let item = rest
        .first()
        .map(|item| unwrap_group(item))
        .unwrap_or_default();
    let by_number = match item.as_slice() {
        [TokenTree::Group(group)] if group.delimiter() == Delimiter::Parenthesis => {
            Call::parse(&split(group.stream()), group.span()).ok()
        }
        _ => None,
    };
    let call = match (by_number, literal(&item)) {
        (Some(call), _) => call,
        (None, Some(_)) => Call::parse(rest, input.end)?,
        (None, None) => {
            let words = Code::default().signs("&").extend(grouped(&item)).signs(",");
            let args = words.extend(lang).signs(",").extend(formatter);
            let write = krate_path(&input.krate, &["problem", "Words", "write"]);
            return Ok(write.group(Delimiter::Parenthesis, args).0);
        }
    };
    check_holes(&call)?;
    let args = Code(formatter)
        .signs(",")
        .extend(lang)
        .signs(",")
        .extend(arguments(&input.krate, &call)?.0);
    Ok(krate_path(&input.krate, &["grammar", "write"])
        .group(Delimiter::Parenthesis, args)
        .0)
}

pub(crate) fn word_files(input: MacroInput) -> Result<TokenStream, Mistake> {
    let Some(name) = input.args.first().and_then(|arg| literal(arg)) else {
        return Err(Mistake::new(input.end, "expected the name of a file in quotes"));
    };
    let mut rows = Code::default();
    for (code, path) in files::paths(&name.text).map_err(|error| Mistake::new(input.end, error))? {
        let file = Code::default().path(&["core", "include_str"]).signs("!");
        let path = Code::default().push(Literal::string(&path.to_string_lossy()));
        let row = Code::default()
            .push(Literal::string(&code))
            .signs(",")
            .extend(file.group(Delimiter::Parenthesis, path).0);
        rows = rows.group(Delimiter::Parenthesis, row).signs(",");
    }
    Ok(Code::default().group(Delimiter::Bracket, rows).0)
}
