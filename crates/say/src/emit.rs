//! The generated code: a match on the language, with a text for each language.

use crate::call::holes;
use crate::call::{Call, English, Mistake, literal, split, unwrap_group};
use crate::files::{self, Translation, WordFile};
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
        inner = inner.ident("const").ident("_").signs(":").signs("&").ident("str").signs("=");
        inner = inner.path(&["core", "include_str"]).signs("!");
        inner = inner.group(Delimiter::Parenthesis, Code::default().push(path)).signs(";");
    }
    Code::default().group(Delimiter::Brace, inner.extend(expanded)).0
}

/// The form of a text: a `String`, a `&str`, or written to a formatter.
enum Form {
    String,
    Slice,
    Written(TokenStream),
}

impl Form {
    /// The code for one text, at the place of the English sentence, with its placeholders.
    fn code(&self, text: &str, place: Span, call: &Call) -> Code {
        let mut literal = Literal::string(text);
        literal.set_span(place);
        let names = holes(text);
        let mut args = Code::default();
        if let Form::Written(formatter) = self {
            args = args.extend(formatter.clone()).signs(",");
        }
        args = args.push(literal);
        for named in call.named.iter().filter(|named| names.contains(&named.name.to_string())) {
            if let Some(value) = &named.value {
                args = args.signs(",").push(named.name.clone()).signs("=").extend(value.clone());
            }
        }
        let is_plain = names.is_empty() && !text.contains(['{', '}']);
        match self {
            Form::Slice => args,
            Form::String if is_plain => {
                let from = Code::default().path(&["std", "string", "String", "from"]);
                from.group(Delimiter::Parenthesis, args)
            }
            Form::String => Code::default()
                .path(&["std", "format"])
                .signs("!")
                .group(Delimiter::Parenthesis, args),
            Form::Written(_) => Code::default()
                .path(&["std", "write"])
                .signs("!")
                .group(Delimiter::Parenthesis, args),
        }
    }
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

/// `match lang { Lang::En => …, Lang::Fr => … }`.
fn by_language(
    krate: &TokenTree,
    lang: TokenStream,
    call: &Call,
    form: &Form,
) -> Result<Code, Mistake> {
    let mut arms = Code::default();
    let english = |of: &English| (of.text.clone(), of.literal.span());
    let place = call.one.literal.span();
    let mut texts = vec![("En".to_owned(), english(&call.one), call.many.as_ref().map(english))];
    for file in files::read_word_files().map_err(|error| Mistake::new(place, error))? {
        let said = translation(call, file, !matches!(form, Form::Slice))?;
        texts.push((file.variant(), (said.one, place), said.many.map(|many| (many, place))));
    }
    for (variant, (one, one_place), many) in texts {
        let language = krate_path(krate, &["Lang", &variant]);
        arms = arms.extend(language.0.clone()).signs("=>");
        let one = form.code(&one, one_place, call);
        arms = match many {
            None => arms.extend(one.0),
            Some((many, many_place)) => {
                let asked = Code::default().ident("count");
                let is_one = language
                    .signs(".")
                    .ident("takes_singular")
                    .group(Delimiter::Parenthesis, asked);
                let arm = Code::default().ident("if").extend(is_one.0).group(Delimiter::Brace, one);
                let many = form.code(&many, many_place, call);
                arms.extend(arm.ident("else").group(Delimiter::Brace, many).0)
            }
        };
        arms = arms.signs(",");
    }
    let matched = Code::default().ident("match").extend(lang).group(Delimiter::Brace, arms);
    Ok(match &call.count {
        None => matched,
        Some(count) => {
            let arm = Code::default().ident("count").signs("=>").extend(matched.0);
            Code::default().ident("match").extend(count.clone()).group(Delimiter::Brace, arm)
        }
    })
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
    Ok(by_language(&input.krate, lang, &call, &Form::String)?.0)
}

fn refuse_holes(call: &Call) -> Result<(), Mistake> {
    let is_name = |hole: &String| {
        !hole.is_empty() && hole.chars().all(|c| c.is_ascii_lowercase() || c == '_')
    };
    match holes(&call.one.text).iter().find(|hole| is_name(hole)) {
        Some(_) => {
            Err(Mistake::new(call.one.literal.span(), "a word cannot have values; use `say!`"))
        }
        None => Ok(()),
    }
}

pub(crate) fn word(input: MacroInput) -> Result<TokenStream, Mistake> {
    match input.args.first().and_then(|first| literal(first)) {
        Some(_) => phrase(&input),
        None => {
            let (lang, call) = language_and_call(&input)?;
            refuse_holes(&call)?;
            Ok(by_language(&input.krate, lang, &call, &Form::Slice)?.0)
        }
    }
}

/// `Phrase { en: "…", fr: "…" }`.
fn phrase(input: &MacroInput) -> Result<TokenStream, Mistake> {
    let call = Call::parse(&input.args, input.end)?;
    refuse_holes(&call)?;
    let place = call.one.literal.span();
    let mut fields = Code::default().ident("en").signs(":").push(call.one.literal.clone());
    for file in files::read_word_files().map_err(|error| Mistake::new(place, error))? {
        let said = translation(&call, file, false)?;
        fields = fields.signs(",").ident(&file.code).signs(":").push(Literal::string(&said.one));
    }
    Ok(krate_path(&input.krate, &["Phrase"]).group(Delimiter::Brace, fields).0)
}

pub(crate) fn write_words(input: MacroInput) -> Result<TokenStream, Mistake> {
    let [lang, formatter, rest @ ..] = input.args.as_slice() else {
        return Err(Mistake::new(input.end, "expected a language, a formatter and words"));
    };
    let (lang, formatter): (TokenStream, TokenStream) =
        (lang.iter().cloned().collect(), formatter.iter().cloned().collect());
    let form = Form::Written(formatter.clone());
    let item = rest.first().map(|item| unwrap_group(item)).unwrap_or_default();
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
            let args = Code::default().signs("&").extend(grouped(&item)).signs(",");
            let args = args.extend(lang).signs(",").extend(formatter);
            let write = krate_path(&input.krate, &["problem", "Words", "write"]);
            return Ok(write.group(Delimiter::Parenthesis, args).0);
        }
    };
    check_holes(&call)?;
    Ok(by_language(&input.krate, lang, &call, &form)?.0)
}

pub(crate) fn word_files(input: MacroInput) -> Result<TokenStream, Mistake> {
    let name = input.args.first().and_then(|arg| literal(arg));
    let name =
        name.ok_or_else(|| Mistake::new(input.end, "expected the name of a file in quotes"))?;
    let mut rows = Code::default();
    for (code, path) in files::paths(&name.text).map_err(|error| Mistake::new(input.end, error))? {
        let file = Code::default().path(&["core", "include_str"]).signs("!");
        let path = Code::default().push(Literal::string(&path.to_string_lossy()));
        let row = Code::default().push(Literal::string(&code)).signs(",");
        let row = row.extend(file.group(Delimiter::Parenthesis, path).0);
        rows = rows.group(Delimiter::Parenthesis, row).signs(",");
    }
    Ok(Code::default().group(Delimiter::Bracket, rows).0)
}
