//! Leafs through a long answer on the terminal, where the environment names no pager: a screen at a time, on the screen
//! that is there, so that what was read stays in its memory. Esc, `q` and Ctrl-C leave.
//!
//! An answer of `less` cannot be left by Esc: there it begins another key.

use super::terminal;
use crate::render::in_rows;
use crate::system::terminal::{FirstKeys, Keys, first_keys};
use anstream::adapter::strip_str;
use std::collections::VecDeque;
use std::io::{self, Write};

/// The wish of a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wish {
    Leave,
    /// This many rows on, or back.
    By(isize),
    /// A screen on; at the end it leaves.
    On,
    First,
    Last,
    Search,
    /// The key begins a line for the prompt.
    Type,
    /// The next place of what was searched, or the one before.
    Again {
        back: bool,
    },
    Nothing,
}

/// A text in rows as long as the terminal is wide, and the first of them that is shown.
struct Leaf {
    rows: Vec<String>,
    top: usize,
    /// Rows of text on the screen; one more is the line below.
    page: usize,
    columns: usize,
    searched: String,
    /// Said in place of the line below, until the next key.
    said: Option<String>,
}

/// Keys one by one, also where several were typed before they were looked at.
#[derive(Default)]
struct Typed(VecDeque<Vec<u8>>);

impl Typed {
    /// The next key; `None` after Ctrl-C, and where the terminal has gone.
    fn next(&mut self) -> io::Result<Option<Vec<u8>>> {
        while self.0.is_empty() {
            let FirstKeys::Read(read) = first_keys()? else { return Ok(None) };
            // What begins with Esc came from one key: nobody types so fast.
            match read.first() {
                Some(b'\x1b') => self.0.push_back(read),
                _ => {
                    self.0.extend(String::from_utf8_lossy(&read).chars().map(|letter| letter.to_string().into_bytes()))
                }
            }
        }
        Ok(self.0.pop_front())
    }
}

/// Shows a text until the reader has had enough of it. What was typed then is for the prompt: a key that means nothing
/// here, and all behind it. `None` where the terminal cannot be had, and nothing is shown.
///
/// # Errors
/// When the terminal cannot be written or read.
pub(super) fn leaf_through(text: &str) -> io::Result<Option<Vec<u8>>> {
    let Some((columns, lines)) = terminal::size_of_stdout() else { return Ok(None) };
    let Some(_keys) = Keys::take() else { return Ok(None) };
    let mut leaf = Leaf::new(text, columns, lines);
    let (mut out, mut typed) = (io::stdout().lock(), Typed::default());
    leaf.print(&mut out, 0..leaf.page)?;
    loop {
        write!(out, "\x1b[7m{}\x1b[0m", leaf.line_below())?;
        out.flush()?;
        let Some(key) = typed.next()? else { break };
        write!(out, "\r\x1b[K")?;
        leaf.said = None;
        if let Some((columns, lines)) = terminal::size_of_stdout().filter(|size| *size != (leaf.columns, leaf.page + 1))
        {
            leaf = Leaf { top: leaf.top, searched: leaf.searched, ..Leaf::new(text, columns, lines) };
            leaf.show(&mut out, leaf.top)?;
        }
        let mut wish = wish(&key, leaf.page, !leaf.searched.is_empty());
        if wish == Wish::Type {
            typed.0.push_front(key);
            break;
        }
        if wish == Wish::Search {
            let Some(searched) = ask(&mut out, &mut typed)? else { continue };
            leaf.searched = if searched.is_empty() { leaf.searched } else { searched };
            wish = Wish::Again { back: false };
        }
        match leaf.place(wish) {
            None => break,
            Some(top) => leaf.show(&mut out, top)?,
        }
    }
    write!(out, "\r\x1b[K")?;
    out.flush()?;
    // Keys that no text is made of are for nobody.
    Ok(Some(typed.0.into_iter().filter(|key| !key.starts_with(b"\x1b")).flatten().collect()))
}

impl Leaf {
    fn new(text: &str, columns: usize, lines: usize) -> Self {
        let (columns, page) = (columns.max(2), lines.max(3) - 1);
        let rows = text.lines().flat_map(|line| in_rows(line, columns)).collect();
        Self { rows, top: 0, page, columns, searched: String::new(), said: None }
    }

    /// The first row of the last screen.
    const fn last(&self) -> usize {
        self.rows.len().saturating_sub(self.page)
    }

    /// The row to begin with for a wish; `None` to leave.
    fn place(&mut self, wish: Wish) -> Option<usize> {
        Some(match wish {
            Wish::Leave => return None,
            Wish::On | Wish::By(1..) if self.top == self.last() => return None,
            Wish::On => (self.top + self.page).min(self.last()),
            Wish::By(rows) => self.top.saturating_add_signed(rows).min(self.last()),
            Wish::First => 0,
            Wish::Last => self.last(),
            Wish::Again { back } => self.found(back),
            Wish::Search | Wish::Type | Wish::Nothing => self.top,
        })
    }

    /// The next row, or the last one before, that has what is searched, in capitals or not.
    fn found(&mut self, back: bool) -> usize {
        let wanted = self.searched.to_lowercase();
        let has = |row: &usize| {
            !wanted.is_empty() && strip_str(&self.rows[*row]).to_string().to_lowercase().contains(&wanted)
        };
        let found = if back { (0..self.top).rfind(has) } else { (self.top + 1..self.rows.len()).find(has) };
        if found.is_none() {
            self.said = Some(format!("`{}` is nowhere {}", self.searched, if back { "before" } else { "below" }));
        }
        found.map_or(self.top, |row| row.min(self.last()))
    }

