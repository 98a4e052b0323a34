//! Macros for operations that go register by register, by the `each!` of the instruction set that uses them.

/// Methods of two vectors.
macro_rules! lanewise {
    ($($name:ident $operation:expr;)*) => {
        $(
            #[inline(always)]
            fn $name(self, other: Self) -> Self {
                each!($operation, self, other)
            }
        )*
    };
}

/// Operators of two vectors.
macro_rules! operators {
    ($Type:ident: $($Operator:ident $name:ident $operation:expr;)*) => {
        $(
            impl std::ops::$Operator for $Type {
                type Output = Self;

                #[inline(always)]
                fn $name(self, other: Self) -> Self {
                    each!($operation, self, other)
                }
            }
        )*
    };
}
