//! Static evaluation: from a position to its outputs, with no look at the dice.
//!
//! The class of a position picks a rule, a database or a net; the outputs of a net are then limited to what the rules
//! of the game allow.

use super::bearoff::{Bearoff, ScoreBearoff, is_low};
use super::gnubg::{NetKind, ReferenceNets, ReferenceScratch, WeightsError};
use super::own::{Batch, EvaluationOrder, Filter, OwnNetError, OwnNets, OwnScratch};
use super::{Class, Efficiencies, Outputs, backgammon, sanity};
use crate::board::{Checkers, Position, SeenBy};
use crate::digest::Sha256;
use crate::movegen::Routes;
use crate::scoring::SidePrices;
use crate::simd::Kernel;
#[cfg(feature = "nets")]
use std::borrow::Cow;
use std::sync::Arc;
#[cfg(feature = "nets")]
use std::sync::OnceLock;
use thiserror::Error;

/// The nets of an evaluator.
pub enum NetSet {
    /// The nets of a weights file of GNU Backgammon.
    Reference(ReferenceNets),
    /// The program's own nets.
    Own(OwnNets),
    /// An evaluation of the program that uses the engine.
    Other(Arc<dyn Nets>),
}

/// An evaluation of the reader's own, which can be searched with and rolled out like the nets that come with gammon.
///
/// Rules and databases still answer where they are exact, and outputs are limited to what the rules allow.
pub trait Nets: Send + Sync {
    /// Writes the outputs of positions, each for its side on roll; `seen` says whose view the positions are in. The
    /// same position must always get the same outputs.
    fn write_outputs(&self, classes: &[Class], seen: SeenBy, positions: &[Position], out: &mut [Outputs]);

    /// Tells these nets from all others: rollouts with equal fingerprints may be continued and merged.
    fn fingerprint(&self) -> [u8; 32];
}

impl NetSet {
    /// The nets that come with the program.
    ///
    /// # Panics
    /// When the program was built with nets that it can't read, which a test rules out.
    #[cfg(feature = "nets")]
    pub fn own() -> Self {
        Self::Own(OwnNets::from_bytes(gammon_weights::NETS).expect("the nets of the program are readable"))
    }

    /// Reads a net file of this program or a weights file of GNU Backgammon.
    ///
    /// # Errors
    /// When the bytes are neither.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, NetSetError> {
        match OwnNets::from_bytes(bytes) {
            Ok(nets) => Ok(Self::Own(nets)),
            Err(OwnNetError::Magic) => Ok(Self::Reference(ReferenceNets::from_bytes(bytes)?)),
            Err(error) => Err(error.into()),
        }
    }

    /// These nets run by another kernel; the results do not change.
    #[must_use]
    pub fn with_kernel(self, kernel: Kernel) -> Self {
        match self {
            Self::Reference(nets) => Self::Reference(nets.with_kernel(kernel)),
            Self::Own(nets) => Self::Own(nets.with_kernel(kernel)),
            Self::Other(nets) => Self::Other(nets),
        }
    }
}

/// Why bytes are no nets.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum NetSetError {
    /// The bytes begin as a net file of this program, and the rest is faulty.
    #[error(transparent)]
    Own(#[from] OwnNetError),
    /// The bytes are neither a net file of this program nor a weights file of GNU Backgammon.
    #[error(transparent)]
    Reference(#[from] WeightsError),
}

/// Evaluates any position. Immutable: threads share one, each with a [`Scratch`] of its own.
pub struct Evaluator {
    nets: Arc<NetSet>,
    bearoff: Arc<Bearoff>,
}

/// Room to work in for one thread.
///
/// Small itself: where threads divide work among them, a stack holds it once for each division.
#[derive(Default)]
pub struct Scratch {
    classes: Vec<Class>,
    reference: Box<ReferenceScratch>,
    own: Box<OwnScratch>,
}

const _: () = assert!(size_of::<Scratch>() <= 256, "what is large is in boxes");

/// The filter net, one for the process; none where the engine is built without the nets that come with it.
#[cfg(feature = "nets")]
fn filter() -> Option<&'static Filter> {
    static FILTER: OnceLock<Filter> = OnceLock::new();
    let read = || Filter::from_bytes(gammon_weights::FILTER).expect("the nets of the program are readable");
    Some(FILTER.get_or_init(read))
}

