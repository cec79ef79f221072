//! A rebuild recreates the lists and totals, whatever state they were in and whatever is written in the meantime.

use super::{kept, reckon};
use crate::App;
use domain::payment::Status;
use serde_json::{Value, json};
use store::tables::Table;
use test_support::{Draw, Fault, SINGLE, rebuild, record};
use time::Duration;

/// Counters of the read model that do not belong to the generation that counts.
async fn forgotten(app: &App) -> usize {
    let items = app.test_env.dump(Table::Registrations).await;
    let of_shards = |item: &&Value| item["kind"] == "AGGREGATE";
    let head = items
        .iter()
        .filter(of_shards)
        .find(|item| item["sk"] == "HEAD")
        .unwrap();
    let counts = format!("{:010}#", head["current"].as_u64().unwrap());
    let counters = items.iter().filter(of_shards).filter(|item| item["sk"] != "HEAD");
    counters
        .filter(|item| !item["sk"].as_str().unwrap().starts_with(&counts))
        .count()
}

#[tokio::test]
async fn a_rebuild_makes_everything_from_nothing_and_then_finds_nothing_to_do() {
    let app = App::start().await;
    app.test_env.seed_candidates(13, 30).await;
    let registrations = app.test_env.registrations();
    let now = app.test_env.clock.now();
    let done = rebuild(&registrations, now).await.unwrap();
    assert_eq!((done.candidates, done.removed), (30, 0));
    // Each a projection, three lists, and five words; and an entry of the roster for each valid pass.
    let items = app.test_env.dump(Table::Registrations).await;
    let passes = items.iter().filter(|item| item["kind"] == "ROSTER").count();
    assert!(passes > 0);
    assert_eq!(done.mended, 30 * 9 + u64::try_from(passes).unwrap());
    app.assert_right().await;

    assert_eq!(forgotten(&app).await, 0);
    let done = rebuild(&registrations, now + Duration::SECOND).await.unwrap();
    assert_eq!((done.candidates, done.mended, done.removed), (30, 0, 0));
    app.assert_right().await;
    assert_eq!(forgotten(&app).await, 0, "the old generation is gone");
}

#[tokio::test]
async fn a_rebuild_repairs_any_damage() {
    let app = App::start().await;
    app.test_env.seed_candidates(17, 25).await;
    app.run_stream().await;
    let mut draw = Draw::new(17);
    for item in app.test_env.dump(Table::Registrations).await {
        let mut broken = item.clone();
        match (item["kind"].as_str().unwrap_or_default(), draw.below(3)) {
            ("ENTRY" | "WORD" | "PROJECTION", 0) => app.test_env.delete(Table::Registrations, &item).await,
            ("ENTRY", 1) => {
                broken["mode"] = json!("cheque");
                app.test_env.put(Table::Registrations, &broken).await;
                broken["pk"] = json!("BY_STATUS#UNKNOWN#9");
                app.test_env.put(Table::Registrations, &broken).await;
            }
            ("WORD", 1) => {
                let place = item["sk"].as_str().unwrap().split_once('#').unwrap().1;
                broken["sk"] = json!(format!("other#{place}"));
                app.test_env.put(Table::Registrations, &broken).await;
            }
            ("PROJECTION", 1) => {
                broken["row"]["status"] = json!("UNKNOWN");
                app.test_env.put(Table::Registrations, &broken).await;
            }
            ("AGGREGATE", 1) if item["sk"] != "HEAD" => {
                broken["KIND#PAID#online#backwater-bca"] = json!(-7);
                broken["N#PACKAGE#single-exam"] = json!(-7);
                app.test_env.put(Table::Registrations, &broken).await;
            }
            ("AGGREGATE", 2) if item["sk"] != "HEAD" => {
                app.test_env.delete(Table::Registrations, &item).await;
            }
            _ => {}
        }
    }
    let stray = json!({ "pk": "BY_MODE#online#0", "sk": "01747713600000#CNOBODY00000", "kind": "ENTRY" });
    app.test_env.put(Table::Registrations, &stray).await;
    assert_ne!(
        kept(&app.aggregates().await),
        reckon(&app.test_env.everybody().await),
        "it is broken"
    );

    let now = app.test_env.clock.now();
    let done = rebuild(&app.test_env.registrations(), now).await.unwrap();
    assert!(done.mended > 0 && done.removed > 0, "{done:?}");
    app.assert_right().await;
    assert!(!app.test_env.dump(Table::Registrations).await.contains(&stray));
}

#[tokio::test]
async fn a_rebuild_is_right_while_registrations_come_in_and_change() {
    let app = App::start().await;
    let seeded = app.test_env.seed_candidates(19, 40).await;
    app.run_stream().await;
    let registrations = app.test_env.registrations();
    let busy = async {
        let mut draw = Draw::new(19);
        for number in 0..25_u64 {
            let id = &draw.one_of(&seeded.iter().collect::<Vec<_>>()).customer_id;
            app.set_status(
                id,
                draw.one_of(&[Status::Active, Status::Failed, Status::Expired]),
            )
            .await;
            while !app
                .handle(&[record("MODIFY", "ORDER", id.as_str())])
                .await
                .is_empty()
            {}
            let order = app
                .test_env
                .open_order(SINGLE, &format!("late{number}@example.com"))
                .await;
            while !app
                .handle(&[record("INSERT", "ORDER", order.customer_id.as_str())])
                .await
                .is_empty()
            {}
        }
    };
    let now = app.test_env.clock.now();
    let (done, ()) = futures::future::join(rebuild(&registrations, now), busy).await;
    assert!(done.unwrap().candidates >= 40);
    app.assert_right().await;
}

#[tokio::test]
async fn an_interrupted_rebuild_leaves_the_aggregates_right_and_the_next_one_completes() {
    let app = App::start().await;
    app.test_env.seed_candidates(23, 30).await;
    app.run_stream().await;
    let before = kept(&app.aggregates().await);
    let now = app.test_env.clock.now();
    app.test_env.database.set(Fault::CrashBefore(2));
    let through_the_gate = store::Registrations::from_env(&app.test_env.env()).unwrap();
    assert!(rebuild(&through_the_gate, now).await.is_err());
    app.test_env.database.set(Fault::None);
    assert_eq!(kept(&app.aggregates().await), before);
    let order = app.test_env.open_order(SINGLE, "late@example.com").await;
    assert!(
        app.handle(&[record("INSERT", "ORDER", order.customer_id.as_str())])
            .await
            .is_empty()
    );
    app.assert_right().await;
    rebuild(&app.test_env.registrations(), now).await.unwrap();
    app.assert_right().await;
}
