//! The instruction set of a process.

use std::fmt;
use std::sync::LazyLock;

/// An instruction set that this machine has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Kernel(Set);

/// The instruction sets with code of their own. A [`Kernel`] is only ever made of one that was detected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Set {
    /// Plain code for any machine.
    Scalar,
    /// 256-bit vectors.
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// 512-bit vectors with products and compressed stores of bytes: Ice Lake, Zen 4 and later.
    #[cfg(target_arch = "x86_64")]
    Avx512,
    /// 128-bit vectors of 64-bit ARM.
    #[cfg(target_arch = "aarch64")]
    Neon,
}

impl Kernel {
    /// Plain code for any machine.
    pub const SCALAR: Self = Self(Set::Scalar);

    /// The kernels that this machine can run, from the narrowest to the widest.
    pub fn available() -> Vec<Self> {
        #[cfg_attr(not(any(target_arch = "x86_64", target_arch = "aarch64")), expect(unused_mut))]
        let mut kernels = vec![Self::SCALAR];
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::is_x86_feature_detected as has;
            if has!("avx2") && has!("bmi1") && has!("bmi2") && has!("lzcnt") && has!("popcnt") {
                kernels.push(Self(Set::Avx2));
                let vectors = has!("avx512f") && has!("avx512bw") && has!("avx512cd") && has!("avx512dq");
                if vectors && has!("avx512vl") && has!("avx512vnni") && has!("avx512vbmi2") {
                    kernels.push(Self(Set::Avx512));
                }
            }
        }
        #[cfg(target_arch = "aarch64")]
        if std::arch::is_aarch64_feature_detected!("neon") {
            kernels.push(Self(Set::Neon));
        }
        kernels
    }

    /// The kernel of this name, if this machine can run it.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::available().into_iter().find(|kernel| kernel.name() == name)
    }

    /// The kernel of this process: the widest there is, or the one that the variable `GAMMON_KERNEL` names.
    ///
    /// This is the one place where the engine looks at its environment: the tests of a whole process can be
    /// repeated with another kernel, and no result may change.
    pub fn selected() -> Self {
        static SELECTED: LazyLock<Kernel> = LazyLock::new(|| {
            let named = std::env::var("GAMMON_KERNEL").ok().and_then(|name| Kernel::from_name(&name));
            named.unwrap_or_else(|| *Kernel::available().last().expect("scalar is always there"))
        });
        *SELECTED
    }

    /// The fault in the variable `GAMMON_KERNEL`, if it names no kernel of this machine.
    ///
    /// # Errors
    /// The name, and those that would do.
    pub fn check_selection() -> Result<(), String> {
        let Some(name) = std::env::var_os("GAMMON_KERNEL") else { return Ok(()) };
        if name.to_str().is_some_and(|name| Self::from_name(name).is_some()) {
            return Ok(());
        }
        let names = Self::available().into_iter().map(Self::name).collect::<Vec<_>>().join(", ");
        let name = name.to_string_lossy();
        Err(format!("GAMMON_KERNEL is `{name}`, which is not a kernel of this machine: it has {names}"))
    }

    /// The name in `GAMMON_KERNEL`.
    pub const fn name(self) -> &'static str {
        match self.0 {
            Set::Scalar => "scalar",
            #[cfg(target_arch = "x86_64")]
            Set::Avx2 => "avx2",
            #[cfg(target_arch = "x86_64")]
            Set::Avx512 => "avx512",
            #[cfg(target_arch = "aarch64")]
            Set::Neon => "neon",
        }
    }

    /// The instruction set, which the machine has.
    pub(crate) const fn set(self) -> Set {
        self.0
    }
}

impl fmt::Display for Kernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_kernels_of_this_machine_have_names() {
        assert_eq!(Kernel::from_name("scalar"), Some(Kernel::SCALAR));
        assert_eq!(Kernel::from_name("abacus"), None);
        assert!(Kernel::available().contains(&Kernel::selected()));
    }
}
