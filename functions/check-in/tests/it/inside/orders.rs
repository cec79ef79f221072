//! Somebody comes in, goes out and comes in again by phones without a network, and some of it is taken back: whatever comes
//! first, or twice, the end is the same.

use super::{out, undo};
use crate::{App, DAY, code, minutes, offline, scan, undo::orders::orders};
use domain::check_in::Direction;
use serde_json::Value;
use test_support::SINGLE;

/// So many minutes past ten, and which way.
type Crossing = (i64, Direction);

/// What the server has in the end when these come in every order, each of them twice: how many are admitted, how many are
/// inside, and how many doubles there are.
async fn ends(crossings: &[Crossing], taken_back: &[usize]) -> Vec<[i64; 3]> {
    let app = App::start().await;
    app.count_exits().await;
    app.test_env.clock.set_to(minutes(300));
    let sent: Vec<usize> = (0..crossings.len() + taken_back.len()).collect();
    let mut found = Vec::new();
    for (number, order) in orders(&sent).into_iter().enumerate() {
        let before = app.attendance(DAY).await;
        let pass = app
            .test_env
            .paid_order(SINGLE, &format!("asha{number}@example.com"))
            .await;
        let scans: Vec<Value> = crossings
            .iter()
            .zip(0..)
            .map(|((minute, direction), gate)| {
                let scan = offline(scan(&code(&pass), &format!("Gate {gate}"), minutes(*minute)));
                match direction {
                    Direction::In => scan,
                    Direction::Out => out(scan),
                }
            })
            .collect();
        let undos: Vec<Value> = taken_back
            .iter()
            .map(|place| {
                let mut undo = undo(&scans[*place]);
                undo["undone_at"] = scans[*place]["scanned_at"].clone();
                undo
            })
            .collect();
        for intention in order.iter().flat_map(|intention| [*intention; 2]) {
            match scans.get(intention) {
                Some(scan) => drop(app.verdict(scan).await),
                None => {
                    let answer = app.post("undo", &undos[intention - scans.len()]).await;
                    assert_eq!(answer.status, 200, "{}", answer.json);
                }
            }
        }
        let after = app.attendance(DAY).await;
        found.push(["admitted", "inside", "doubles_total"].map(|part| {
            let of = |attendance: &Value| attendance[part].as_i64().unwrap();
            of(&after) - of(&before)
        }));
    }
    found
}

const IN: Direction = Direction::In;
const OUT: Direction = Direction::Out;

#[tokio::test]
async fn who_went_out_last_is_out_and_who_came_in_last_is_inside() {
    for (crossings, end) in [
        (vec![(0, IN), (120, OUT)], [1, 0, 0]),
        (vec![(0, IN), (120, OUT), (150, IN)], [1, 1, 0]),
        (vec![(0, IN), (120, OUT), (150, IN), (200, OUT)], [1, 0, 0]),
        (vec![(0, IN), (110, OUT), (120, OUT), (150, IN)], [1, 1, 0]),
        (vec![(0, IN), (30, IN), (120, OUT)], [1, 0, 1]),
        (vec![(0, OUT), (30, IN)], [1, 1, 0]),
    ] {
        let found = ends(&crossings, &[]).await;
        let count = found.len();
        assert_eq!(found, vec![end; count], "{crossings:?}");
    }
}

#[tokio::test]
async fn what_is_taken_back_is_as_if_it_had_never_been() {
    let day = [(0, IN), (120, OUT), (150, IN)];
    for (taken_back, end) in [(2, [1, 0]), (0, [1, 1]), (1, [1, 1])] {
        let found = ends(&day, &[taken_back]).await;
        let found: Vec<_> = found
            .iter()
            .map(|[admitted, inside, _]| [*admitted, *inside])
            .collect();
        assert_eq!(found, vec![end; 24], "{taken_back}");
    }
    let found = ends(&[(0, IN), (120, OUT)], &[0]).await;
    assert_eq!(found, vec![[0, 0, 0]; 6]);
}
