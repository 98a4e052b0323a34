//! The target that `GAMMON_FUZZ_TARGET` names: one program for all of them, which `scripts/fuzz.sh` links once.
#![no_main]
#[path = "../targets.rs"]
mod targets;

use targets::Target;

fn target() -> Target {
    let name = std::env::var("GAMMON_FUZZ_TARGET").expect("GAMMON_FUZZ_TARGET names a target");
    let found = targets::targets().into_iter().find(|target| target.name == name);
    found.unwrap_or_else(|| panic!("there is no target `{name}`"))
}

thread_local! {
    static TARGET: Target = target();
}

libfuzzer_sys::fuzz_target!(|data: &[u8]| TARGET.with(|target| (target.run)(data)));
