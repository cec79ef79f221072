//! Two gates let a person in and one or both take it back: whatever comes first, or twice, the end is the same.

use super::undo;
use crate::{App, DAY, code, minutes, offline, scan};
use serde_json::{Value, json};
use test_support::SINGLE;

/// Every order of some numbers.
pub(crate) fn orders(of: &[usize]) -> Vec<Vec<usize>> {
    let Some((first, rest)) = of.split_first() else {
        return vec![Vec::new()];
    };
    let with = |order: Vec<usize>| {
        (0..=order.len()).map(move |place| {
            let mut order = order.clone();
            order.insert(place, *first);
            order
        })
    };
    orders(rest).into_iter().flat_map(with).collect()
}

/// What the server has in the end when these come in every order, each of them twice: how many are in, by which gates, and
/// how many doubles there are.
async fn ends(taken_back: &[usize]) -> Vec<(Value, Vec<Value>, usize)> {
    let app = App::start().await;
    app.test_env.clock.set_to(minutes(30));
    let sent: Vec<usize> = (0..2 + taken_back.len()).collect();
    let mut found = Vec::new();
    for (number, order) in orders(&sent).into_iter().enumerate() {
        let before = app.attendance(DAY).await;
        let pass = app
            .test_env
            .paid_order(SINGLE, &format!("asha{number}@example.com"))
            .await;
        let scans = [0, 1].map(|gate| {
            offline(scan(
                &code(&pass),
                &format!("Gate {number} {gate}"),
                minutes(10 + gate),
            ))
        });
        let undos: Vec<Value> = taken_back.iter().map(|gate| undo(&scans[*gate])).collect();
        for intention in order.iter().flat_map(|intention| [*intention; 2]) {
            match scans.get(intention) {
                Some(scan) => drop(app.verdict(scan).await),
                None => drop(app.undone(&undos[intention - scans.len()]).await),
            }
        }
        let after = app.attendance(DAY).await;
        let added = |part: &str| {
            let total = |attendance: &Value| attendance[format!("{part}_total")].as_u64().unwrap();
            usize::try_from(total(&after) - total(&before)).unwrap()
        };
        let admitted = after["admitted"].as_i64().unwrap() - before["admitted"].as_i64().unwrap();
        let gates = after["by_device"]
            .as_array()
            .unwrap()
            .iter()
            .filter_map(|device| {
                let gate = device["device"]
                    .as_str()?
                    .strip_prefix(&format!("Gate {number} "))?;
                Some(json!(gate))
            });
        found.push((json!(admitted), gates.collect(), added("doubles")));
    }
    found
}

#[tokio::test]
async fn both_let_in_is_one_admission_and_one_double() {
    let end = (json!(1), vec![json!("0")], 1);
    assert_eq!(ends(&[]).await, vec![end; 2]);
}

#[tokio::test]
async fn one_taken_back_leaves_the_other() {
    for (taken_back, left) in [(0, "1"), (1, "0")] {
        let end = (json!(1), vec![json!(left)], 0);
        assert_eq!(ends(&[taken_back]).await, vec![end; 6], "{taken_back}");
    }
}

#[tokio::test]
async fn both_taken_back_leaves_nobody() {
    let end = (json!(0), Vec::new(), 0);
    assert_eq!(ends(&[0, 1]).await, vec![end; 24]);
}
