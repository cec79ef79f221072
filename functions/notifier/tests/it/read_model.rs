//! Lists, totals and search, against what the candidates and orders alone say.

use crate::App;
use domain::{
    CustomerId, OrderId, Paise,
    payment::{AttemptState, Change, PassValidity, RefundEvent, RefundId, Status},
    registration::PaymentMode,
};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use store::{
    read_model::{Aggregates, Course, RowFilter, Sums},
    registrations::settle::Unpaid,
    tables::Table,
};
use test_support::{Draw, Fault, Known, SINGLE, rebuild, record};
use time::{Duration, macros::datetime};

/// A search is eight reads: of the mixes of filters one in so many is searched, too. The tests of `customers` search
/// more of them.
const SEARCHED: usize = 12;

/// Every mix of filters, without the e-mail.
fn filters() -> Vec<RowFilter> {
    let statuses = std::iter::once(None).chain(Status::ALL.map(Some));
    let courses = [
        "allColleges",
        "backwater-bca",
        "spice-coast-bba",
        "nobody-chose-it",
    ];
    let courses: Vec<_> = std::iter::once(None).chain(courses.map(Course::parse)).collect();
    statuses
        .flat_map(|status| {
            std::iter::once(None)
                .chain(PaymentMode::ALL.map(Some))
                .map(move |mode| (status, mode))
        })
        .flat_map(|(status, payment_mode)| {
            courses.iter().map(move |course| RowFilter {
                status,
                payment_mode,
                course: course.clone(),
            })
        })
        .collect()
}

fn admits(filter: &RowFilter, known: &Known) -> bool {
    filter.status.is_none_or(|status| status.as_str() == known.status)
        && filter.payment_mode.is_none_or(|mode| mode.as_str() == known.mode)
        && filter
            .course
            .as_ref()
            .is_none_or(|course| course.as_str() == known.course)
}

/// The aggregates by name, reckoned from what is known.
fn reckon(everybody: &[Known]) -> BTreeMap<String, [u64; 3]> {
    let mut aggregates: BTreeMap<String, [u64; 3]> = BTreeMap::new();
    let mut add = |name: String, numbers: [u64; 3]| {
        let total = aggregates.entry(name).or_default();
        for (sum, number) in total.iter_mut().zip(numbers) {
            *sum += number;
        }
    };
    for known in everybody {
        let revenue = known.paid.iter().map(|(_, amount)| amount).sum();
        let whole = [1, u64::from(!known.paid.is_empty()), revenue];
        add(
            format!("kind {} {} {}", known.status, known.mode, known.course),
            [1, 0, 0],
        );
        add(format!("package {}", known.package), whole);
        if !known.college.is_empty() {
            add(format!("college {}", known.college), whole);
        }
        add(format!("day {}", known.day), [1, 0, 0]);
        for (number, (day, amount)) in known.paid.iter().enumerate() {
            add(format!("day {day}"), [0, u64::from(number == 0), *amount]);
        }
    }
    aggregates
}

/// The aggregates by name, as they are kept, without those that are nothing.
fn kept(aggregates: &Aggregates) -> BTreeMap<String, [u64; 3]> {
    let numbers = |sums: &Sums| [sums.registrations, sums.paid, sums.revenue.get()];
    let kinds = aggregates.kinds.iter().map(|kind| {
        let name = format!(
            "kind {} {} {}",
            kind.status,
            kind.payment_mode.as_str(),
            kind.course.as_str()
        );
        (name, [kind.count, 0, 0])
    });
    let days = aggregates
        .days
        .iter()
        .map(|day| (format!("day {}", day.day), numbers(&day.sums)));
    let packages = aggregates
        .packages
        .iter()
        .map(|it| (format!("package {}", it.id), numbers(&it.sums)));
    let colleges = aggregates
        .colleges
        .iter()
        .map(|it| (format!("college {}", it.id), numbers(&it.sums)));
    let all = kinds.chain(days).chain(packages).chain(colleges);
    all.filter(|(_, numbers)| *numbers != [0, 0, 0]).collect()
}

impl App {
    /// Everything that the stream has brought, in batches as Lambda fills them.
    pub(crate) async fn run_stream(&self) {
        for batch in self.records().chunks(100) {
            assert_eq!(self.handle(batch).await, Vec::<String>::new());
        }
    }

