//! The text of a page of HTML, or of a piece of one: what a browser would show, in lines.
//!
//! Pictures show nothing here, so a board drawn by pictures is none; programs that export such pages put identifiers
//! beside them.

/// Tags that end a line, at their beginning or their end.
const BLOCKS: &str = "address article blockquote body br dd div dl dt h1 h2 h3 h4 head hr li ol p pre table tr ul";

/// Elements of which nothing is shown.
const HIDDEN: [&str; 4] = ["script", "style", "svg", "title"];

/// The most letters of a character's name between `&` and `;`.
const LONGEST_NAME: usize = 8;

/// The text of a page; `None` where there is no mark of HTML in it.
pub(super) fn without_tags(text: &str) -> Option<String> {
    if !has_tags(text) {
        return None;
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('<') {
        out.push_str(&unescaped(&rest[..at]));
        rest = &rest[at..];
        let Some(tag) = Tag::at(rest) else {
            out.push('<');
            rest = &rest[1..];
            continue;
        };
        let is_block = BLOCKS.split(' ').any(|name| name == tag.name);
        if is_block {
            out.push('\n');
        } else if matches!(tag.name.as_str(), "td" | "th") {
            out.push_str("  ");
        }
        rest = &rest[tag.length..];
        // The end of a line of the source ends none that is shown.
        if is_block {
            rest = rest.strip_prefix("\r\n").or_else(|| rest.strip_prefix('\n')).unwrap_or(rest);
        }
        if HIDDEN.contains(&tag.name.as_str()) && !tag.ends {
            rest = behind(rest, &tag.name);
        }
    }
    out.push_str(&unescaped(rest));
    Some(out)
}

/// Whether a text has tags that no mail and no drawing has: an end of one, a break, a document's beginning.
fn has_tags(text: &str) -> bool {
    text.match_indices('<').any(|(at, _)| {
        Tag::at(&text[at..]).is_some_and(|tag| {
            let known = |names: &[&str]| names.contains(&tag.name.as_str());
            tag.ends && tag.name.len() <= 10 || known(&["br", "!doctype", "html", "img", "hr", "p", "div", "pre"])
        })
    })
}

/// A tag, a comment or a declaration.
struct Tag {
    /// The name in lower case; `!--` of a comment.
    name: String,
    /// Whether it ends an element.
    ends: bool,
    /// The bytes.
    length: usize,
}

impl Tag {
    /// The tag with which a text begins. A `<` with anything but a name behind it is none, nor is one that another `<`
    /// stands in.
    fn at(text: &str) -> Option<Self> {
        if text.starts_with("<!--") {
            let end = text.find("-->").map_or(text.len(), |at| at + 3);
            return Some(Self { name: "!--".to_owned(), ends: false, length: end });
        }
        let inner = &text[1..];
        let ends = inner.starts_with('/');
        let inner = inner.strip_prefix('/').unwrap_or(inner);
        let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '!' | '?' | ':');
        let name: String = inner.chars().take_while(|&c| is_name(c)).collect::<String>().to_ascii_lowercase();
        if !name.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '!' | '?')) {
            return None;
        }
        let behind = inner[name.len()..].chars().next()?;
        if !(behind.is_whitespace() || matches!(behind, '>' | '/')) {
            return None;
        }
        let mut quote = None;
        for (at, c) in text.char_indices().skip(1) {
            match (quote, c) {
                (Some(open), c) if c == open => quote = None,
                (Some(_), _) => {}
                (None, '"' | '\'') if text[..at].trim_end().ends_with('=') || name.starts_with('!') => quote = Some(c),
                (None, '>') => return Some(Self { name, ends, length: at + 1 }),
                (None, '<') => return None,
                (None, _) => {}
            }
        }
        None
    }
}

/// What stands behind the end of an element.
fn behind<'t>(text: &'t str, name: &str) -> &'t str {
    let is_end = |&(at, _): &(usize, &str)| {
        text.get(at + 2..at + 2 + name.len()).is_some_and(|found| found.eq_ignore_ascii_case(name))
    };
    text.match_indices("</").find(is_end).map_or("", |(at, _)| &text[at..])
}

/// A text with characters for the names that stand for them.
fn unescaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let end = rest.char_indices().take(LONGEST_NAME + 2).find(|&(_, c)| c == ';').map(|(end, _)| end);
        match end.and_then(|end| Some((character(&rest[1..end])?, end))) {
            Some((c, end)) => {
                out.push(c);
                rest = &rest[end + 1..];
            }
            None => {
                out.push('&');
                rest = &rest[1..];
            }
        }
    }
    out.push_str(rest);
    out
}

fn character(name: &str) -> Option<char> {
    if let Some(number) = name.strip_prefix('#') {
        let code = match number.strip_prefix(['x', 'X']) {
            Some(digits) => u32::from_str_radix(digits, 16).ok()?,
            None => number.parse().ok()?,
        };
        return char::from_u32(code);
    }
    Some(match name {
        "nbsp" | "ensp" | "emsp" | "thinsp" => ' ',
        "lt" => '<',
        "gt" => '>',
        "amp" => '&',
        "quot" => '"',
        "apos" => '\'',
        "plusmn" => '±',
        "minus" => '−',
        "ndash" => '–',
        "bull" => '•',
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_go_and_words_stay() {
        let shown = |text: &str| without_tags(text).map(|text| text.split_whitespace().collect::<Vec<_>>().join(" "));
        let page = "<!DOCTYPE html PUBLIC '-//W>3C' \"x\"><html><head><title>no</title><style>p > a {}</style></head>\n\
            <body><!-- <p>no --><p class=\"a>b\">Position ID: <tt>4HPwATDgc/ABMA</tt>&nbsp;it&#39;s</p>\
            <img alt=\"5X | +-13\"/><script>if (1 < 2) {}</script><td>1</td><td>2</td> 1 < 2 &unknown; <b>x</body>";
        assert_eq!(shown(page).as_deref(), Some("Position ID: 4HPwATDgc/ABMA it's 1 2 1 < 2 &unknown; x"));
        // An address in a mail, a comparison and a drawing are no tags.
        for text in ["Ann <ann@example.org> wrote:", "1 <2 and 3> 2", "<", "<-- here", "a </ b", "<<<>>>", "<p"] {
            assert_eq!(without_tags(text), None, "{text}");
        }
        assert_eq!(shown("a<br>b <i>c</i>").as_deref(), Some("a b c"));
        assert_eq!(shown("<p>&#x58;&lt;br&gt;&amp;lt;</p>").as_deref(), Some("X<br>&lt;"));
        // What is open at the end hides the rest.
        assert_eq!(shown("a<br/>b<script>c").as_deref(), Some("a b"));
    }
}
