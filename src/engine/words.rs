//! Enums whose variants have words for people, files or commands; counts in words.

use std::fmt::Display;

/// A count with its noun in the singular or the plural: `1 match`, `2 matches`.
pub fn counted<N: Display + PartialEq + From<u8>>(n: N, noun: &str) -> String {
    if n == N::from(1) {
        return format!("1 {noun}");
    }
    match noun.as_bytes() {
        [.., before, b'y'] if !b"aeiou".contains(before) => format!("{n} {}ies", &noun[..noun.len() - 1]),
        [.., b'c' | b's', b'h'] | [.., b'x'] => format!("{n} {noun}es"),
        _ => format!("{n} {noun}s"),
    }
}

/// [`counted`] with its verb: `1 match is`, `2 matches are`.
pub fn there_are<N: Display + PartialEq + From<u8>>(n: N, noun: &str) -> String {
    let verb = if n == N::from(1) { "is" } else { "are" };
    format!("{} {verb}", counted(n, noun))
}

/// Makes an enum whose variants stand beside their words, with all of them as `ALL`, and a method for the word.
///
/// `pub enum Color: word { Red = "red", … }` has `Color::ALL` in this order, and `Color::Red.word()` is `"red"`.
#[doc(hidden)]
#[macro_export]
macro_rules! words {
    (
        $(#[$about:meta])*
        $visible:vis enum $Enum:ident: $word:ident {
            $($(#[$variant_about:meta])* $Variant:ident = $text:literal,)+
        }
    ) => {
        $(#[$about])*
        $visible enum $Enum {
            $($(#[$variant_about])* $Variant,)+
        }

        impl $Enum {
            /// All there are, in the order in which they are listed.
            pub const ALL: [Self; [$($text),+].len()] = [$(Self::$Variant),+];

            /// The word or words for it.
            pub const fn $word(self) -> &'static str {
                match self {
                    $(Self::$Variant => $text,)+
                }
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nouns_follow_their_number() {
        let told = |n: u32, noun| counted(n, noun);
        for (noun, many) in
            [("file", "files"), ("match", "matches"), ("ply", "plies"), ("play", "plays"), ("box", "boxes")]
        {
            assert_eq!(told(1, noun), format!("1 {noun}"));
            assert_eq!(told(0, noun), format!("0 {many}"));
            assert_eq!(told(21, noun), format!("21 {many}"));
        }
        assert_eq!((there_are(1_usize, "play"), there_are(2_u64, "play")), ("1 play is".into(), "2 plays are".into()));
    }
}
