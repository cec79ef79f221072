//! What a registration costs in write units, in all and on the busiest partition key: it bounds how many a second
//! the table takes, because a partition takes a thousand units.

use domain::Entropy;
use provider_simulator::PaymentStatus;
use scenarios::Expo;
use serde_json::{Value, json};
use std::{
    hash::{DefaultHasher, Hash, Hasher},
    sync::atomic::{AtomicU64, Ordering},
};
use store::tables::Table;
use test_support::{ALL, COURSE, SINGLE, WriteUnits};
use time::Duration;

const REGISTRATIONS: usize = 100;
/// Where they all are alike but for the person: the hardest case for the busiest key.
const PACKAGES: [&str; 4] = [SINGLE, SINGLE, SINGLE, ALL];

/// Numbers that look random and are those of every run. An order's shard is a matter of chance: of a hundred orders, two
/// thirds share one of two shards in one run of some hundred.
fn reproducible_entropy() -> Entropy {
    let counter = AtomicU64::new(0);
    Entropy::from_fn(move |buffer| {
        for bytes in buffer.chunks_mut(8) {
            let mut hasher = DefaultHasher::new();
            counter.fetch_add(1, Ordering::SeqCst).hash(&mut hasher);
            bytes.copy_from_slice(&hasher.finish().to_le_bytes()[..bytes.len()]);
        }
    })
}

/// Whether a record passes the filter of the template.
fn passes(record: &Value) -> bool {
    let images = &record["dynamodb"];
    let image = images.get("NewImage").or(images.get("OldImage"));
    match image.and_then(|image| image["kind"]["S"].as_str()) {
        Some("MAIL") => record["eventName"] == "INSERT",
        Some(kind) => ["CANDIDATE", "ORDER"].contains(&kind),
        None => false,
    }
}

struct Stream {
    after: Option<String>,
    batch: usize,
}

impl Stream {
    /// Hands on what is new, in batches of at most `batch` records.
    async fn run(&mut self, expo: &Expo) {
        loop {
            let records = expo
                .test_env
                .stream_after(Table::Registrations, self.after.as_deref());
            let Some(last) = records.last() else { return };
            self.after = last["dynamodb"]["SequenceNumber"].as_str().map(str::to_owned);
            let records: Vec<Value> = records.into_iter().filter(passes).collect();
            for batch in records.chunks(self.batch) {
                let outcome = expo.notifier.handle(json!({ "Records": batch })).await.unwrap();
                assert!(outcome.failures.is_empty());
            }
        }
    }
}

/// Lets candidates register, pay and get their mail, `together` at a time, and the stream bring `batch` records at
/// once.
async fn measure(together: usize, batch: usize) -> WriteUnits {
    let expo = Expo::open_with(reproducible_entropy()).await;
    measure_in(&expo, together, batch).await
}

async fn measure_in(expo: &Expo, together: usize, batch: usize) -> WriteUnits {
    expo.test_env.start_stream(Table::Registrations).await;
    let mut stream = Stream { after: None, batch };
    expo.test_env.database.start_write_meter().await;
    for round in 0..REGISTRATIONS / together {
        let mut orders = Vec::new();
        for number in 0..together {
            let package = PACKAGES[number % PACKAGES.len()];
            let email = format!("student{round}.{number}@example.com");
            orders.push(expo.register(package, &email).await);
        }
        stream.run(expo).await;
        for order in &orders {
            expo.pay(order, PaymentStatus::Success);
        }
        expo.test_env.clock.advance(Duration::minutes(1));
        expo.deliver_webhooks().await;
        stream.run(expo).await;
        for order in &orders {
            assert_eq!(expo.mails_about(order), 1);
        }
    }
    let aggregates = expo.test_env.registrations().aggregates().await.unwrap();
    let paid = aggregates.with_status(domain::payment::Status::Paid);
    assert_eq!(paid, REGISTRATIONS as u64);
    expo.test_env.database.written().await
}

#[expect(clippy::print_stdout, reason = "docs/performance.md quotes the figures")]
#[expect(clippy::cast_precision_loss, reason = "units are small numbers")]
fn assert_within_budget(how: &str, units: &WriteUnits) {
    let each = |units: u64| units as f64 / REGISTRATIONS as f64;
    println!("{how}: {} in all", each(units.total()));
    for (key, units) in units.by_key().iter().take(12) {
        println!("  {:6.2} on {key}", each(*units));
    }
    let (key, busiest) = units.busiest();
    assert!(each(busiest) <= 2.0, "{how}: {} on {key}", each(busiest));
    assert!(
        each(units.total()) <= 90.0,
        "{how}: {} in all",
        each(units.total())
    );
}

#[tokio::test]
async fn a_registration_under_load_takes_2_write_units_on_the_busiest_key_and_90_in_all() {
    assert_within_budget("20 together, 50 records at once", &measure(20, 50).await);
}

#[tokio::test]
async fn a_single_registration_takes_2_write_units_on_the_busiest_key_and_90_in_all() {
    assert_within_budget("one by one, each record alone", &measure(1, 1).await);
}

#[tokio::test]
async fn a_registration_for_an_exam_with_a_capacity_takes_no_more_than_that() {
    let expo = Expo::open_with(reproducible_entropy()).await;
    expo.test_env.limit_places(COURSE, 200).await;
    assert_within_budget("with a capacity", &measure_in(&expo, 20, 50).await);
    assert_eq!(expo.test_env.places_of(COURSE).await.len(), 75);
}
