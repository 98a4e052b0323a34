//! Samples of formats: the files of tests/data/formats, each named by the word of its format and what is in it.

use gammon::formats::Format;
use std::path::Path;

/// The samples of a format: names and contents.
pub fn of(format: &Format) -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/formats");
    let mut all = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten() {
        let path = entry.expect("an entry").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name.strip_prefix(format.word).is_some_and(|rest| rest.starts_with('-')) {
            all.push((name, std::fs::read(path).expect("a sample")));
        }
    }
    all.sort();
    all
}
