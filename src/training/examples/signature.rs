//! The signature of the engine on this processor, and the bits of a short rollout: the same on every machine and with
//! every kernel. `scripts/check-targets.sh` runs this for processors that are not its own.
//!
//!     cargo run --release --example signature -p gammon-training

#![allow(clippy::print_stdout, reason = "an example prints")]

use gammon_engine::Question;
use gammon_engine::eval::{EvalSettings, Evaluator};
use gammon_engine::rollout::{Engine, RolloutSettings, Unobserved};
use gammon_training::bench::{bench, positions};

/// Rolled out: an opening, and a bearoff that ends in the databases.
const QUESTIONS: [&str; 2] =
    ["XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10", "XGID=-CBBC----------------cbbc-:0:0:1:21:0:0:0:0:10"];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let standard = Evaluator::standard();
    let result = bench(&standard, &positions(&standard));
    println!("Bench: moves={} eval={:016x}", result.plays, result.signature);
    let engine = Engine::standard();
    let mut searcher = engine.searcher();
    for id in QUESTIONS {
        let question = Question::from_id(id)?;
        let roll = question.roll.ok_or("a question with dice")?;
        let mut plays = question.plays(roll, &mut searcher, &EvalSettings::cubeful(0))?;
        plays.truncate(2);
        let threads = std::thread::available_parallelism()?.get();
        let job = question.plays_job(&plays);
        let rollout = engine.rollout(&job, &RolloutSettings::quick(36), threads, &mut Unobserved)?;
        for candidate in &rollout.result.candidates {
            print!("{:016x} ", candidate.equity().mean.to_bits());
        }
        println!("{id}");
    }
    Ok(())
}
