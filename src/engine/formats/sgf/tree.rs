//! SGF as text: collections of game trees, nodes, properties.

use super::super::played::FormatError;
use std::fmt::Write;

/// Variations within variations; deeper ones are refused.
const DEEPEST: usize = 500;

/// The most values in a file.
const MOST_VALUES: usize = 4_000_000;

/// A node: its properties in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Node {
    /// The line on which it begins.
    pub line: usize,
    /// Names and values.
    pub properties: Vec<(String, Vec<String>)>,
}

impl Node {
    /// The values of a property.
    pub fn values(&self, name: &str) -> Option<&[String]> {
        self.properties.iter().find(|(found, _)| found == name).map(|(_, values)| values.as_slice())
    }

    /// The first value of a property.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.values(name).and_then(|values| values.first()).map(String::as_str)
    }
}

/// A sequence of nodes, and what follows it: at most one of several lines, the first of which was played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tree {
    /// The nodes.
    pub nodes: Vec<Node>,
    /// The lines after them.
    pub lines: Vec<Tree>,
}

/// Reads a collection of game trees.
///
/// # Errors
/// When the text is no SGF; the error has the line.
pub fn parse(text: &str) -> Result<Vec<Tree>, FormatError> {
    let mut parser = Parser { text, at: 0, line: 1, values: 0 };
    let mut found = Vec::new();
    // Text before the first tree is no part of the file's contents.
    let Some(first) = text.find('(') else {
        return Err(FormatError::at(1, "expected `(;` at the beginning of a game tree"));
    };
    parser.skip_to(first);
    let mut open: Vec<Tree> = Vec::new();
    while let Some(c) = parser.next_sign() {
        match c {
            '(' => {
                if open.len() >= DEEPEST {
                    return Err(FormatError::at(parser.line, format!("more than {DEEPEST} lines within each other")));
                }
                open.push(Tree::default());
            }
            ';' => {
                let node = parser.node()?;
                let Some(tree) = open.last_mut() else {
                    return Err(FormatError::at(parser.line, "expected `(` before the first node"));
                };
                if !tree.lines.is_empty() {
                    return Err(FormatError::at(parser.line, "expected `)` or `(` after a line, found a node"));
                }
                tree.nodes.push(node);
            }
            ')' => {
                let Some(tree) = open.pop() else {
                    return Err(FormatError::at(parser.line, "a `)` without its `(`"));
                };
                if tree.nodes.is_empty() {
                    return Err(FormatError::at(parser.line, "a game tree without a node"));
                }
                match open.last_mut() {
                    Some(parent) => parent.lines.push(tree),
                    None => found.push(tree),
                }
            }
            // Between trees other programs leave what they like.
            _ if open.is_empty() => {}
            _ => return Err(FormatError::at(parser.line, format!("expected `;`, `(` or `)`, found {c:?}"))),
        }
    }
    if !open.is_empty() {
        return Err(FormatError::at(parser.line, "the file ends within a game: `)` is missing"));
    }
    Ok(found)
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    line: usize,
    values: usize,
}

