//! Comments: lines of rich text, of which the text is kept.

use std::fmt::Write;

/// The comments of a file, in the order of their numbers.
pub fn comments(bytes: &[u8]) -> Vec<String> {
    let text: String = bytes.iter().map(|&byte| char::from(byte)).collect();
    text.split("\r\n").map(|line| plain(&line.replace("\u{1}\u{2}", "\r\n"))).collect()
}

/// Comments as a file has them: a line of rich text each.
pub fn rich_text(comments: &[String]) -> Vec<u8> {
    let mut out = String::new();
    for text in comments {
        out.push_str("{\\rtf1\\ansi{\\fonttbl{\\f0 Tahoma;}}\\f0 ");
        for c in text.chars() {
            match c {
                '\\' | '{' | '}' => out.extend(['\\', c]),
                '\n' => out.push_str("\\par "),
                '\t' => out.push_str("\\tab "),
                ' '..='~' => out.push(c),
                '\u{80}'..='\u{ffff}' => {
                    let _ = write!(out, "\\u{}?", u32::from(c));
                }
                '\r' => {}
                _ => out.push('?'),
            }
        }
        out.push_str("}\r\n");
    }
    out.into_bytes()
}

/// The text of rich text; what is none stays as it is.
fn plain(text: &str) -> String {
    if !text.trim_start().starts_with("{\\rtf") {
        return text.trim().to_owned();
    }
    let mut out = String::new();
    let mut chars = text.chars().peekable();
    // Groups of fonts, colors and the like are no text: the depth at which such a group began.
    let (mut depth, mut skipped): (u32, Option<u32>) = (0, None);
    // Letters after `\u`, for readers without Unicode.
    let mut spare = 0;
    while let Some(c) = chars.next() {
        match c {
            '{' => depth = depth.saturating_add(1),
            '}' => {
                depth = depth.saturating_sub(1);
                if skipped.is_some_and(|at| depth < at) {
                    skipped = None;
                }
            }
            '\\' => {
                let Some(&next) = chars.peek() else { break };
                let mut letter = None;
                if next.is_ascii_alphabetic() {
                    let mut word = String::new();
                    while let Some(c) = chars.next_if(char::is_ascii_alphabetic) {
                        word.push(c);
                    }
                    let mut number = String::new();
                    while let Some(c) = chars.next_if(|c| c.is_ascii_digit() || (number.is_empty() && *c == '-')) {
                        number.push(c);
                    }
                    chars.next_if_eq(&' ');
                    match word.as_str() {
                        "par" | "line" => letter = Some('\n'),
                        "tab" => letter = Some('\t'),
                        "u" => {
                            let code = number.parse::<i32>().map_or(0xfffd, |n| if n < 0 { n + 0x1_0000 } else { n });
                            letter = u32::try_from(code).ok().and_then(char::from_u32);
                            spare = 1;
                        }
                        "fonttbl" | "colortbl" | "stylesheet" | "info" | "generator" | "pict" => {
                            skipped = skipped.or(Some(depth));
                        }
                        _ => {}
                    }
                } else {
                    chars.next();
                    match next {
                        '\'' => {
                            let digits: String = chars.by_ref().take(2).collect();
                            letter = u8::from_str_radix(&digits, 16).ok().map(char::from);
                        }
                        '*' => skipped = skipped.or(Some(depth)),
                        '~' => letter = Some('\u{a0}'),
                        '\\' | '{' | '}' => letter = Some(next),
                        _ => {}
                    }
                    if spare > 0 && next == '\'' {
                        spare = 0;
                        letter = None;
                    }
                }
                if skipped.is_none() {
                    out.extend(letter);
                }
            }
            '\r' | '\n' => {}
            _ if spare > 0 => spare -= 1,
            _ if skipped.is_none() => out.push(c),
            _ => {}
        }
    }
    out.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_of_rich_text_is_kept() {
        let rich = "{\\rtf1\\ansi{\\fonttbl{\\f0 Tahoma;}}{\\*\\generator XG;}\\f0\\fs16 Caf\\'e9 \\u8217?s \\{best\\}\\par next\\tab x}";
        assert_eq!(plain(rich), "Café ’s {best}\nnext\tx");
        assert_eq!(comments(b"plain\x01\x02two\r\n\r\n{\\rtf1 third"), ["plain\r\ntwo", "", "third"]);
        assert_eq!(plain("{\\rtf1 \\"), "");
    }

    #[test]
    fn comments_survive_their_rich_text() {
        let texts = ["", "plain", "{braces} and \\back\\slashes", "two\nlines", "a\ttab", "Café ’s", "\\par {"];
        let texts = texts.map(str::to_owned);
        let written = rich_text(&texts);
        assert_eq!(comments(&written)[..texts.len()], texts, "{}", String::from_utf8_lossy(&written));
    }
}