#[cfg(not(feature = "nets"))]
fn filter() -> Option<&'static Filter> {
    None
}

impl Evaluator {
    /// The evaluator with our own nets, one for the process.
    ///
    /// # Panics
    /// When the program was built with nets that it can't read, which a test rules out.
    #[cfg(feature = "nets")]
    pub fn standard() -> Arc<Self> {
        static STANDARD: OnceLock<Arc<Evaluator>> = OnceLock::new();
        Arc::clone(STANDARD.get_or_init(|| Arc::new(Self::new(NetSet::own(), Bearoff::standard()))))
    }

    /// The file of our own nets.
    ///
    /// # Panics
    /// As [`Evaluator::standard`].
    #[cfg(feature = "nets")]
    pub fn standard_net_file() -> Cow<'static, [u8]> {
        OwnNets::unpack(gammon_weights::NETS).expect("the nets of the program are readable")
    }

    /// An evaluator with these nets and bearoff databases.
    pub fn new(nets: NetSet, bearoff: Arc<Bearoff>) -> Self {
        Self { nets: Arc::new(nets), bearoff }
    }

    /// These nets with other databases.
    #[must_use]
    pub fn with_bearoff(&self, bearoff: Arc<Bearoff>) -> Self {
        Self { nets: Arc::clone(&self.nets), bearoff }
    }

    /// The bearoff databases.
    pub fn bearoff(&self) -> &Arc<Bearoff> {
        &self.bearoff
    }

    /// The class of a position, which picks the rule, database or net that evaluates it.
    pub fn classify(&self, position: &Position) -> Class {
        match self.classify_result(position) {
            // GNU Backgammon's nets keep that program's digits.
            Class::BearoffOneSided if is_low([position.on_roll(), position.opponent()]) && !self.is_reference() => {
                Class::BearoffTwoSided
            }
            class => class,
        }
    }

    /// The class of a position that is compared with those after other plays. Low races are estimated there: beside
    /// estimates, which are lower, exact values would be preferred.
    pub(super) fn classify_result(&self, position: &Position) -> Class {
        self.class_of([position.on_roll(), position.opponent()])
    }

    /// Appends the classes of the results of plays, seen by the mover as `before` is. Low races have that of others.
    pub fn classify_plays(&self, before: &Position, results: &[Position], classes: &mut Vec<Class>) {
        if self.bearoff.reclassifies() {
            classes.extend(results.iter().map(|result| self.class_of(SeenBy::Mover.sides(result))));
        } else {
            Class::of_plays(before, results, classes);
        }
    }

    /// The filter net's values of the results of plays, given their [classes](Evaluator::classify_plays): cubeless
    /// equities for the mover, with these prices of gammons for the other side. They mean nothing where a rule or a
    /// database evaluates the result.
    ///
    /// The filter net learned from the own nets and guesses for any evaluator; it is several times faster than they
    /// are.
    ///
    /// # Panics
    /// When there is not a class for each play, or [no filter net](Evaluator::has_filter).
    pub fn guess(
        &self,
        plays: Routes<'_>,
        classes: &[Class],
        prices: SidePrices,
        scratch: &mut Scratch,
        guesses: &mut Vec<f32>,
    ) {
        let filter = filter().expect("plays are thinned out where there is a filter net");
        filter.values_of(plays, classes, prices, &mut scratch.own, guesses);
    }

    /// Whether there is a filter net: it comes with the nets of the program (feature `nets`).
    pub fn has_filter() -> bool {
        filter().is_some()
    }

    /// SHA-256 of the filter net; zeros where there is none.
    pub fn filter_fingerprint(&self) -> [u8; 32] {
        filter().map(Filter::fingerprint).unwrap_or_default()
    }

    /// Whether the nets are those that come with the program.
    pub fn has_own_nets(&self) -> bool {
        matches!(*self.nets, NetSet::Own(_))
    }

    /// Whether there are pruning nets of the evaluator's own.
    pub fn has_pruning(&self) -> bool {
        match *self.nets {
            NetSet::Reference(_) => true,
            NetSet::Own(_) | NetSet::Other(_) => false,
        }
    }

    /// Whether these are GNU Backgammon's nets, whose digits are those of that program.
    pub fn is_reference(&self) -> bool {
        matches!(*self.nets, NetSet::Reference(_))
    }

    /// Whether values of a position, of this class, are exact at match scores whatever the cube. GNU Backgammon's nets
    /// keep that program's digits.
    pub fn knows_at_scores(&self, class: Class, position: &Position) -> bool {
        let is_short = || ScoreBearoff::covers([position.on_roll(), position.opponent()]);
        class == Class::Over || (class == Class::BearoffTwoSided && !self.is_reference() && is_short())
    }

    /// GNU Backgammon's nets that answer, by name, each with its number of inputs and of hidden units; none of others.
    pub fn layers(&self) -> Vec<(&'static str, usize, usize)> {
        match &*self.nets {
            NetSet::Reference(nets) => nets.layers().map(|(kind, inputs, hidden)| (kind.name(), inputs, hidden)).into(),
            NetSet::Own(_) | NetSet::Other(_) => Vec::new(),
        }
    }

    /// Whether the nets know how live the cube of a contact or crashed position is.
    pub fn knows_cubes(&self) -> bool {
        match &*self.nets {
            NetSet::Own(nets) => nets.knows_cubes(),
            NetSet::Reference(_) | NetSet::Other(_) => false,
        }
    }

    /// The name of the kernel that runs the nets, which changes no result; see [`Kernel::selected`].
    pub fn kernel(&self) -> &'static str {
        match &*self.nets {
            NetSet::Reference(nets) => nets.kernel().name(),
            NetSet::Own(nets) => nets.kernel(),
            NetSet::Other(_) => Kernel::selected().name(),
        }
    }

    /// A digest of everything the outputs depend on: the nets, and the contents of users' databases. Those that are
    /// built in are the same everywhere.
    pub fn fingerprint(&self) -> [u8; 32] {
        self.digest_databases(self.digest_nets(Sha256::default())).digest()
    }

    /// Digests of the nets and of the databases, to find which of them differs between two evaluators.
    pub fn fingerprints(&self) -> [[u8; 32]; 2] {
        [self.digest_nets(Sha256::default()), self.digest_databases(Sha256::default())].map(Sha256::digest)
    }

    fn digest_nets(&self, digest: Sha256) -> Sha256 {
        let (kind, nets) = match &*self.nets {
            NetSet::Reference(nets) => (b"reference", nets.fingerprint()),
            NetSet::Own(nets) => (b"own      ", nets.fingerprint()),
            NetSet::Other(nets) => (b"other    ", nets.fingerprint()),
        };
        let digest = digest.with(kind).with(nets);
        match *self.nets {
            NetSet::Reference(_) => digest,
            NetSet::Own(_) | NetSet::Other(_) => digest.with(self.filter_fingerprint()),
        }
    }

    fn digest_databases(&self, digest: Sha256) -> Sha256 {
        self.bearoff.user.contents().fold(digest, |digest, (_, contents)| digest.with(contents))
    }

    /// The outputs of one position.
    pub fn outputs(&self, position: &Position, scratch: &mut Scratch) -> Outputs {
        let mut outputs = [Outputs::LOSS];
        let class = self.classify(position);
        let positions = std::slice::from_ref(position);
        let one = Batch { classes: &[class], seen: SeenBy::OnRoll, positions, order: EvaluationOrder::Listed };
        self.write_values(one, scratch, &mut outputs, None);
        outputs[0]
    }

    /// The outputs of many positions, each for its side on roll: the same bits as one by one, but faster.
    ///
    /// Best called with all results of a roll or of all rolls, which may be seen by the mover.
    pub fn outputs_of(&self, seen: SeenBy, positions: &[Position], scratch: &mut Scratch, out: &mut Vec<Outputs>) {
        let mut classes = std::mem::take(&mut scratch.classes);
        classes.clear();
        classes.extend(positions.iter().map(|position| self.class_of(seen.sides(position))));
        self.outputs_by_class(&classes, seen, positions, scratch, out);
        scratch.classes = classes;
    }

    /// [`Evaluator::outputs_of`] positions whose [classes](Evaluator::classify) are known.
    ///
    /// # Panics
    /// When there is not a class for each position.
    pub fn outputs_by_class(
        &self,
        classes: &[Class],
        seen: SeenBy,
        positions: &[Position],
        scratch: &mut Scratch,
        out: &mut Vec<Outputs>,
    ) {
        assert_eq!(classes.len(), positions.len(), "a class for each position");
        out.clear();
        out.resize(positions.len(), Outputs::LOSS);
        self.write_values(Batch { classes, seen, positions, order: EvaluationOrder::Nearest }, scratch, out, None);
    }

    /// The outputs of positions of one class according to the small net of that class.
    ///
    /// # Panics
    /// When there is no such net, see [`Evaluator::has_pruning`] and [`Class::uses_net`].
    pub fn pruning_outputs_of(
        &self,
        class: Class,
        seen: SeenBy,
        positions: &[Position],
        scratch: &mut Scratch,
        out: &mut Vec<Outputs>,
    ) {
        let (NetSet::Reference(nets), Some(_)) = (&*self.nets, NetKind::pruning_of(class)) else {
            panic!("no pruning net for {}", class.name());
        };
        out.clear();
        out.resize(positions.len(), Outputs::LOSS);
        scratch.classes.clear();
        scratch.classes.resize(positions.len(), class);
        nets.outputs_of(NetKind::pruning_of, &scratch.classes, seen, positions, &mut scratch.reference, out);
        for (position, out) in positions.iter().zip(out) {
            self.correct(class, seen.sides(position), out);
        }
    }

    /// Writes the outputs of positions of these classes and, if asked, how live their cubes are where nets
    /// [know it](Evaluator::knows_cubes).
    pub(super) fn write_values(
        &self,
        batch: Batch<'_>,
        scratch: &mut Scratch,
        out: &mut [Outputs],
        efficiencies: Option<&mut [Efficiencies]>,
    ) {
        let Batch { classes, seen, positions, .. } = batch;
        match &*self.nets {
            NetSet::Reference(nets) => {
                nets.outputs_of(NetKind::of, classes, seen, positions, &mut scratch.reference, out);
            }
            NetSet::Own(nets) => nets.values_of(batch, &mut scratch.own, out, efficiencies),
            NetSet::Other(nets) => nets.write_outputs(classes, seen, positions, out),
        }
        let mut prefetched = 0;
        for (position, _) in positions.iter().zip(classes).filter(|(_, class)| **class == Class::BearoffOneSided) {
            prefetched ^= self.bearoff.prefetch_rows(seen.sides(position));
        }
        std::hint::black_box(prefetched);
        for ((position, &class), out) in positions.iter().zip(classes).zip(out) {
            self.correct(class, seen.sides(position), out);
        }
    }

    #[inline]
    fn class_of(&self, sides: [&Checkers; 2]) -> Class {
        self.bearoff.reclassify(Class::of_sides(sides[0], sides[1]), sides)
    }

    /// Brings outputs back within what the rules of the game allow, after something disturbed them.
    pub fn clamp(&self, position: &Position, outputs: &mut Outputs) {
        let (me, opponent) = (position.on_roll(), position.opponent());
        match self.classify(position) {
            Class::Over | Class::Hypergammon => {}
            Class::Contact | Class::Crashed => sanity::clamp_contact(me, opponent, outputs),
            _ => sanity::clamp_race(me, opponent, &self.bearoff, outputs),
        }
    }

    /// Replaces outputs that the net does not compute and corrects those that the rules exclude.
    #[inline(always)]
    fn correct(&self, class: Class, [me, opponent]: [&Checkers; 2], outputs: &mut Outputs) {
        if matches!(class, Class::Contact | Class::Crashed) {
            sanity::clamp_contact(me, opponent, outputs);
        } else {
            self.correct_ending(class, [me, opponent], outputs);
        }
    }

    /// [`Self::correct`] for positions without contact.
    fn correct_ending(&self, class: Class, [me, opponent]: [&Checkers; 2], outputs: &mut Outputs) {
        match class {
            Class::Contact | Class::Crashed => {}
            Class::Race => {
                backgammon::override_backgammon(me, opponent, &self.bearoff, outputs);
                sanity::clamp_race(me, opponent, &self.bearoff, outputs);
            }
            Class::Over => *outputs = over(me, opponent, self.bearoff.checkers()),
            Class::BearoffOneSided => *outputs = self.bearoff.outputs([me, opponent]),
            Class::BearoffTwoSided => *outputs = self.bearoff.equities([me, opponent]).outputs(),
            Class::Hypergammon => *outputs = self.bearoff.hypergammon_value([me, opponent]).outputs,
        }
    }
}

