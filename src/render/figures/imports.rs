//! The outcome of reading a folder's files.

use super::super::table::{Column, Room, Table};
use crate::session::FolderImportReply;
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
        summary.row(cells);
        all.iter_mut().zip(counts).for_each(|(sum, n)| *sum += n);
    }
    if formats.len() > 1 {
        summary.row(["together".to_owned()].into_iter().chain(all.iter().map(ToString::to_string)));
    }
    if reply.stopped {
        summary.note(format!("stopped: {} of {} are done", reply.files.len(), counted(reply.of, "file")));
    }
    if let Some(saved) = &reply.saved {
        let kept = reply.files.iter().filter(|file| file.players.is_some() && file.refused.is_none()).count();
        summary.note(format!("{} saved in {saved}", there_are(kept, "match")));
    }
    let mut tables = vec![summary];
    let remarked: Vec<_> = reply.files.iter().filter(|file| !file.remarks.is_empty()).collect();
    if !remarked.is_empty() {
        let table = Table::of(&remarked)
            .column(Column::words("Read with remarks").with_room(Room::Cut(12)), |file| &file.file)
            .column(Column::number("Remarks"), |file| file.remarks.len().to_string())
            .column(Column::words("The first").with_room(Room::Broken(24)), |file| &file.remarks[0]);
        tables.push(table.table);
    }
    let refused: Vec<_> = reply.files.iter().filter(|file| file.refused.is_some()).collect();
    if !refused.is_empty() {
        let table = Table::of(&refused)
            .column(Column::words("Refused").with_room(Room::Cut(12)), |file| &file.file)
            .column(Column::words("Why").with_room(Room::Broken(24)), |file| {
                file.refused.as_deref().unwrap_or_default()
            });
        tables.push(table.table);
    }
    tables
}
