//! Lists, totals and search, against what the candidates and orders alone say.

mod lists;
mod rebuilds;
mod records;
mod transactions;

use crate::App;
use domain::{
    CustomerId,
    payment::{AttemptState, Status},
    registration::PaymentMode,
};
use serde_json::Value;
use std::collections::BTreeMap;
use store::{
    read_model::{Aggregates, Course, Reversed, RowFilter, Sums},
    registrations::{places::PlaceAction, settle::UnpaidChange},
    tables::Table,
};
use test_support::Known;

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
                ..RowFilter::default()
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
    let numbers = |sums: &Sums| {
        [
            sums.registrations,
            sums.paid,
            u64::try_from(sums.revenue.get()).unwrap(),
        ]
    };
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

    /// How many are listed, counted and found as withdrawn and as refunded.
    async fn assert_reversed(&self, expected: [u64; 2]) {
        let (registrations, aggregates) = (self.test_env.registrations(), self.aggregates().await);
        for (reversed, expected) in Reversed::ALL.into_iter().zip(expected) {
            let filter = RowFilter {
                reversed: Some(reversed),
                ..RowFilter::default()
            };
            let listed = registrations.rows(&filter, 10, None).await.unwrap().rows;
            let found = registrations.search("asha", &filter).await.unwrap();
            let numbers = [
                listed.len() as u64,
                aggregates.matching(&filter),
                found.len() as u64,
            ];
            assert_eq!(numbers, [expected; 3], "{reversed:?}");
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
        let change = UnpaidChange {
            status,
            attempt: AttemptState::None,
            session: None,
            closed_at: None,
            place: PlaceAction::Keep,
            due: None,
        };
        let _ = registrations.record_unpaid(&order, &change).await.unwrap();
    }
}
