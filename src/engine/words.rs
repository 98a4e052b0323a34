//! Enums whose variants have words for people, files or commands.

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
            #[must_use]
            pub const fn $word(self) -> &'static str {
                match self {
                    $(Self::$Variant => $text,)+
                }
            }
        }
    };
}
