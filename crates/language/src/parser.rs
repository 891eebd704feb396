//! Parses tokens into a syntax tree, by recursive descent with bounded depth.
//!
//! One grammar serves filters, measures and conditions. Types are resolved later, because `(count()
//! + 1) * 2 >= 3` and `(count() > 1) and …` begin alike.

use crate::{
    ast::{Arithmetic, Comparison, Expr, ExprKind, Name, Operator, Span},
    docs::{Function, RESERVED},
    lexer::{Lexeme, Lexer, Token},
    messages::{ErrorKind, ExpectedToken, LanguageError, NameUse},
};
use sleeve_data::{model::Number, problem::nearest_names};

/// The longest text that is read, in bytes.
pub const MAX_LENGTH: usize = 64 * 1024;
/// The deepest nesting of parentheses, negations and calculations. Every reader of the tree
/// recurses: at 96 nested calls a stack of two megabytes overflowed.
pub(crate) const MAX_DEPTH: usize = 64;

/// Parses one expression: a filter, a measure or a condition.
pub fn parse(text: &str) -> Result<Expr, LanguageError> {
    if text.len() > MAX_LENGTH {
        let kind = ErrorKind::TooLong { limit: MAX_LENGTH };
        return Err(LanguageError::new(0..0, kind));
    }
    let mut parser = Parser::new(text)?;
    if parser.current.token == Token::End {
        return Err(LanguageError::new(0..text.len(), ErrorKind::Empty));
    }
    let expr = parser.expression()?;
    if parser.current.token != Token::End {
        return Err(parser.unexpected(ExpectedToken::End));
    }
    Ok(expr)
}

struct Parser<'a> {
    lexer: Lexer<'a>,
    current: Lexeme<'a>,
    /// The end of the token before the current one.
    previous_end: usize,
    /// The token before the current one is `)`: only then `in` is a keyword.
    follows_parenthesis: bool,
    depth: usize,
    /// The number of calculations read. `a + b + c` leans to the left, so each may make the tree
    /// one level deeper without any recursion of the parser.
    calculations: usize,
}

type ParseResult = Result<Expr, LanguageError>;

impl<'a> Parser<'a> {
    fn new(text: &'a str) -> Result<Parser<'a>, LanguageError> {
        let mut lexer = Lexer::new(text);
        let current = lexer.next()?;
        Ok(Parser {
            lexer,
            current,
            previous_end: 0,
            follows_parenthesis: false,
            depth: 0,
            calculations: 0,
        })
    }

    /// Moves to the next token and returns the current one.
    fn advance(&mut self) -> Result<Lexeme<'a>, LanguageError> {
        let next = self.lexer.next()?;
        let past = std::mem::replace(&mut self.current, next);
        self.previous_end = past.span.end;
        self.follows_parenthesis = past.token == Token::Close;
        Ok(past)
    }

