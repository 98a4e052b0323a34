//! Making a net larger without changing its outputs, so that training continues from there.

use super::float_net::{FIRST_BIAS, FloatNet, MIDDLE_BIAS, ROW_SPREAD, Shape};
use crate::eval::own::OUTPUTS;

impl Shape {
    /// How many heads of a net of another shape each head becomes, if such a net can grow out of one of this.
    fn growth(self, to: Self) -> Option<usize> {
        let is_wider = to.features.extends(self.features) && to.middle >= self.middle && to.hidden >= self.hidden;
        // A rule that picks no head can become any other: all its heads begin alike.
        let copies = if to.rule == self.rule { 1 } else { to.rule.heads() };
        let fits = to.heads == copies * self.heads && (to.rule == self.rule || self.rule.heads() == 1);
        (is_wider && fits && to.first == self.first).then_some(copies)
    }
}

impl FloatNet {
    /// A net of another shape that is the same function: rows of new features have weights of 0, new units have random
    /// weights in and weights of 0 out, and every head of a class begins as the one head there was. `None` when the
    /// shape is no larger one.
    pub fn grown(&self, to: Shape, mut uniform: impl FnMut() -> f32) -> Option<Self> {
        let (from, parameters) = (self.shape, &self.parameters);
        let copies = from.growth(to)?;
        let (new, new_middle) = (to.hidden - from.hidden, to.middle - from.middle);
        let new_inputs = to.activations() - from.activations();
        let mut random = |spread: f32| spread * (2.0 * uniform() - 1.0);
        let mut grown = Vec::with_capacity(to.parameters());
        for row in parameters[..from.bias()].chunks_exact(from.hidden) {
            grown.extend_from_slice(row);
            grown.extend((0..new).map(|_| random(ROW_SPREAD)));
        }
        grown.extend(std::iter::repeat_n(0.0, to.bias() - grown.len()));
        grown.extend_from_slice(&parameters[from.bias()..][..from.hidden]);
        grown.extend(std::iter::repeat_n(FIRST_BIAS, new));
        for head in (0..from.heads).flat_map(|head| std::iter::repeat_n(head, copies)) {
            let (middle, rest) = parameters[from.head(head)].split_at(from.middle_weights());
            let (middle_bias, rest) = rest.split_at(from.middle);
            let (output, output_bias) = rest.split_at(OUTPUTS * from.middle);
            let unconnected = vec![0.0; from.middle];
            let units = middle.chunks_exact(from.middle).chain(std::iter::repeat_n(&unconnected[..], new_inputs));
            for weights in units {
                grown.extend_from_slice(weights);
                grown.extend((0..new_middle).map(|_| random(to.middle_spread())));
            }
            grown.extend_from_slice(middle_bias);
            grown.extend(std::iter::repeat_n(MIDDLE_BIAS, new_middle));
            for weights in output.chunks_exact(from.middle) {
                grown.extend_from_slice(weights);
                grown.extend(std::iter::repeat_n(0.0, new_middle));
            }
            grown.extend_from_slice(output_bias);
        }
        Some(Self::from_parameters(to, grown))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::Class;
    use crate::eval::own::{FeatureSet, FirstLayer, HeadRule, OwnNets, OwnScratch, PANEL, Route};
    use crate::train::chance::Chance;
    use crate::train::scenes::Scene;

    #[test]
    fn a_larger_net_is_the_same_function() {
        FirstLayer::ALL.into_iter().for_each(check_growth);
    }

    fn check_growth(first: FirstLayer) {
        let mut chance = Chance::new(4, 0);
        let rule = HeadRule::Route;
        let small = Shape { features: FeatureSet::Race, rule, first, hidden: 64, middle: PANEL, heads: 1 };
        let large = Shape {
            features: FeatureSet::RaceHome,
            rule: HeadRule::CheckersLeft,
            first,
            hidden: 128,
            middle: 2 * PANEL,
            heads: HeadRule::CheckersLeft.heads(),
        };
        let net = FloatNet::random(small, || chance.uniform());
        let grown = net.grown(large, || chance.uniform()).unwrap();
        assert!(grown.grown(small, || 0.5).is_none(), "it does not shrink");
        for other in FirstLayer::ALL.into_iter().filter(|&other| other != first) {
            assert!(grown.grown(Shape { first: other, ..large }, || 0.5).is_none(), "it is another function");
        }
        let [before, after] =
            [net, grown].map(|net| OwnNets::from_nets(&[net.quantized()], [Route::default(); 3]).unwrap());
        let mut room = OwnScratch::default();
        for number in 0..100 {
            let position =
                [Scene::GammonRace, Scene::Stragglers][number % 2].position(&mut Chance::new(7, number as u64));
            let [before, after] = [&before, &after].map(|nets| nets.outputs(Class::Race, &position, &mut room));
            assert_eq!(before, after);
        }
    }
}
