//! Many at once: no seat has two people, and nobody two seats.

use crate::*;
use futures::future::join_all;
use std::collections::BTreeSet;
use test_support::Fault;

/// Thirty people on twenty of the seats of two halls, and the version.
async fn published() -> (App, [String; 2], Vec<Order>) {
    let app = start().await;
    let halls = [hall(&app, "One", 5, 5).await, hall(&app, "Two", 5, 5).await];
    put_into(&app, COURSE, &[&halls[0], &halls[1]]).await;
    let orders = paid(&app, 0..30).await;
    draft(&app, &plain()).await;
    publish(&app).await;
    (app, halls, orders)
}

/// Twenty moves to three free seats and ten exchanges with three people, all decided on the same version, and again.
async fn at_once(app: &App, halls: &[String; 2], orders: &[Order]) -> Vec<u16> {
    let token = app.test_env.admin_token().await;
    let mut statuses = Vec::new();
    for _ in 0..3 {
        let now = read(app, COURSE).await;
        let moves = orders[..20].iter().enumerate().map(|(number, order)| {
            let seat = ["E3", "E4", "E5"][number % 3];
            json!({ "customer_id": order.customer_id, "hall": halls[1], "seat": seat, "version": now["version"] })
        });
        let swaps = orders[20..].iter().enumerate().map(|(number, order)| {
            let seat = ["A1", "A2", "A3"][number % 3];
            json!({
                "customer_id": order.customer_id, "hall": halls[0], "seat": seat, "version": now["version"], "swap": true,
            })
        });
        let path = format!("{}/move", seating(COURSE));
        let calls = moves
            .chain(swaps)
            .map(|form| app.call(Request::post(&path, &form).bearer(&token)));
        statuses.extend(
            join_all(calls)
                .await
                .into_iter()
                .map(|answer| answer.status.as_u16()),
        );
    }
    statuses
}

/// The seats by both of their items, with how often each person is on them.
async fn times(app: &App) -> (usize, usize, usize) {
    let items = app.test_env.dump(store::tables::Table::Registrations).await;
    let published = items
        .iter()
        .find(|item| item["pk"] == "SEATING#PUBLISHED")
        .unwrap();
    let generation = &published[format!("exam#{COURSE}")]["generation"];
    let of = |kind: &'static str| {
        items
            .iter()
            .filter(move |item| item["kind"] == kind && item["generation"] == *generation)
    };
    let on_plans: Vec<String> = of("HALL_SEATS")
        .flat_map(|plan| {
            plan["seats"]
                .as_object()
                .unwrap()
                .values()
                .map(ToString::to_string)
        })
        .collect();
    let people: BTreeSet<&String> = on_plans.iter().collect();
    let of_people: BTreeSet<String> = of("SEAT")
        .map(|item| format!("{} {}", item["hall"], item["seat"]))
        .collect();
    (on_plans.len(), people.len(), of_people.len())
}

#[tokio::test]
async fn twenty_moves_and_ten_exchanges_at_once_leave_each_seat_to_one() {
    let (app, halls, orders) = published().await;
    let statuses = at_once(&app, &halls, &orders).await;
    assert!(
        statuses.iter().all(|status| [200, 409].contains(status)),
        "{statuses:?}"
    );
    assert!(
        statuses.iter().filter(|status| **status == 200).count() >= 3,
        "{statuses:?}"
    );
    assert_eq!(times(&app).await, (30, 30, 30));
    assert_eq!(at_candidates(&app).await, seated(&read(&app, COURSE).await));
}

/// The control: without conditions somebody loses their seat, or has two.
#[tokio::test]
async fn without_conditions_moves_at_once_overwrite_one_another() {
    let (app, halls, orders) = published().await;
    app.test_env.database.set(Fault::NoConditions);
    at_once(&app, &halls, &orders).await;
    app.test_env.database.set(Fault::None);
    assert_ne!(times(&app).await, (30, 30, 30));
}

#[tokio::test]
async fn those_who_come_late_and_moves_by_hand_at_once_meet_on_no_seat() {
    let (app, halls, mut orders) = published().await;
    orders.extend(paid(&app, 30..40).await);
    let (_, one, two) = futures::join!(at_once(&app, &halls, &orders[..30]), keep_up(&app), keep_up(&app));
    assert_eq!(one.seated + two.seated, 10);
    assert_eq!(times(&app).await, (40, 40, 40));
}
