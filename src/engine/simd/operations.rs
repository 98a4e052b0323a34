//! Macros for what vectors of all instruction sets have: operations that go register by register, by the `each!` of the
//! set that uses them, and the token.

/// The method for the token of a vector's instruction set.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
macro_rules! proof {
    ($Set:ident) => {
        #[inline(always)]
        fn set(self) -> $Set {
            // SAFETY: this vector was made where the machine has the set.
            unsafe { $Set::assumed() }
        }
    };
}

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