    /// What the template's filter lets through.
    fn records(&self) -> Vec<Value> {
        let mut records = self.test_env.stream(Table::Registrations);
        records.retain(|record| {
            let images = &record["dynamodb"];
            let image = images.get("NewImage").or(images.get("OldImage"));
            image.is_some_and(|image| {
                ["CANDIDATE", "ORDER"].contains(&image["kind"]["S"].as_str().unwrap_or_default())
            })
        });
        records
    }

    async fn aggregates(&self) -> Aggregates {
        self.test_env.registrations().aggregates().await.unwrap()
    }

    /// Compares every list and every aggregate with what the candidates and orders say.
    pub(crate) async fn assert_right(&self) {
        let everybody = self.test_env.everybody().await;
        let aggregates = self.aggregates().await;
        assert_eq!(kept(&aggregates), reckon(&everybody));
        let registrations = self.test_env.registrations();
        for (number, filter) in filters().into_iter().enumerate() {
            let rows = registrations.rows(&filter, 1_000, None).await.unwrap().rows;
            let listed: Vec<String> = rows.iter().map(|row| row.customer_id.to_string()).collect();
            let expected = everybody.iter().filter(|known| admits(&filter, known));
            let expected: Vec<String> = expected.map(|known| known.customer_id.clone()).collect();
            assert_eq!(listed, expected, "{filter:?}");
            assert_eq!(aggregates.matching(&filter), expected.len() as u64, "{filter:?}");
            assert!(rows.iter().all(|row| filter.admits(row)));
            if number % SEARCHED != 0 {
                continue;
            }
            let found = registrations.search("ash", &filter).await.unwrap();
            let found: Vec<String> = found
                .iter()
                .map(|place| place.customer().unwrap().to_string())
                .collect();
            let by_email = everybody
                .iter()
                .filter(|known| admits(&filter, known) && known.email.starts_with("ash"));
            let by_email: Vec<String> = by_email.map(|known| known.customer_id.clone()).collect();
            assert_eq!(found, by_email, "{filter:?}");
        }
    }

    async fn set_status(&self, id: &CustomerId, status: Status) {
        let registrations = self.test_env.registrations();
        let order = registrations
            .candidate(id)
            .await
            .unwrap()
            .unwrap()
            .orders
            .remove(0);
        let change = Unpaid {
            status,
            attempt: AttemptState::None,
            session: None,
            closed_at: None,
            due: None,
        };
        let _ = registrations.record_unpaid(&order, &change).await.unwrap();
    }
}

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
async fn every_mix_of_filters_lists_and_counts_the_right_candidates() {
    for seed in 1..=3 {
        let app = App::start().await;
        app.test_env.seed_candidates(seed, 40).await;
        app.run_stream().await;
        app.assert_right().await;
    }
}

#[tokio::test]
async fn duplicate_late_or_reordered_records_change_nothing_more() {
    let app = App::start().await;
    app.test_env.seed_candidates(7, 25).await;
    let mut records = app.records();
    let mut draw = Draw::new(7);
    draw.shuffle(&mut records);
    for batch in records.chunks(7) {
        assert_eq!(app.handle(batch).await, Vec::<String>::new());
    }
    app.assert_right().await;
    let before = app.test_env.dump(Table::Registrations).await;
    for _ in 0..3 {
        draw.shuffle(&mut records);
        assert_eq!(app.handle(&records).await, Vec::<String>::new());
    }
    assert_eq!(app.test_env.dump(Table::Registrations).await, before);
}

#[tokio::test]
async fn a_status_that_changes_moves_the_candidate_from_list_to_list() {
    let app = App::start().await;
    let seeded = app.test_env.seed_candidates(11, 12).await;
    app.run_stream().await;
    let mut draw = Draw::new(11);
    for _ in 0..40 {
        let id = &draw.one_of(&seeded.iter().collect::<Vec<_>>()).customer_id;
        app.set_status(
            id,
            draw.one_of(&[Status::Active, Status::Failed, Status::Expired, Status::Unknown]),
        )
        .await;
        assert!(
            app.handle(&[record("MODIFY", "ORDER", id.as_str())])
                .await
                .is_empty()
        );
    }
    app.assert_right().await;
}

