//! Files of matches and what is done with them.

#[path = "../support/mod.rs"]
mod support;

mod contradictions;
mod damaged_texts;
mod fuzzed_inputs;
mod json_files;
mod library;
mod match_analysis;
mod match_commands;
mod match_files;
mod match_folder;
mod match_settings;
mod match_transfer;
mod ogxm_files;
mod other_program;
mod practice;
mod recognition;
mod records;
mod relational;
mod round_trips;
mod sgf_files;
mod training;
mod transcripts;
mod viewer;
mod xg_files;
