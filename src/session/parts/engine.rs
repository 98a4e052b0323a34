//! The engine of a session: nets with their name, databases, the match equity table.

use crate::board::Variation;
use crate::eval::bearoff::Bearoff;
use crate::eval::{CubeEfficiency, Evaluator, NetSet, Searcher};
use crate::scoring::Met;
use crate::session::SessionError;
use crate::settings::random_seed;
use crate::storage;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The most bytes of a file of nets.
const MOST_NETS: u64 = 256 << 20;

/// The evaluator with the name of its nets, and the match equity table.
#[derive(Clone)]
pub(in crate::session) struct Engine {
    evaluator: Arc<Evaluator>,
    name: String,
    met: Arc<Met>,
    noise: Noise,
}

/// The seed of the next question's noise, where that is not a function of the position. A copy goes on with the same
/// seeds.
struct Noise(AtomicU64);

impl Noise {
    fn seeded(seed: u32) -> Self {
        Self(AtomicU64::new(u64::from(seed) << 32))
    }
}

impl Clone for Noise {
    fn clone(&self) -> Self {
        Self(AtomicU64::new(self.0.load(Ordering::Relaxed)))
    }
}

impl Engine {
    /// Our own nets.
    pub fn standard() -> Self {
        let (evaluator, name) = own_nets();
        Self { evaluator, name, met: Arc::new(Met::kazaross_xg2()), noise: Noise::seeded(random_seed()) }
    }

    pub const fn evaluator(&self) -> &Arc<Evaluator> {
        &self.evaluator
    }

    /// The evaluator for games of a variation: in hypergammon with its database if there is one.
    pub fn evaluator_of(&self, variation: Variation) -> Arc<Evaluator> {
        match self.evaluator.bearoff().for_variation(variation) {
            Some(bearoff) if variation.is_hypergammon() => Arc::new(self.evaluator.with_bearoff(Arc::new(bearoff))),
            _ => Arc::clone(&self.evaluator),
        }
    }

    /// The name of the nets.
    pub fn name(&self) -> &str {
        &self.name
    }

    pub const fn met(&self) -> &Arc<Met> {
        &self.met
    }

    pub fn set_met(&mut self, met: Arc<Met>) {
        self.met = met;
    }

    /// Begins the noise anew that is not a function of the position.
    pub fn seed_noise(&mut self, seed: u32) {
        self.noise = Noise::seeded(seed);
    }

    /// A searcher for games of a variation. Noise that is no function of the position is another one in every searcher.
    pub fn searcher(&self, variation: Variation, efficiency: CubeEfficiency) -> Searcher {
        let mut searcher =
            Searcher::new(self.evaluator_of(variation), Arc::clone(&self.met)).with_efficiency(efficiency);
        searcher.seed_noise(self.noise.0.fetch_add(1, Ordering::Relaxed));
        searcher
    }

    /// Takes the nets of a file, or our own again (`default`). The databases of the user stay.
    pub fn load_nets(&mut self, file: &str) -> Result<(), SessionError> {
        let bearoff = Arc::clone(self.evaluator.bearoff());
        (self.evaluator, self.name) = if file == "default" { own_nets() } else { nets_of(file)? };
        self.use_bearoff(bearoff);
        Ok(())
    }

    pub fn use_bearoff(&mut self, bearoff: Arc<Bearoff>) {
        self.evaluator = Arc::new(self.evaluator.with_bearoff(bearoff));
    }
}

fn own_nets() -> (Arc<Evaluator>, String) {
    (Evaluator::standard(), "gammon's own nets".to_owned())
}

fn nets_of(file: &str) -> Result<(Arc<Evaluator>, String), SessionError> {
    let bytes = storage::read(Path::new(file), MOST_NETS).map_err(|error| {
        SessionError::in_file(file, error).with_expected(["a GNU Backgammon weights file", "default"])
    })?;
    let nets = NetSet::from_bytes(&bytes).map_err(|error| SessionError::in_file(file, error))?;
    let name = Path::new(file).file_name().map_or_else(|| file.to_owned(), |name| name.to_string_lossy().into_owned());
    Ok((Arc::new(Evaluator::new(nets, Bearoff::standard())), format!("the nets of {name}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_of_noise_that_differ_in_any_bit_begin_apart() {
        let begin = |seed| Noise::seeded(seed).0.load(Ordering::Relaxed);
        let mut begins: Vec<u64> = (0..32).map(|bit| begin(1 << bit)).chain([begin(0)]).collect();
        begins.sort_unstable();
        // No session asks so many questions that it comes to the noise of another seed.
        assert!(begins.is_sorted_by(|a, b| b - a >= 1 << 32), "{begins:x?}");
    }
}
