//! The program `gammon`: arguments, interactive or batch, exit code.

fn main() {}
