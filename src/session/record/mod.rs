//! The history: stepping through it, analysing it, marks and notes.

mod analyse;
mod annotate;
mod book;
mod compare;
mod decision;
mod drill;
mod errors;
mod facts;
mod folder_list;
mod library;
mod lines;
mod looks;
mod marked;
mod performance;
mod practice;
mod quiz;
mod steps;
mod stored;

pub(super) use drill::Drill;
pub(super) use library::{Shelf, with_file};
pub(super) use lines::SIDE_LINE;
pub(super) use practice::Practice;
pub(super) use quiz::Quiz;

pub use facts::{begun, ended};
pub use looks::Look;
pub use steps::{acted, is_listed, turn_numbers};
