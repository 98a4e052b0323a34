//! The amount that the cube adds to cubeless outputs: the value of a position, the decision, its points.

mod batch;
mod decision;
mod efficiency;
mod money;
mod points;
mod value;

pub(crate) use batch::{best_action, push_left_values};
pub use decision::{
    Advice, Answer, CubeAction, CubeDecision, CubeValues, Exchange, ExchangeAnswer, Verdict, cube_words,
};
pub use efficiency::{CubeEfficiency, Efficiencies, EfficiencySource};
pub use points::{CubePoint, CubePoints, GammonRates};
pub use value::Leaf;
