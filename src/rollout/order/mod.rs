//! What is rolled out and how: the job, the settings, and the fingerprint of both with the engine.

pub mod fingerprint;
pub mod job;
pub mod settings;
