//! The results of `rollout file` as a list: what was found out about each position.

use crate::session::files::Line;
use crate::session::reply::ResultRow;
use serde_json::Value;

/// The rows of a file of results, for these lines.
pub(in crate::session) fn rows(results: &str, lines: &[Line]) -> Vec<ResultRow> {
    let objects = results.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let name = |line: &Line| line.name.clone().unwrap_or_else(|| line.position.clone());
    lines.iter().zip(objects).map(|(line, object)| row(line.number, &name(line), &object)).collect()
}

fn row(line: usize, name: &str, object: &Value) -> ResultRow {
    let none = Vec::new();
    let candidates = object["candidates"].as_array().unwrap_or(&none);
    let ranked = |rank: u64| candidates.iter().find(|candidate| candidate["rank"].as_u64() == Some(rank));
    let cube = &object["cube"];
    if cube.is_object() {
        return cube_row(line, name, object, cube);
    }
    let best = ranked(1).or_else(|| candidates.first()).cloned().unwrap_or_default();
    let second = ranked(2);
    // The cubeful value decides where there is one.
    let number = |of: &Value| of["cubeful"].as_f64().or_else(|| of["equity"].as_f64());
    ResultRow {
        line,
        name: name.to_owned(),
        best: best["name"].as_str().unwrap_or_default().to_owned(),
        equity: number(&best).unwrap_or_default(),
        std_err: number(&best["std_err"]),
        lead: second.and_then(|second| second["behind"].as_f64()),
        lead_std_err: second.and_then(|second| second["behind_std_err"].as_f64()),
        probability_best: best["probability_best"].as_f64().filter(|_| second.is_some()),
        trials: object["trials"].as_u64().unwrap_or_default(),
        ended: object["ended"].as_str().map(str::to_owned),
    }
}

/// The row of a cube decision: its verdict, and the action that gives up least in its place.
fn cube_row(line: usize, name: &str, object: &Value, cube: &Value) -> ResultRow {
    let none = Vec::new();
    let [actions, candidates] = [&cube["actions"], &object["candidates"]].map(|all| all.as_array().unwrap_or(&none));
    let ranked = |rank: u64| actions.iter().position(|action| action["rank"].as_u64() == Some(rank));
    // No double and double/take are the candidates; a pass is a point, and nobody doubles to be beavered.
    let candidate = |place: usize| match actions[place]["action"].as_str() {
        Some("no double") => candidates.first(),
        Some("double, take" | "double, beaver") => candidates.get(1),
        _ => None,
    };
    let best = ranked(1).and_then(candidate);
    let second = ranked(2).map(|place| &actions[place]);
    ResultRow {
        line,
        name: name.to_owned(),
        best: cube["verdict"].as_str().unwrap_or_default().to_owned(),
        equity: best.map_or(1.0, |best| best["cubeful"].as_f64().unwrap_or_default()),
        std_err: best.and_then(|best| best["std_err"]["cubeful"].as_f64()),
        lead: second.and_then(|second| second["behind"].as_f64()),
        lead_std_err: second.and_then(|second| second["behind_std_err"].as_f64()),
        probability_best: cube["probabilities"]["verdict"].as_f64(),
        trials: object["trials"].as_u64().unwrap_or_default(),
        ended: object["ended"].as_str().map(str::to_owned),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::RolloutCommand;

    #[test]
    fn the_best_and_its_lead_come_from_the_result() {
        let line = r#"{"trials":72,"ended":"decided","candidates":[
            {"name":"a","rank":2,"cubeful":0.1,"behind":0.2,"behind_std_err":0.05,"std_err":{"cubeful":0.03}},
            {"name":"b","rank":1,"cubeful":0.3,"std_err":{"cubeful":0.02},"probability_best":0.99}]}"#;
        let named = |number: usize, name: &str| Line {
            number,
            input: String::new(),
            position: String::new(),
            what: RolloutCommand::Default,
            name: Some(name.to_owned()),
            before: Vec::new(),
            own: Vec::new(),
        };
        let rows = rows(&line.replace('\n', ""), &[named(4, "a blitz"), named(5, "none yet")]);
        assert_eq!(rows.len(), 1);
        let ResultRow { line, name, best, equity, lead, lead_std_err, trials, ended, .. } = &rows[0];
        assert_eq!((*line, name.as_str(), best.as_str(), *trials), (4, "a blitz", "b", 72));
        assert_eq!((*equity, *lead, *lead_std_err, ended.as_deref()), (0.3, Some(0.2), Some(0.05), Some("decided")));
    }
}