#[tokio::test]
async fn a_payment_counts_on_the_day_in_india_on_which_it_is_made() {
    let app = App::start().await;
    // Half past midnight in India is still the day before in UTC.
    app.test_env.clock.set_to(datetime!(2025-05-20 19:00 UTC));
    let order = app.test_env.written_order(SINGLE, "asha@example.com").await;
    app.test_env.clock.advance(Duration::days(2));
    app.test_env.record_paid(&order).await;
    app.run_stream().await;
    let aggregates = app.aggregates().await;
    let of = |day: &str| aggregates.days.iter().find(|it| it.day == day).unwrap().sums;
    assert_eq!((of("2025-05-21").registrations, of("2025-05-21").paid), (1, 0));
    assert_eq!((of("2025-05-23").registrations, of("2025-05-23").paid), (0, 1));
    assert_eq!(of("2025-05-23").revenue, order.amount);
    assert_eq!(aggregates.revenue(), order.amount);
    assert_eq!(aggregates.packages[0].name, "Single Exam Access");
    app.assert_right().await;
}

#[tokio::test]
async fn a_candidate_who_pays_twice_is_one_paid_candidate_and_twice_the_revenue() {
    let app = App::start().await;
    let first = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    app.test_env.clock.advance(Duration::days(1));
    let mut second = first.clone();
    second.order_id = OrderId::parse(&format!("{}-SECOND", first.customer_id)).unwrap();
    second.paid_at = Some(app.test_env.clock.now());
    let mut item = serde_json::to_value(&second).unwrap();
    item["pk"] = json!(format!("REG#{}", first.customer_id));
    item["sk"] = json!(format!("ORDER#{}", second.order_id));
    item["kind"] = json!("ORDER");
    app.test_env.put(Table::Registrations, &item).await;
    app.run_stream().await;
    app.assert_right().await;
    let aggregates = app.aggregates().await;
    assert_eq!(aggregates.revenue().get(), 2 * first.amount.get());
    assert_eq!(aggregates.packages[0].sums.paid, 1);
    assert_eq!(aggregates.days.iter().map(|day| day.sums.paid).sum::<u64>(), 1);
}

#[tokio::test]
async fn a_refund_leaves_the_revenue_of_the_day_of_its_payment_and_the_candidate_paid() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, "asha@example.com").await;
    app.run_stream().await;
    app.test_env.clock.advance(Duration::days(3));
    let refunded = |id: &str, paise| Change::RefundReported {
        refund_id: RefundId::parse(id).unwrap(),
        amount: Some(Paise::new(paise)),
        event: RefundEvent::Succeeded,
    };
    for (id, paise, left, validity) in [
        ("RF1", 40_000, 60_000, PassValidity::Valid),
        ("RF2", 60_000, 0, PassValidity::Withdrawn),
    ] {
        app.test_env.change_paid(&order, refunded(id, paise)).await;
        app.run_stream().await;
        let aggregates = app.aggregates().await;
        assert_eq!(aggregates.revenue().get(), left);
        assert_eq!(aggregates.days.len(), 1);
        assert_eq!(aggregates.days[0].sums.revenue.get(), left);
        assert_eq!(aggregates.packages[0].sums.revenue.get(), left);
        assert_eq!(aggregates.colleges[0].sums.revenue.get(), left);
        assert_eq!(aggregates.with_status(Status::Paid), 1);
        let filter = RowFilter::default();
        let rows = app
            .test_env
            .registrations()
            .rows(&filter, 10, None)
            .await
            .unwrap()
            .rows;
        assert_eq!(rows[0].validity(), Some(validity));
    }
}

#[tokio::test]
async fn several_records_of_one_candidate_are_one_computation() {
    let app = App::start().await;
    let order = app.test_env.open_order(SINGLE, "asha@example.com").await;
    let id = order.customer_id.as_str();
    let records = [
        record("INSERT", "CANDIDATE", id),
        record("INSERT", "ORDER", id),
        record("MODIFY", "ORDER", id),
    ];
    app.test_env.database.set(Fault::None);
    app.handle(&records).await;
    assert_eq!(
        app.test_env.database.requests(),
        3,
        "the candidate, the head of the shard, the transaction"
    );
    app.test_env.database.set(Fault::None);
    app.handle(&records).await;
    assert_eq!(app.test_env.database.requests(), 2, "nothing has changed");
}

