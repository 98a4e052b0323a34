//! `eq2mwc` and `mwc2eq`: equities and match winning chances at the score and cube on the table.

use super::reply::TableReply;
use super::{Reply, Session, SessionError};
use crate::scoring::{EquityScale, Mwc};

impl Session {
    pub(super) fn eq_to_mwc(&self, equity: Option<f64>) -> Result<Reply, SessionError> {
        let scale = self.scale()?;
        #[allow(clippy::cast_possible_truncation)]
        let rows = equity.map_or_else(|| vec![-1.0, 0.0, 1.0], |equity| vec![equity as f32]);
        let cells =
            rows.iter().map(|&equity| vec![format!("{equity:+.3}"), format!("{:.2}%", 100.0 * scale.to_mwc(equity).0)]);
        Ok(table("eq2mwc", ["Equity", "MWC"], cells.collect()))
    }

    pub(super) fn mwc_to_eq(&self, mwc: Option<f64>) -> Result<Reply, SessionError> {
        let scale = self.scale()?;
        // 0.6 and 60 are the same chance.
        let chance = |x: f64| if x > 1.0 { x / 100.0 } else { x };
        if let Some(x) = mwc.filter(|&x| !(0.0..=1.0).contains(&chance(x))) {
            return Err(SessionError::new(format!("{x} is no chance")).with_expected(["0 to 1", "0 to 100 percent"]));
        }
        #[allow(clippy::cast_possible_truncation)]
        let rows = mwc.map_or_else(|| vec![scale.lose.0, scale.to_mwc(0.0).0, scale.win.0], |x| vec![chance(x) as f32]);
        let cells =
            rows.iter().map(|&mwc| vec![format!("{:.2}%", 100.0 * mwc), format!("{:+.3}", scale.to_equity(Mwc(mwc)))]);
        Ok(table("mwc2eq", ["MWC", "Equity"], cells.collect()))
    }

    fn scale(&self) -> Result<EquityScale, SessionError> {
        self.cube_info()?
            .scale()
            .ok_or_else(|| SessionError::new("only a match has winning chances").with_suggestion("new match 7"))
    }
}

fn table(name: &str, head: [&str; 2], rows: Vec<Vec<String>>) -> Reply {
    Reply::Table(Box::new(TableReply {
        name: name.to_owned(),
        title: None,
        head: head.map(str::to_owned).to_vec(),
        rows,
        notes: Vec::new(),
    }))
}
