//! Names of people, as they are compared.

use icu_normalizer::DecomposingNormalizerBorrowed;

/// Letters that are no other letter with a mark, and what stands for them where they cannot be typed.
const LETTERS: [(char, &str); 8] =
    [('ø', "o"), ('ł', "l"), ('đ', "d"), ('ð', "d"), ('ß', "ss"), ('æ', "ae"), ('œ', "oe"), ('ı', "i")];

/// A name in small letters without accents and other marks: `Zoé` and `ZOE` are one.
pub fn folded(name: &str) -> String {
    let apart = DecomposingNormalizerBorrowed::new_nfkd().normalize(name);
    let is_mark = |c: &char| ('\u{300}'..='\u{36f}').contains(c);
    let small = apart.chars().filter(|c| !is_mark(c)).flat_map(char::to_lowercase).filter(|c| !is_mark(c));
    small.fold(String::with_capacity(name.len()), |mut text, c| {
        match LETTERS.iter().find(|(letter, _)| *letter == c) {
            Some((_, plain)) => text.push_str(plain),
            None => text.push(c),
        }
        text
    })
}

#[cfg(test)]
mod tests {
    use super::folded;

    #[test]
    fn marks_and_capitals_make_no_other_name() {
        for (name, plain) in [
            ("Zoé", "zoe"),
            ("Zoe\u{301}", "zoe"),
            ("MÜLLER", "muller"),
            ("Łukasz Nørgård", "lukasz norgard"),
            ("Strauß", "strauss"),
            ("İbrahim", "ibrahim"),
            ("Ёлкин", "елкин"),
            ("王小明", "王小明"),
            ("ben77", "ben77"),
        ] {
            assert_eq!(folded(name), plain, "{name}");
        }
    }
}
