//! A command behind the words of another.

use super::{ArgCount, ArgKind, ArgSpec, Args, Single};
use crate::command::ast::Command;
use crate::command::error::CommandError;
use crate::command::lex::Token;
use crate::command::parse::command_at;

/// The command that the rest of the words are.
pub struct Inner;

impl Single for Inner {
    type Out = Box<Command>;

    fn spec(&self) -> ArgSpec {
        ArgSpec { name: "COMMAND", kind: ArgKind::Topic, count: ArgCount::Some }
    }

    fn of(&self, first: &Token, args: &mut Args<'_>) -> Result<Box<Command>, CommandError> {
        args.rest();
        command_at(args.line, first.span.start).map(Box::new)
    }
}
