//! Counts and losses of several games are those of each, field by field.

/// Lets values be added. After the name of a type come its fields that are added, then those that are lists of numbers;
/// the compiler refuses a field left out.
macro_rules! sums {
    ($($Counts:ident { $($field:ident),* $(; $($list:ident),*)? })*) => {$(
        impl std::ops::AddAssign for $Counts {
            fn add_assign(&mut self, other: Self) {
                let Self { $($field,)* $($($list,)*)? } = other;
                $(self.$field += $field;)*
                $($(self.$list.iter_mut().zip($list).for_each(|(sum, n)| *sum += n);)*)?
            }
        }

        impl std::ops::Add for $Counts {
            type Output = Self;

            fn add(mut self, other: Self) -> Self {
                self += other;
                self
            }
        }
    )*};
}

pub(super) use sums;
