//! A command behind the words of another.

use super::{ArgCount, ArgKind, ArgSpec, Args, Reader};
use crate::command::ast::Command;
use crate::command::error::CommandError;
use crate::command::parse::command_at;

/// The command that the rest of the words are.
pub struct Inner;

impl Inner {
    fn spec() -> ArgSpec {
        ArgSpec { name: "COMMAND", kind: ArgKind::Topic, count: ArgCount::Some }
    }
}

impl Reader for Inner {
    type Out = Box<Command>;

    fn describe(&self, specs: &mut Vec<ArgSpec>) {
        specs.push(Self::spec());
    }

    fn read(&self, args: &mut Args<'_>) -> Result<Box<Command>, CommandError> {
        let first = args.need(&Self::spec())?;
        args.rest();
        command_at(args.line, first.span.start).map(Box::new)
    }

    fn print(&self, command: &Self::Out, words: &mut Vec<String>) {
        words.push(command.to_string());
    }
}