    /// Goes to a row: what comes next is written below, all else anew.
    fn show(&mut self, out: &mut impl Write, top: usize) -> io::Result<()> {
        let (before, top) = (self.top, top.min(self.last()));
        self.top = top;
        if (before..=before + self.page).contains(&top) {
            return self.print(out, before + self.page..top + self.page);
        }
        write!(out, "\x1b[H\x1b[J")?;
        self.print(out, top..top + self.page)
    }

    fn print(&self, out: &mut impl Write, rows: std::ops::Range<usize>) -> io::Result<()> {
        self.rows[rows.start.min(self.rows.len())..rows.end.min(self.rows.len())]
            .iter()
            .try_for_each(|row| writeln!(out, "{row}"))
    }

    fn line_below(&self) -> String {
        let to = (self.top + self.page).min(self.rows.len());
        let place = format!("{}-{to} of {}", self.top + 1, self.rows.len());
        let keys =
            if self.top == self.last() { "q or Esc leaves" } else { "Space goes on, q or Esc leaves, / searches" };
        let said = self.said.clone().unwrap_or_else(|| format!("{place}: {keys}"));
        said.chars().take(self.columns - 1).collect()
    }
}

/// What is to be searched, typed in the line below; `None` where Esc or Ctrl-C gives that up.
fn ask(out: &mut impl Write, typed: &mut Typed) -> io::Result<Option<String>> {
    let mut searched = String::new();
    let is_given = loop {
        write!(out, "\r\x1b[K/{searched}")?;
        out.flush()?;
        match typed.next()?.map(|key| String::from_utf8_lossy(&key).into_owned()).as_deref() {
            Some("\r" | "\n") => break true,
            Some("\x08" | "\x7f") => drop(searched.pop()),
            None => break false,
            Some(key) if key.starts_with('\x1b') => break false,
            Some(key) => searched.extend(key.chars().filter(|letter| !letter.is_control())),
        }
    };
    write!(out, "\r\x1b[K")?;
    Ok(is_given.then_some(searched))
}

/// What a key means. Letters begin a command, but for `q`; `n` and `N` where something was searched.
fn wish(key: &[u8], page: usize, has_searched: bool) -> Wish {
    let page = isize::try_from(page).unwrap_or(isize::MAX);
    match key {
        b"q" | b"Q" | b"\x1b" | b"\x03" | b"\x04" => Wish::Leave,
        b" " | b"\x06" | b"\x1b[6~" => Wish::On,
        b"\x02" | b"\x1b[5~" => Wish::By(-page),
        b"\r" | b"\n" | b"\x1b[B" | b"\x1bOB" => Wish::By(1),
        b"\x1b[A" | b"\x1bOA" => Wish::By(-1),
        b"<" | b"\x1b[H" | b"\x1bOH" | b"\x1b[1~" => Wish::First,
        b">" | b"\x1b[F" | b"\x1bOF" | b"\x1b[4~" => Wish::Last,
        b"/" => Wish::Search,
        b"n" if has_searched => Wish::Again { back: false },
        b"N" if has_searched => Wish::Again { back: true },
        [letter, ..] if !letter.is_ascii_control() => Wish::Type,
        _ => Wish::Nothing,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(lines: usize) -> String {
        (1..=lines).map(|n| format!("line {n}\n")).collect()
    }

    #[test]
    fn escape_leaves_and_arrows_do_not() {
        for (key, wanted) in
            [("\x1b", Wish::Leave), ("\x1b[A", Wish::By(-1)), ("\x1bOB", Wish::By(1)), ("\x1b[15~", Wish::Nothing)]
        {
            assert_eq!(wish(key.as_bytes(), 9, false), wanted, "{key:?}");
        }
    }

    #[test]
    fn what_means_nothing_here_is_typed() {
        for letter in ["x", "h", "n", "e", "1", "?", "é"] {
            assert_eq!(wish(letter.as_bytes(), 9, false), Wish::Type, "{letter}");
        }
        for key in ["q", " ", "n", "/", "\r", "\t", "\x01"] {
            assert_ne!(wish(key.as_bytes(), 9, true), Wish::Type, "{key:?}");
        }
    }

    #[test]
    fn a_text_is_gone_through_and_left_at_its_end() {
        let mut leaf = Leaf::new(&text(25), 80, 11);
        let mut out = Vec::new();
        for (wish, top) in [(Wish::On, 10), (Wish::By(-1), 9), (Wish::On, 15), (Wish::First, 0), (Wish::Last, 15)] {
            let place = leaf.place(wish).expect("it goes on");
            leaf.show(&mut out, place).expect("memory");
            assert_eq!(leaf.top, top, "{wish:?}");
        }
        assert_eq!((leaf.place(Wish::On), leaf.place(Wish::Leave)), (None, None));
        assert!(leaf.line_below().starts_with("16-25 of 25: q or Esc leaves"));
        // A step on writes what comes next, a step back all of it.
        let shown = String::from_utf8(out).expect("text");
        assert!(shown.starts_with("line 11\n") && shown.contains("\x1b[H\x1b[Jline 10\n"), "{shown:?}");
    }

    #[test]
    fn what_is_searched_is_found_in_colours_and_capitals() {
        let mut leaf = Leaf::new(&(text(30) + "the \x1b[1mNe\x1b[0medle\n" + &text(30)), 80, 11);
        leaf.searched = "needle".to_owned();
        leaf.top = leaf.found(false);
        assert_eq!(leaf.top, 30);
        assert_eq!(leaf.found(false), 30);
        assert_eq!(leaf.line_below(), "`needle` is nowhere below");
        leaf.top = 40;
        assert_eq!(leaf.found(true), 30);
    }
}
