//! The book, and what is trained.

use super::Table;
use crate::command::args::{Maybe, NamedFile, Text, Whole};
use crate::command::ast::{Book, Chapter, Command, Train, Trainer};

const fn about(chapter: Chapter) -> (&'static str, &'static str) {
    match chapter {
        Chapter::Openings => {
            ("the fifteen first rolls at this score", "roll out the first rolls that the book has not")
        }
        Chapter::Replies => {
            ("the replies to the best first plays at this score", "roll out the replies that the book has not")
        }
        Chapter::Third => {
            ("the plays after the best replies at this score", "roll out the plays after replies that the book has not")
        }
        Chapter::References => {
            ("cube decisions of well-known kinds, for money", "roll out the cube decisions that the book has not")
        }
    }
}

const fn trained(trainer: Trainer) -> &'static str {
    match trainer {
        Trainer::Pips => "count pips against the clock",
        Trainer::Met => "match winning chances by score",
        Trainer::TakePoints => "take points by score",
        Trainer::Gammons => "what gammons are worth by score",
        Trainer::Race => "cube decisions of races, with the counts that decide them",
        Trainer::Openings => "first rolls and replies; those you get wrong come again",
        Trainer::Cube => "cube decisions of well-known kinds; those you get wrong come again",
    }
}

pub(super) fn rows(t: &mut Table) {
    let help = "what the book says of the decision on the table, or else of the first rolls";
    for words in ["book", "book show"] {
        t.plain(words, help, Book::Show);
    }
    for chapter in Chapter::ALL {
        let (listed, built) = about(chapter);
        let word = chapter.word();
        t.plain(&format!("book list {word}"), &format!("the book: {listed}"), Book::List(chapter));
        t.plain(&format!("book build {word}"), built, Book::Build(chapter));
    }
    let help = "take the decisions of another book over; trials with other dice are added to those that are there";
    t.add("book merge", NamedFile("FILE"), help, "openings.jsonl", form!(|file| Command::Book(Book::Merge(file))));
    let help = "write the book, a line of JSON for each decision";
    t.add("book export", NamedFile("FILE"), help, "openings.jsonl", form!(|file| Command::Book(Book::Export(file))));
    t.plain("train", "what there is to train, and how it went", Train::Summary);
    for trainer in Trainer::ALL {
        let count = Maybe(Whole::new("N", 1, 500));
        let form = form!(|n| { Command::Train(Train::Round(trainer, n)) });
        t.add(&format!("train {}", trainer.word()), count, trained(trainer), "5", form).default("10");
    }
    let help = "answer the question of train, if the number alone would not do";
    t.add("train answer", Text("ANSWER"), help, "52.5", form!(|text| Command::Train(Train::Answer(text))));
    t.plain("train stop", "end the round; every answer is kept", Train::Stop);
}