#[tokio::test]
async fn batches_side_by_side_count_everybody_once() {
    let app = App::start().await;
    app.test_env.seed_candidates(3, 10).await;
    let records = app.records();
    let done = futures::future::join_all((0..4).map(|_| app.handle(&records))).await;
    // A batch that met too many conflicts reports its records, and the stream retries them.
    for failed in done {
        let again: Vec<Value> = records
            .iter()
            .filter(|record| {
                failed
                    .iter()
                    .any(|number| record["dynamodb"]["SequenceNumber"] == **number)
            })
            .cloned()
            .collect();
        assert!(app.handle(&again).await.is_empty());
    }
    app.assert_right().await;
}

#[tokio::test]
async fn without_the_condition_on_the_row_batches_side_by_side_count_twice() {
    let app = App::start().await;
    app.test_env.seed_candidates(3, 10).await;
    let records = app.records();
    app.test_env.database.set(Fault::NoConditions);
    futures::future::join_all((0..4).map(|_| app.handle(&records))).await;
    app.test_env.database.set(Fault::None);
    assert_ne!(
        kept(&app.aggregates().await),
        reckon(&app.test_env.everybody().await),
        "the control of the test above"
    );
}

#[tokio::test]
async fn a_row_that_cannot_be_written_is_retried_and_the_mails_of_the_batch_are_sent() {
    for fault in [Fault::Conflict, Fault::CrashBefore(1)] {
        let app = App::start().await;
        let paid = app.test_env.paid_order(SINGLE, "asha@example.com").await;
        let order = app.test_env.open_order(SINGLE, "binu@example.com").await;
        let id = order.customer_id.as_str();
        let records = [
            record("INSERT", "CANDIDATE", id),
            record("INSERT", "ORDER", id),
            crate::new_mail("mail", paid.order_id.as_str()),
        ];
        app.test_env.database.set(fault);
        let failed = app.handle(&records).await;
        assert_eq!(
            failed,
            [format!("{id}-CANDIDATE"), format!("{id}-ORDER")],
            "{fault:?}"
        );
        if fault == Fault::Conflict {
            assert_eq!(app.mails_about(&paid), 1);
        }
        app.test_env.database.set(Fault::None);
        assert!(app.handle(&records).await.is_empty());
        assert_eq!(app.aggregates().await.candidates(), 1);
    }
}

/// Registers so many, and returns their records, two for each.
async fn registered(app: &App, count: u32) -> Vec<Value> {
    let mut records = Vec::new();
    for number in 0..count {
        let email = format!("asha{number}@example.com");
        let order = app.test_env.open_order(SINGLE, &email).await;
        records.extend(["CANDIDATE", "ORDER"].map(|kind| record("INSERT", kind, order.customer_id.as_str())));
    }
    records
}

#[tokio::test]
async fn the_candidates_of_a_batch_share_transactions() {
    let app = App::start().await;
    let records = registered(&app, 30).await;
    app.test_env.database.set(Fault::None);
    assert!(app.handle(&records).await.is_empty());
    // Nine new items for each candidate, at most a hundred in a transaction.
    assert_eq!(app.test_env.database.writes(), 3);
    app.assert_right().await;
    app.test_env.database.set(Fault::None);
    assert!(app.handle(&records).await.is_empty());
    assert_eq!(app.test_env.database.writes(), 0, "nothing has changed");
}

#[tokio::test]
async fn a_candidate_that_cannot_be_read_does_not_hold_up_the_others_of_its_batch() {
    let app = App::start().await;
    let records = registered(&app, 20).await;
    let items = app.test_env.dump(Table::Registrations).await;
    let is_tenth = |item: &&Value| item["kind"] == "ORDER" && item["person"]["email"] == "asha9@example.com";
    let order = items.iter().find(is_tenth).unwrap();
    let mut broken = order.clone();
    broken["amount"] = json!("much");
    app.test_env.put(Table::Registrations, &broken).await;
    let id = order["customer_id"].as_str().unwrap();
    let its_own = [format!("{id}-CANDIDATE"), format!("{id}-ORDER")];
    assert_eq!(app.handle(&records).await, its_own);
    assert_eq!(app.aggregates().await.candidates(), 19);

    app.test_env.put(Table::Registrations, order).await;
    assert!(app.handle(&records).await.is_empty());
    app.assert_right().await;
}

