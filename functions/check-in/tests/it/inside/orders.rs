//! Somebody comes in, goes out and comes in again by phones without a network, and some of it is taken back.

use crate::{
    App,
    orders::{IN, OUT},
};
use domain::check_in::Direction;

/// How many are admitted, inside, and in twice, in whatever order it comes.
async fn counted(scans: &[(i64, Direction)], taken_back: &[usize]) -> [i64; 3] {
    let app = App::start().await;
    app.count_exits().await;
    let end = app.end(scans, taken_back).await;
    [
        end.admitted,
        end.inside,
        i64::try_from(end.doubles.len()).unwrap(),
    ]
}

#[tokio::test]
async fn who_went_out_last_is_out_and_who_came_in_last_is_inside() {
    for (scans, end) in [
        (vec![(0, IN), (120, OUT)], [1, 0, 0]),
        (vec![(0, IN), (120, OUT), (150, IN)], [1, 1, 0]),
        (vec![(0, IN), (120, OUT), (150, IN), (200, OUT)], [1, 0, 0]),
        (vec![(0, IN), (110, OUT), (120, OUT), (150, IN)], [1, 1, 0]),
        (vec![(0, IN), (30, IN), (120, OUT)], [1, 0, 1]),
        (vec![(0, OUT), (30, IN)], [1, 1, 0]),
    ] {
        assert_eq!(counted(&scans, &[]).await, end, "{scans:?}");
    }
}

#[tokio::test]
async fn who_came_back_by_two_gates_was_in_twice_whatever_comes_first() {
    let day = [(0, IN), (120, OUT), (150, IN), (155, IN)];
    assert_eq!(counted(&day, &[]).await, [1, 1, 1]);
}

#[tokio::test]
async fn what_is_taken_back_is_as_if_it_had_never_been() {
    let day = [(0, IN), (120, OUT), (150, IN)];
    for (taken_back, end) in [
        (vec![2], [1, 0, 0]),
        (vec![0], [1, 1, 0]),
        // Without the exit between them, two gates have let them in.
        (vec![1], [1, 1, 1]),
        (vec![0, 1], [1, 1, 0]),
    ] {
        assert_eq!(counted(&day, &taken_back).await, end, "{taken_back:?}");
    }
    assert_eq!(counted(&day[..2], &[0]).await, [0, 0, 0]);
}
