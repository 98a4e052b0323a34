//! The outcome of reading a folder's files.

use super::super::table::{Column, Room, Table};
use crate::session::{FolderImportReply, ImportedFile};
use crate::words::{counted, there_are};
use std::collections::BTreeMap;

/// A table of formats, then the files that were read with remarks, then those that were not read.
pub(super) fn folder(reply: &FolderImportReply) -> Vec<Table> {
    let mut formats: BTreeMap<&str, [usize; 5]> = BTreeMap::new();
    for file in &reply.files {
        let counts = formats.entry(file.format.unwrap_or("unknown")).or_default();
        let is_read = file.players.is_some();
        counts[0] += 1;
        counts[1] += usize::from(is_read && file.remarks.is_empty());
        counts[2] += usize::from(is_read && !file.remarks.is_empty());
        counts[3] += usize::from(!is_read);
        counts[4] += file.games;
    }
    let heads = ["Files", "Read", "With remarks", "Refused", "Games"];
    let mut summary =
        Table::new([Column::words("Format")].into_iter().chain(heads.iter().map(|head| Column::number(head))));
    summary.title = format!("{}: {}", reply.folder, counted(reply.files.len(), "file"));
    let mut all = [0; 5];
    for (format, counts) in &formats {
        let cells = [(*format).to_owned()].into_iter().chain(counts.iter().map(ToString::to_string));
        summary.row(cells.collect::<Vec<_>>());
        all.iter_mut().zip(counts).for_each(|(sum, n)| *sum += n);
    }
    if formats.len() > 1 {
        summary.row(["together".to_owned()].into_iter().chain(all.iter().map(ToString::to_string)).collect::<Vec<_>>());
    }
    if reply.stopped {
        summary.note(format!("stopped: {} of {} are done", reply.files.len(), counted(reply.of, "file")));
    }
    if let Some(saved) = &reply.saved {
        let kept = reply.files.iter().filter(|file| file.players.is_some() && file.refused.is_none()).count();
        summary.note(format!("{} saved in {saved}", there_are(kept, "match")));
    }
    let mut tables = vec![summary];
    let remarked = |file: &&ImportedFile| !file.remarks.is_empty();
    if reply.files.iter().any(|file| remarked(&file)) {
        let mut table = Table::new([
            Column::words("Read with remarks").with_room(Room::Cut(12)),
            Column::number("Remarks"),
            Column::words("The first").with_room(Room::Broken(24)),
        ]);
        for file in reply.files.iter().filter(remarked) {
            table.row([file.file.clone(), file.remarks.len().to_string(), file.remarks[0].clone()]);
        }
        tables.push(table);
    }
    let refused = reply.files.iter().filter_map(|file| Some((file, file.refused.as_ref()?)));
    if refused.clone().next().is_some() {
        let mut table = Table::new([
            Column::words("Refused").with_room(Room::Cut(12)),
            Column::words("Why").with_room(Room::Broken(24)),
        ]);
        for (file, why) in refused {
            table.row([file.file.clone(), why.clone()]);
        }
        tables.push(table);
    }
    tables
}
