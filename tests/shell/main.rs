//! The shell: commands, prompt, scripts, programs that ask.

#[path = "../support/mod.rs"]
mod support;

mod anki;
mod answers;
mod batch;
mod browse;
mod coverage;
mod edges;
mod external;
mod gallery;
mod gnubg_sequences;
mod gnubg_settings;
mod gnubg_uses;
mod grammar;
mod jobs;
mod manners;
mod newcomer;
mod python;
mod regressions;
mod replies;
mod samples;
mod session;
mod settings;
mod shell_features;
mod signals;
mod stand_in;
mod states;
mod study;
mod terminal;
mod tools;
mod transcripts;
mod typing_mistakes;
mod workflows;
