//! A pattern's parts.

use std::iter::Peekable;
use std::str::Chars;

use unicode_script::Script;

use super::classes::{Class, Item, categories};

/// Deepest nesting of groups.
const DEEPEST: usize = 32;

/// Most repetitions that a quantifier counts.
const MOST_COUNTED: usize = 256;

/// A part of a pattern.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Node {
    /// One character.
    Class(Class),
    /// A look at the next character.
    Ahead(Ahead),
    /// One after the other.
    Sequence(Vec<Node>),
    /// The first that fits.
    Either(Vec<Node>),
    /// Again and again.
    Repeat {
        node: Box<Node>,
        least: usize,
        /// `None` for as often as it goes.
        most: Option<usize>,
        /// As few as possible.
        lazy: bool,
    },
}

/// `(?=…)` and `(?!…)` of one character.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Ahead {
    class: Class,
    /// There must be no such character.
    not: bool,
}

impl Ahead {
    /// Whether `next` is as demanded.
    pub(super) fn holds(&self, next: Option<char>) -> bool {
        next.is_some_and(|c| self.class.holds(c)) != self.not
    }
}

type Parsed<T> = Result<T, String>;

/// Reads a pattern. The error says what is not known or malformed.
pub(super) fn parse(pattern: &str) -> Parsed<Node> {
    let mut parser = Parser {
        rest: pattern.chars().peekable(),
        folded: false,
        depth: 0,
    };
    let node = parser.either()?;
    match parser.rest.next() {
        None => Ok(node),
        Some(c) => Err(format!("has {c:?} without its beginning")),
    }
}

struct Parser<'a> {
    rest: Peekable<Chars<'a>>,
    folded: bool,
    depth: usize,
}

