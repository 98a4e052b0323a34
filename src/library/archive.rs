//! The files of an archive.

use std::io::{Read, Seek};
use zip::ZipArchive;

/// A file of an archive.
pub struct Inner {
    /// The name.
    pub name: String,
    /// The bytes, or why there are none.
    pub bytes: Result<Vec<u8>, String>,
}

/// The files of a `.zip` whose names are wanted, each read up to a size.
///
/// # Errors
/// When it is no archive.
pub fn files_in(archive: impl Read + Seek, most: u64, is_wanted: impl Fn(&str) -> bool) -> Result<Vec<Inner>, String> {
    let mut archive = ZipArchive::new(archive).map_err(|error| error.to_string())?;
    let mut files = Vec::new();
    for i in 0..archive.len() {
        let mut inner = match archive.by_index(i) {
            Ok(inner) => inner,
            Err(error) => {
                files.push(Inner { name: format!("file {}", i + 1), bytes: Err(error.to_string()) });
                continue;
            }
        };
        let name = inner.name().map_or_else(|_| format!("file {}", i + 1), |name| name.into_owned());
        if inner.is_dir() || !is_wanted(&name) {
            continue;
        }
        let mut bytes = Vec::new();
        let read = inner.by_ref().take(most).read_to_end(&mut bytes);
        files.push(Inner { name, bytes: read.map(|_| bytes).map_err(|error| error.to_string()) });
    }
    Ok(files)
}