    fn peek(&self) -> Result<Lexeme<'a>, LanguageError> {
        self.lexer.clone().next()
    }

    fn source_text(&self, span: &Span) -> &'a str {
        self.lexer.text().get(span.clone()).unwrap_or("")
    }

    fn unexpected(&self, expected: ExpectedToken) -> LanguageError {
        let span = self.current.span.clone();
        LanguageError::missing_token(span.clone(), expected, self.source_text(&span))
    }

    fn too_deep(&self) -> LanguageError {
        let kind = ErrorKind::TooDeep { limit: MAX_DEPTH };
        LanguageError::new(self.current.span.clone(), kind)
    }

    /// Parses one level deeper, up to [`MAX_DEPTH`].
    fn nest<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, LanguageError>,
    ) -> Result<T, LanguageError> {
        if self.depth >= MAX_DEPTH {
            return Err(self.too_deep());
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    fn at_word(&self, word: &str) -> bool {
        matches!(self.current.token, Token::Word(w) if w.eq_ignore_ascii_case(word))
    }

    fn make_expr(&self, start: usize, kind: ExprKind) -> Expr {
        Expr::new(kind, start..self.previous_end)
    }

    fn expression(&mut self) -> ParseResult {
        self.nest(|p| if p.at_if()? { p.implication() } else { p.disjunction() })
    }

    /// `if` is a keyword at the start of an expression, unless it is the name of a field.
    fn at_if(&self) -> Result<bool, LanguageError> {
        Ok(self.at_word("if") && !matches!(self.peek()?.token, Token::Operator(_)))
    }

    fn implication(&mut self) -> ParseResult {
        let start = self.advance()?.span.start;
        let condition = self.expression()?;
        if !self.at_word("then") {
            return Err(self.unexpected(ExpectedToken::Then));
        }
        self.advance()?;
        let then = self.expression()?;
        Ok(self.make_expr(start, ExprKind::If(Box::new(condition), Box::new(then))))
    }

    fn disjunction(&mut self) -> ParseResult {
        let start = self.current.span.start;
        let first = self.conjunction()?;
        if !self.at_word("or") {
            return Ok(first);
        }
        let mut items = vec![first];
        while self.at_word("or") {
            self.advance()?;
            items.push(self.conjunction()?);
        }
        Ok(self.make_expr(start, ExprKind::Or(items)))
    }

    fn conjunction(&mut self) -> ParseResult {
        let start = self.current.span.start;
        let first = self.item()?;
        // Items side by side are joined by *and*, as in search engines: `ship cost>3`.
        if !self.at_word("and") && !self.starts_item() {
            return Ok(first);
        }
        let mut items = vec![first];
        loop {
            if self.at_word("and") {
                self.advance()?;
            } else if !self.starts_item() {
                break;
            }
            items.push(self.item()?);
        }
        Ok(self.make_expr(start, ExprKind::And(items)))
    }

    fn starts_item(&self) -> bool {
        match self.current.token {
            // Words that belong to the surroundings of the item end it.
            Token::Word(_) => !self.at_word("or") && !self.at_word("then") && !self.at_in(),
            Token::Number(_) | Token::Phrase(_) | Token::Parameter(_) => true,
            Token::Open | Token::OpenBracket | Token::Minus | Token::Slash => true,
            _ => false,
        }
    }

    /// `in` is a keyword only after a parenthesis, because names of cards contain it. `in:LIST` is
    /// a filter there too.
    fn at_in(&self) -> bool {
        self.follows_parenthesis && self.at_word("in") && !self.list_follows()
    }

    fn list_follows(&self) -> bool {
        use Operator::{Equal, Has, NotEqual};
        self.peek()
            .is_ok_and(|next| matches!(next.token, Token::Operator(Has | Equal | NotEqual)))
    }

    fn item(&mut self) -> ParseResult {
        let start = self.current.span.start;
        let negated = match self.current.token {
            Token::Minus => !self.sign_follows()?,
            Token::Word(_) => self.at_word("not"),
            _ => false,
        };
        if !negated {
            return self.comparison();
        }
        self.advance()?;
        let inner = self.nest(Self::item)?;
        Ok(self.make_expr(start, ExprKind::Not(Box::new(inner))))
    }

    fn comparison(&mut self) -> ParseResult {
        let start = self.current.span.start;
        let first = self.sum()?;
        let mut rest = Vec::new();
        while let Token::Operator(operator) = self.current.token {
            let span = self.advance()?.span;
            let mut values = vec![self.value(operator)?];
            while self.current.token == Token::Pipe {
                self.advance()?;
                values.push(self.value(operator)?);
            }
            rest.push(Comparison { operator, span, values });
        }
        if rest.is_empty() {
            return Ok(first);
        }
        Ok(self.make_expr(start, ExprKind::Compare { first: Box::new(first), rest }))
    }

    /// A value after `:`, a calculation after other operators.
    fn value(&mut self, operator: Operator) -> ParseResult {
        let start = self.current.span.start;
        match self.current.token {
            Token::Question => {
                self.advance()?;
                Ok(self.make_expr(start, ExprKind::Unknown))
            }
            Token::Slash => self.regex(),
            _ if operator != Operator::Has => self.sum(),
            Token::Minus | Token::Number(_) | Token::Phrase(_) | Token::Parameter(_) => {
                self.factor()
            }
            Token::Word(word) => {
                self.advance()?;
                Ok(self.make_expr(start, ExprKind::Word(word.to_owned())))
            }
            Token::Open => {
                let inner = self.nest(Self::group)?;
                Ok(self.make_expr(start, ExprKind::Cards(Box::new(inner))))
            }
            _ => Err(self.unexpected(ExpectedToken::Value)),
        }
    }

    fn sum(&mut self) -> ParseResult {
        self.chain(Self::product, |p, left| match p.current.token {
            Token::Plus => Ok(Some(Arithmetic::Plus)),
            Token::Minus => Ok(p.is_minus(left).then_some(Arithmetic::Minus)),
            _ => Ok(None),
        })
    }

    fn product(&mut self) -> ParseResult {
        self.chain(Self::default, |p, left| {
            Ok(match p.current.token {
                Token::Star => Some(Arithmetic::Times),
                Token::Slash if p.is_division(left) => Some(Arithmetic::Over),
                Token::Percent => Some(Arithmetic::Modulo),
                _ => None,
            })
        })
    }

    /// Parses operands with operators of one precedence between them, grouped to the left.
    fn chain(
        &mut self,
        operand: impl Fn(&mut Self) -> ParseResult,
        operator: impl Fn(&Self, &Expr) -> Result<Option<Arithmetic>, LanguageError>,
    ) -> ParseResult {
        let start = self.current.span.start;
        let mut left = operand(self)?;
        while let Some(operator) = operator(self, &left)? {
            self.calculations += 1;
            if self.calculations > MAX_DEPTH {
                return Err(self.too_deep());
            }
            self.advance()?;
            let right = Box::new(operand(self)?);
            let kind = ExprKind::Arithmetic { operator, left: Box::new(left), right };
            left = self.make_expr(start, kind);
        }
        Ok(left)
    }

    /// `else` is a keyword only after a number of a pile, because elsewhere it may be part of a
    /// name.
    fn default(&mut self) -> ParseResult {
        self.chain(Self::factor, |p, left| {
            Ok((p.at_word("else") && reads_pile(left)).then_some(Arithmetic::Else))
        })
    }

    fn factor(&mut self) -> ParseResult {
        let start = self.current.span.start;
        let kind = match self.current.token.clone() {
            Token::Minus => {
                self.advance()?;
                let inner = self.nest(Self::factor)?;
                return Ok(self.make_expr(start, negate(inner)));
            }
            Token::Number(number) => ExprKind::Number(number),
            Token::Phrase(text) => ExprKind::Phrase(text.into_owned()),
            Token::Parameter(name) => ExprKind::Parameter(name.to_owned()),
            Token::Word(word) => return self.word(word),
            Token::Slash => return self.regex(),
            Token::OpenBracket => {
                self.advance()?;
                let inner = self.expression()?;
                if self.current.token != Token::CloseBracket {
                    return Err(self.unexpected(ExpectedToken::ClosingBracket));
                }
                self.advance()?;
                return Ok(self.make_expr(start, ExprKind::Bracket(Box::new(inner))));
            }
            Token::Open => {
                let inner = self.group()?;
                return self.piles(inner);
            }
            _ => return Err(self.unexpected(ExpectedToken::Item)),
        };
        self.advance()?;
        Ok(self.make_expr(start, kind))
    }

    fn regex(&mut self) -> ParseResult {
        // The lexer has read only the `/`, so the pattern and the token after it are still to be
        // read.
        let (source, span) = self.lexer.regex(&self.current.span)?;
        let next = self.lexer.next()?;
        self.current = next;
        self.previous_end = span.end;
        self.follows_parenthesis = false;
        Ok(Expr::new(ExprKind::Regex(source.to_owned()), span))
    }

    fn group(&mut self) -> ParseResult {
        self.advance()?;
        let mut inner = self.expression()?;
        self.close()?;
        if let ExprKind::In { enclosed, .. } = &mut inner.kind {
            *enclosed = true;
        }
        Ok(inner)
    }

    fn close(&mut self) -> Result<(), LanguageError> {
        if self.current.token != Token::Close {
            return Err(self.unexpected(ExpectedToken::Closing));
        }
        self.advance().map(|_| ())
    }

    fn word(&mut self, word: &'a str) -> ParseResult {
        let span = self.current.span.clone();
        if RESERVED.iter().any(|k| word.eq_ignore_ascii_case(k)) {
            return Err(self.unexpected(ExpectedToken::Item));
        }
        self.advance()?;
        let spaced = self.current.spaced;
        if self.current.token != Token::Open {
            return Ok(Expr::new(ExprKind::Word(word.to_owned()), span));
        }
        match Function::from_name(word) {
            Some(function) => self.call(span, function),
            // `luke (…)` is a name and a group. Without the space, it would call an unknown
            // function.
            None if spaced => Ok(Expr::new(ExprKind::Word(word.to_owned()), span)),
            None => {
                let names = Function::ALL.iter().flat_map(|f| f.names());
                let kind = ErrorKind::Unknown {
                    thing: NameUse::Function,
                    name: word.to_owned(),
                    candidates: nearest_names(word, names),
                };
                Err(LanguageError::new(span, kind))
            }
        }
    }

    fn call(&mut self, name: Span, function: Function) -> ParseResult {
        self.advance()?;
        let mut arguments = Vec::new();
        if self.current.token != Token::Close {
            arguments.push(self.expression()?);
            while self.current.token == Token::Comma {
                self.advance()?;
                arguments.push(self.expression()?);
            }
        }
        self.close()?;
        let found = arguments.len();
        let call = self.make_expr(name.start, ExprKind::Call { function, arguments });
        // The table of functions says it once, for this check and for the documentation.
        let (least, most) = function.row().arguments;
        if found < least || found > most {
            let kind = ErrorKind::ArgumentCount { function, least, most, found };
            return Err(LanguageError::new(call.span, kind));
        }
        self.piles(call)
    }

    fn piles(&mut self, inner: Expr) -> ParseResult {
        if !self.at_in() {
            return Ok(inner);
        }
        self.advance()?;
        let mut piles = vec![self.pile()?];
        while self.current.token == Token::Pipe {
            self.advance()?;
            piles.push(self.pile()?);
        }
        let start = inner.span.start;
        Ok(self.make_expr(start, ExprKind::In { inner: Box::new(inner), piles, enclosed: false }))
    }

    fn pile(&mut self) -> Result<Name, LanguageError> {
        let text = match &self.current.token {
            Token::Word(word) => (*word).to_owned(),
            // A zone may be called by a number.
            Token::Number(number) => number.to_string(),
            _ => return Err(self.unexpected(ExpectedToken::Pile)),
        };
        let span = self.advance()?.span;
        Ok(Name { text, span })
    }
}

// The meaning of `-` and `/` depends on their place: a sign, a calculation, or the start of an
// item.
impl Parser<'_> {
    /// Whether the `-` at the start of an item is a sign: it comes before a number or name that a
    /// calculation continues, or before a function that is a number.
    fn sign_follows(&self) -> Result<bool, LanguageError> {
        // A copy of the lexer looks ahead, so the parser does not move.
        let mut ahead = self.lexer;
        let first = ahead.next()?.token;
        let Ok(second) = ahead.next() else { return Ok(false) };
        let calculates = match second.token {
            Token::Plus | Token::Star | Token::Percent => true,
            Token::Slash => ahead.space_follows(),
            Token::Minus => !second.spaced || ahead.space_follows(),
            _ => false,
        };
        Ok(match first {
            Token::Number(_) => calculates || matches!(second.token, Token::Operator(_)),
            Token::Word(word) if second.token == Token::Open => {
                Function::from_name(word).is_some_and(Function::is_measure)
            }
            // Brackets contain a number, and a number cannot be an item.
            Token::OpenBracket => true,
            Token::Word(_) | Token::Parameter(_) => calculates,
            _ => false,
        })
    }

    /// A `-` after an operand subtracts, unless it looks like the start of an item (` -icon`) and
    /// the part before it cannot be a number of a pile.
    fn is_minus(&self, left: &Expr) -> bool {
        !self.opens_item() || reads_pile(left)
    }

    /// A `/` after an operand divides, unless it looks like the start of a regular expression.
    fn is_division(&self, left: &Expr) -> bool {
        !self.opens_item() || !self.lexer.regex_closes() || reads_pile(left)
    }

    /// Whether the current sign has a space only before it.
    fn opens_item(&self) -> bool {
        self.current.spaced && !self.lexer.space_follows()
    }
}

/// Negates an operand; a number takes the sign itself.
fn negate(inner: Expr) -> ExprKind {
    match inner.kind {
        ExprKind::Number(number) => {
            // So `-1` is a number wherever a number is allowed, and is printed as it was written.
            ExprKind::Number(Number::from_millionths(number.millionths().saturating_neg()))
        }
        _ => ExprKind::Negate(Box::new(inner)),
    }
}

/// Whether an expression certainly reads a pile, because it calls a function of piles.
fn reads_pile(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Call { function, .. } => function.is_measure(),
        ExprKind::In { .. } => true,
        ExprKind::Bracket(_) => true,
        ExprKind::Negate(inner) => reads_pile(inner),
        ExprKind::Arithmetic { left, right, .. } => reads_pile(left) || reads_pile(right),
        _ => false,
    }
}