#[tokio::test]
async fn a_candidate_in_contention_does_not_hold_up_the_others_of_its_batch() {
    let app = App::start().await;
    let records = registered(&app, 20).await;
    app.test_env
        .database
        .set(Fault::ConflictAbout("asha9@example.com"));
    let failed = app.handle(&records).await;
    let items = app.test_env.dump(Table::Registrations).await;
    let ninth = items
        .iter()
        .find(|item| item["person"]["email"] == "asha9@example.com");
    let id = ninth.unwrap()["customer_id"].as_str().unwrap();
    assert_eq!(failed, [format!("{id}-CANDIDATE"), format!("{id}-ORDER")]);
    assert_eq!(app.aggregates().await.candidates(), 19);

    app.test_env.database.set(Fault::None);
    assert!(app.handle(&records).await.is_empty());
    app.assert_right().await;
}

#[tokio::test]
async fn a_crash_between_the_transactions_of_a_batch_is_repaired_when_its_records_are_retried() {
    for crash in (0..4).flat_map(|write| [Fault::CrashBefore(write), Fault::CrashAfter(write)]) {
        let app = App::start().await;
        let records = registered(&app, 30).await;
        app.test_env.database.set(crash);
        let _ = app.handle(&records).await;
        app.test_env.database.set(Fault::None);
        assert!(app.handle(&records).await.is_empty(), "{crash:?}");
        app.assert_right().await;
    }
}

#[tokio::test]
async fn a_write_whose_answer_was_lost_is_not_counted_again() {
    let app = App::start().await;
    let order = app.test_env.open_order(SINGLE, "asha@example.com").await;
    let records = [record("INSERT", "ORDER", order.customer_id.as_str())];
    app.test_env.database.set(Fault::CrashAfter(0));
    assert_eq!(app.handle(&records).await.len(), 1);
    app.test_env.database.set(Fault::None);
    assert!(app.handle(&records).await.is_empty());
    app.assert_right().await;
}

#[tokio::test]
async fn an_older_read_does_not_overwrite_a_newer_row() {
    let app = App::start().await;
    let order = app.test_env.open_order(SINGLE, "asha@example.com").await;
    app.run_stream().await;
    // The row was made from a later state than the one that this look finds.
    let items = app.test_env.dump(Table::Registrations).await;
    let mut projection = items
        .into_iter()
        .find(|item| item["kind"] == "PROJECTION")
        .unwrap();
    projection["basis"] = json!(1_000);
    projection["row"]["status"] = json!("FAILED");
    app.test_env.put(Table::Registrations, &projection).await;
    let again = [record("MODIFY", "ORDER", order.customer_id.as_str())];
    assert_eq!(app.handle(&again).await.len(), 1);
    let items = app.test_env.dump(Table::Registrations).await;
    assert!(items.contains(&projection));
}

#[tokio::test]
async fn a_candidate_that_is_removed_is_in_no_list_and_no_total() {
    let app = App::start().await;
    let seeded = app.test_env.seed_candidates(5, 6).await;
    app.run_stream().await;
    let gone = seeded[2].customer_id.as_str();
    for item in app.test_env.dump(Table::Registrations).await {
        if item["pk"] == format!("REG#{gone}") && item["kind"] != "PROJECTION" {
            app.test_env.delete(Table::Registrations, &item).await;
        }
    }
    assert!(
        app.handle(&[record("REMOVE", "CANDIDATE", gone)])
            .await
            .is_empty()
    );
    app.assert_right().await;
    let items = app.test_env.dump(Table::Registrations).await;
    let left = items
        .iter()
        .filter(|item| item["sk"].as_str().unwrap().contains(gone) || item["pk"] == format!("REG#{gone}"));
    assert_eq!(left.count(), 0);
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
