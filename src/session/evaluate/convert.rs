//! `eq2mwc` and `mwc2eq`: equities and match winning chances at the score and cube on the table.

use crate::scoring::{EquityScale, Mwc};
use crate::session::reply::{Figures, Reply, ScaleReply, ScaleValue};
use crate::session::{Session, SessionError};

impl Session {
    pub(in crate::session) fn eq_to_mwc(&self, equity: Option<f64>) -> Result<Reply, SessionError> {
        let scale = self.scale()?;
        let equities = equity.map_or_else(|| vec![-1.0, 0.0, 1.0], |equity| vec![equity as f32]);
        let value = |equity| ScaleValue { equity, mwc: scale.to_mwc(equity).0 };
        let values = equities.into_iter().map(value).collect();
        Ok(Reply::figures(Figures::Eq2Mwc(ScaleReply { values })))
    }

    pub(in crate::session) fn mwc_to_eq(&self, mwc: Option<f64>) -> Result<Reply, SessionError> {
        let scale = self.scale()?;
        // 0.6 and 60 are the same chance.
        let chance = |x: f64| if x > 1.0 { x / 100.0 } else { x };
        if let Some(x) = mwc.filter(|&x| !(0.0..=1.0).contains(&chance(x))) {
            return Err(SessionError::new(format!("{x} is not a chance")).with_expected(["0 to 1", "0 to 100 percent"]));
        }
        let chances =
            mwc.map_or_else(|| vec![scale.lose.0, scale.to_mwc(0.0).0, scale.win.0], |x| vec![chance(x) as f32]);
        let value = |mwc| ScaleValue { equity: scale.to_equity(Mwc(mwc)), mwc };
        let values = chances.into_iter().map(value).collect();
        Ok(Reply::figures(Figures::Mwc2Eq(ScaleReply { values })))
    }

    fn scale(&self) -> Result<EquityScale, SessionError> {
        self.cube_info()?
            .scale()
            .ok_or_else(|| SessionError::new("only a match has winning chances").with_suggestion("new match 7"))
    }
}