impl Parser<'_> {
    fn skip_to(&mut self, at: usize) {
        self.line += self.text[self.at..at].matches('\n').count();
        self.at = at;
    }

    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn bump(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        self.line += usize::from(c == '\n');
        Some(c)
    }

    fn skip_blanks(&mut self) {
        while self.peek().is_some_and(|c| c.is_whitespace() || c == '\u{0}') {
            self.bump();
        }
    }

    fn next_sign(&mut self) -> Option<char> {
        self.skip_blanks();
        self.bump()
    }

    fn node(&mut self) -> Result<Node, FormatError> {
        let mut node = Node { line: self.line, properties: Vec::new() };
        loop {
            self.skip_blanks();
            let start = self.at;
            while self.peek().is_some_and(|c| c.is_ascii_alphanumeric()) {
                self.bump();
            }
            if self.at == start {
                return Ok(node);
            }
            // Lower case letters in names are for human readers.
            let name: String = self.text[start..self.at].chars().filter(|c| !c.is_ascii_lowercase()).collect();
            if name.is_empty() {
                let found = short(&self.text[start..self.at]);
                return Err(FormatError::at(
                    self.line,
                    format!("a property's name has capital letters, unlike {found}"),
                ));
            }
            let mut values = Vec::new();
            self.skip_blanks();
            while self.peek() == Some('[') {
                self.bump();
                values.push(self.value(&name)?);
                self.skip_blanks();
            }
            if values.is_empty() {
                return Err(FormatError::at(self.line, format!("expected `[` after the property {}", short(&name))));
            }
            node.properties.push((name, values));
        }
    }

    fn value(&mut self, name: &str) -> Result<String, FormatError> {
        self.values += 1;
        if self.values > MOST_VALUES {
            return Err(FormatError::at(self.line, "more values than any match has"));
        }
        let begun = self.line;
        let mut value = String::new();
        loop {
            match self.bump() {
                Some(']') => return Ok(value),
                Some('\\') => match self.bump() {
                    // A line that is broken so goes on.
                    Some('\n') => {}
                    Some('\r') if self.peek() == Some('\n') => drop(self.bump()),
                    Some(c) => value.push(c),
                    None => break,
                },
                // Other systems end lines otherwise.
                Some('\r') if self.peek() == Some('\n') => {}
                Some(c) => value.push(c),
                None => break,
            }
        }
        Err(FormatError::at(begun, format!("the file ends within a value of {}: `]` is missing", short(name))))
    }
}

fn short(name: &str) -> String {
    name.chars().take(12).collect()
}

/// Writes a property; nothing without values.
pub fn property<V: AsRef<str>>(out: &mut String, name: &str, values: impl IntoIterator<Item = V>) {
    let mut values = values.into_iter().peekable();
    if values.peek().is_none() {
        return;
    }
    out.push_str(name);
    for value in values {
        let _ = write!(out, "[{}]", value.as_ref().replace('\\', "\\\\").replace(']', "\\]"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trees_nest_and_values_are_escaped() {
        let text = "junk (;FF[4]C[a \\] \\\\ b:\r\nc];W[31][x](;B[1])(;B[2];W[3]))\n(;A[])";
        let trees = parse(text).expect("it reads");
        assert_eq!(trees.len(), 2);
        assert_eq!(trees[0].nodes[0].value("C"), Some("a ] \\ b:\nc"));
        assert_eq!(trees[0].nodes[1].values("W"), Some(&["31".to_owned(), "x".to_owned()][..]));
        assert_eq!(trees[0].lines.iter().map(|line| line.nodes.len()).collect::<Vec<_>>(), [1, 2]);
        let mut out = String::new();
        property(&mut out, "C", ["a ] \\ b"]);
        assert_eq!(out, "C[a \\] \\\\ b]");
    }

    #[test]
    fn damage_has_a_line() {
        for (text, line, told) in [
            ("", 1, "expected `(;`"),
            ("(;FF[4]\n;W[31", 2, "within a value of W"),
            ("(;FF[4]\n\n;W[31]", 3, "within a game"),
            ("(;FF[4]);W[3]", 1, "before the first node"),
            ("(;FF[4]\n;W;", 2, "expected `[`"),
            ("(;A[1](;B[2]);C[3])", 1, "after a line"),
            ("())", 1, "without a node"),
            ("(;FF[4]\n;zz[1])", 2, "capital letters"),
        ] {
            let error = parse(text).expect_err(text);
            assert!(error.line == Some(line) && error.problem.contains(told), "{text:?}: {error}");
        }
        let deep = "(;A[1]".repeat(2 * DEEPEST);
        assert!(parse(&deep).expect_err("too deep").problem.contains("within each other"));
    }
}
