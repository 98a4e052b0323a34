//! The engine against the rules, exact values and GNU Backgammon.

#[path = "../support/mod.rs"]
mod support;

mod bearoff;
mod bearoff_at_score;
mod bearoff_files;
mod dice;
mod evaluation;
mod hypergammon;
mod met;
mod movegen;
mod notation;
mod own_nets;
mod phases;
mod race_counts;
mod reasons;
mod search;
mod search_properties;
