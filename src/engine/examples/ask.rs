//! A decision by its identifier: what it is worth, the best plays or the cube action, and a rollout of the best three
//! plays that shows how it gets on and stops after a minute with what it has.
//!
//!     cargo run --release --example ask -p gammon-engine -- 'XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10'

#![allow(clippy::print_stdout, reason = "an example prints")]

use gammon_engine::{Control, Engine, EvalSettings, Observer, Progress, Question, RolloutSettings, play_text};
use std::time::{Duration, Instant};

/// Prints a line every hundred trials, and stops after a minute.
struct Watch {
    end: Instant,
    told: u64,
}

impl Observer for Watch {
    fn progress(&mut self, progress: &Progress<'_>) -> Control {
        if progress.round >= self.told + 100 {
            self.told = progress.round;
            println!("  {} trials of each play", progress.round);
        }
        if Instant::now() < self.end { Control::Continue } else { Control::Stop }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let id = std::env::args().nth(1).ok_or("which position? give an XGID or a Position ID")?;
    let question = Question::from_id(&id)?;
    let engine = Engine::standard();
    let mut searcher = engine.searcher();
    let two_plies = EvalSettings::cubeful(2);

    let Some(roll) = question.roll else {
        let value = question.evaluate(&mut searcher, &two_plies)?;
        println!("{:.1} % wins, equity {:+.3}", 100.0 * value.outputs.win(), value.score());
        let values = question.cube_decision(&mut searcher, &two_plies)?.values;
        println!("no double {:+.3}, double, take {:+.3}, pass +1.000", values.no_double, values.double_take);
        return Ok(());
    };

    let mut plays = question.plays(roll, &mut searcher, &two_plies)?;
    plays.truncate(3);
    for play in &plays {
        println!("{:<20} {:+.3}", play_text(&play.play), play.score());
    }
    let threads = std::thread::available_parallelism()?.get();
    let mut watch = Watch { end: Instant::now() + Duration::from_secs(60), told: 0 };
    let rollout = engine.rollout(&question.plays_job(&plays), &RolloutSettings::quick(1296), threads, &mut watch)?;
    for (play, candidate) in plays.iter().zip(&rollout.result.candidates) {
        let equity = candidate.equity();
        println!("{:<20} {:+.3} ± {:.3}", play_text(&play.play), equity.mean, equity.std_err.unwrap_or_default());
    }
    Ok(())
}
