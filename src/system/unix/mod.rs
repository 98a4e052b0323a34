//! Linux, macOS and their kin.

pub mod child;
pub mod files;
pub mod machine;
pub mod signals;
pub mod sockets;
pub mod terminal;