impl Parser<'_> {
    fn either(&mut self) -> Parsed<Node> {
        let mut nodes = vec![self.sequence()?];
        while self.rest.next_if_eq(&'|').is_some() {
            nodes.push(self.sequence()?);
        }
        Ok(match nodes.len() {
            1 => nodes.remove(0),
            _ => Node::Either(nodes),
        })
    }

    fn sequence(&mut self) -> Parsed<Node> {
        let mut nodes = vec![];
        while let Some(&c) = self.rest.peek() {
            if c == '|' || c == ')' {
                break;
            }
            if let Some(node) = self.atom()? {
                let node = self.quantified(node)?;
                nodes.push(node);
            }
        }
        Ok(Node::Sequence(nodes))
    }

    /// One unit; `None` for a flag that only changes what follows.
    fn atom(&mut self) -> Parsed<Option<Node>> {
        let class = match self.rest.next() {
            Some('(') => return self.group(),
            Some('[') => self.class()?,
            Some('.') => Class {
                items: vec![Item::Range('\n', '\n')],
                negated: true,
                folded: false,
            },
            Some('\\') => Class::of(self.escape()?),
            Some(c @ ('^' | '$')) => return Err(format!("uses the anchor {c:?}")),
            Some(c @ ('*' | '+' | '?')) => return Err(format!("has {c:?} after nothing")),
            Some(c) => Class::of(Item::Range(c, c)),
            None => return Err("ends too early".into()),
        };
        Ok(Some(Node::Class(Class {
            folded: self.folded,
            ..class
        })))
    }

    fn group(&mut self) -> Parsed<Option<Node>> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(format!("nests groups more than {DEEPEST} deep"));
        }
        let before = self.folded;
        let mut ahead = None;
        if self.rest.next_if_eq(&'?').is_some() {
            match self.rest.next() {
                Some(':') => {}
                Some('i') => {
                    self.folded = true;
                    match self.rest.next() {
                        Some(':') => {}
                        Some(')') => {
                            self.depth -= 1;
                            return Ok(None);
                        }
                        _ => return Err("uses flags other than `i`".into()),
                    }
                }
                Some('=') => ahead = Some(false),
                Some('!') => ahead = Some(true),
                Some(c) => return Err(format!("uses the group `(?{c}`")),
                None => return Err("ends too early".into()),
            }
        }
        let node = self.either()?;
        if self.rest.next() != Some(')') {
            return Err("has a group without its end".into());
        }
        self.folded = before;
        self.depth -= 1;
        let Some(not) = ahead else {
            return Ok(Some(node));
        };
        match one_class(node) {
            Some(class) => Ok(Some(Node::Ahead(Ahead { class, not }))),
            None => Err("looks ahead at more than one character".into()),
        }
    }

    fn quantified(&mut self, node: Node) -> Parsed<Node> {
        let (least, most) = match self.rest.peek() {
            Some('*') => (0, None),
            Some('+') => (1, None),
            Some('?') => (0, Some(1)),
            Some('{') => {
                self.rest.next();
                let (least, most) = self.counts()?;
                return self.repeated(node, least, most);
            }
            _ => return Ok(node),
        };
        self.rest.next();
        self.repeated(node, least, most)
    }

    fn repeated(&mut self, node: Node, least: usize, most: Option<usize>) -> Parsed<Node> {
        if matches!(node, Node::Ahead(_)) {
            return Err("repeats a look ahead".into());
        }
        let lazy = self.rest.next_if_eq(&'?').is_some();
        if let Some(c @ ('+' | '*' | '?' | '{')) = self.rest.peek() {
            return Err(format!("uses a quantifier before {c:?}"));
        }
        Ok(Node::Repeat {
            node: Box::new(node),
            least,
            most,
            lazy,
        })
    }

    /// `n}`, `n,}`, `,m}` or `n,m}`.
    fn counts(&mut self) -> Parsed<(usize, Option<usize>)> {
        let mut inside = String::new();
        loop {
            match self.rest.next() {
                Some('}') => break,
                Some(c) if inside.len() < 12 => inside.push(c),
                _ => return Err("has a malformed count".into()),
            }
        }
        let number = |text: &str| match text.parse::<usize>() {
            Ok(number) if number <= MOST_COUNTED => Ok(number),
            Ok(_) => Err(format!("counts beyond {MOST_COUNTED}")),
            Err(_) => Err("has a malformed count".to_owned()),
        };
        let (least, most) = match inside.split_once(',') {
            None => (number(&inside)?, Some(number(&inside)?)),
            Some((least, "")) => (number(least)?, None),
            Some(("", most)) => (0, Some(number(most)?)),
            Some((least, most)) => (number(least)?, Some(number(most)?)),
        };
        match most {
            Some(most) if most < least => Err("has a malformed count".into()),
            _ => Ok((least, most)),
        }
    }

    fn class(&mut self) -> Parsed<Class> {
        let negated = self.rest.next_if_eq(&'^').is_some();
        let mut items = vec![];
        loop {
            let first = match self.rest.next() {
                Some(']') if !items.is_empty() => break,
                Some('[') => return Err("nests classes".into()),
                Some('&') if self.rest.peek() == Some(&'&') => {
                    return Err("intersects classes".into());
                }
                Some('\\') => self.escape()?,
                Some(c) => Item::Range(c, c),
                None => return Err("has a class without its end".into()),
            };
            let Item::Range(from, _) = first else {
                items.push(first);
                continue;
            };
            if self.rest.peek() != Some(&'-') {
                items.push(first);
                continue;
            }
            self.rest.next();
            let last = match self.rest.next() {
                Some(']') => {
                    items.extend([first, Item::Range('-', '-')]);
                    break;
                }
                Some('\\') => self.escape()?,
                Some(c) => Item::Range(c, c),
                None => return Err("has a class without its end".into()),
            };
            match last {
                Item::Range(to, _) if from <= to => items.push(Item::Range(from, to)),
                _ => return Err("has a malformed range".into()),
            }
        }
        Ok(Class {
            items,
            negated,
            folded: false,
        })
    }

    /// What follows a backslash.
    fn escape(&mut self) -> Parsed<Item> {
        let c = self.rest.next().ok_or("ends too early")?;
        let not = |item| Ok(Item::Not(Box::new(item)));
        let literal = |c| Ok(Item::Range(c, c));
        match c {
            's' => Ok(Item::Space),
            'S' => not(Item::Space),
            'w' => Ok(Item::Word),
            'W' => not(Item::Word),
            'd' => Ok(Item::Digit),
            'D' => not(Item::Digit),
            'n' => literal('\n'),
            'r' => literal('\r'),
            't' => literal('\t'),
            'f' => literal('\u{c}'),
            'v' => literal('\u{b}'),
            'p' => self.property(),
            'P' => not(self.property()?),
            'x' | 'u' => {
                let code = if self.rest.next_if_eq(&'{').is_some() {
                    self.until_brace()?
                } else {
                    let digits = if c == 'x' { 2 } else { 4 };
                    self.rest.by_ref().take(digits).collect()
                };
                let code = u32::from_str_radix(&code, 16).ok();
                let c = code.and_then(char::from_u32);
                literal(c.ok_or("has a malformed code of a character")?)
            }
            c if c.is_ascii_alphanumeric() => Err(format!("uses `\\{c}`")),
            c => literal(c),
        }
    }

    fn until_brace(&mut self) -> Parsed<String> {
        let mut name = String::new();
        loop {
            match self.rest.next() {
                Some('}') => return Ok(name),
                Some(c) if name.len() < 64 => name.push(c),
                _ => return Err("has a brace without its end".into()),
            }
        }
    }

    /// `{Name}`, `{^Name}` or one letter.
    fn property(&mut self) -> Parsed<Item> {
        let name = match self.rest.next() {
            Some('{') => self.until_brace()?,
            Some(c) => c.to_string(),
            None => return Err("ends too early".into()),
        };
        let (plain, negated) = match name.strip_prefix('^') {
            Some(plain) => (plain, true),
            None => (name.as_str(), false),
        };
        let item = if let Some(categories) = categories(plain) {
            Item::Category(categories)
        } else if let Some(script) = Script::from_full_name(plain) {
            Item::Script(script)
        } else {
            return Err(format!("uses the property {plain:?}"));
        };
        Ok(if negated {
            Item::Not(Box::new(item))
        } else {
            item
        })
    }
}

/// The class that a node is, if it reads one character.
fn one_class(node: Node) -> Option<Class> {
    match node {
        Node::Class(class) => Some(class),
        Node::Sequence(mut nodes) if nodes.len() == 1 => one_class(nodes.remove(0)),
        _ => None,
    }
}