/// The result of a game of this many checkers a side in which a side has none left.
fn over(me: &Checkers, opponent: &Checkers, checkers: u32) -> Outputs {
    let lost = |loser: &Checkers| {
        let gammon = loser.total() == checkers;
        let backgammon = gammon && loser.back() >= Some(18);
        Outputs([0.0, 0.0, 0.0, f32::from(gammon), f32::from(backgammon)])
    };
    if me.back().is_none() { lost(opponent).flipped() } else { lost(me) }
}

impl Scratch {
    /// Empty room.
    pub fn new() -> Self {
        Self::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Variation;
    use crate::rollout::{Engine, RolloutSettings, Unobserved};
    use crate::scoring::Met;
    use crate::{Question, eval::EvalSettings};

    #[test]
    fn nets_from_elsewhere_are_searched_with_and_rolled_out() {
        let own = Engine::standard();
        let nets = NetSet::Other(Arc::new(crate::eval::fake::Pips));
        let evaluator = Arc::new(Evaluator::new(nets, Arc::clone(own.evaluator.bearoff())));
        assert_ne!(evaluator.fingerprint(), own.evaluator.fingerprint());
        let engine = Engine::new(evaluator, Arc::new(Met::kazaross_xg2()));
        let question = Question::money(Variation::Standard.starting_position());
        let value = question.evaluate(&mut engine.searcher(), &EvalSettings::cubeless(0)).unwrap();
        assert_eq!(value.outputs.0, [0.5, 0.0, 0.0, 0.0, 0.0]);
        let settings = RolloutSettings { cubeful: false, ..RolloutSettings::quick(72) };
        let rolled = |threads| engine.rollout(&question.job(), &settings, threads, &mut Unobserved).unwrap();
        let (one, two) = (rolled(1), rolled(2));
        assert_eq!(one.records, two.records, "threads change no bit");
        let equity = one.result.candidates[0].equity();
        // The player who rolls first has some eight pips of 167 less to go.
        assert!((equity.mean - 0.08).abs() < 0.15 && equity.std_err.is_some_and(|error| error > 0.0), "{equity:?}");
    }
}
