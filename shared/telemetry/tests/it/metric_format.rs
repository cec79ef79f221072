//! The rules of CloudWatch's specification of the embedded metric format, each checked on real lines: a line that
//! breaks one is kept as text, and its metrics are silently lost.

use crate::Log;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::time::{SystemTime, UNIX_EPOCH};
use telemetry::{INVOCATION, Invocation, Metric, count, gauge};
use tracing::level_filters::LevelFilter;

/// The units that CloudWatch knows and that are used here.
const UNITS: [&str; 3] = ["Seconds", "Milliseconds", "Count"];

/// Checks a line by the specification and returns its metrics with their units.
fn metrics(line: &Value) -> BTreeMap<String, String> {
    let root = line.as_object().unwrap();
    assert!(line.to_string().len() <= 256 * 1024);
    let metadata = root["_aws"].as_object().unwrap();
    assert_eq!(
        metadata.keys().collect::<Vec<_>>(),
        ["CloudWatchMetrics", "Timestamp"]
    );

    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis();
    let at = u128::from(
        metadata["Timestamp"]
            .as_u64()
            .expect("milliseconds, a whole number"),
    );
    assert!(now - at < 60_000, "{at} is not a moment ago, in milliseconds");

    let directives = metadata["CloudWatchMetrics"].as_array().unwrap();
    let mut found = BTreeMap::new();
    for directive in directives {
        for (name, unit) in defined(root, directive) {
            assert!(
                found.insert(name.clone(), unit).is_none(),
                "{name} is there twice"
            );
        }
    }
    found
}

/// Checks one set of metrics with the same dimensions.
fn defined(root: &Map<String, Value>, directive: &Value) -> BTreeMap<String, String> {
    let directive = directive.as_object().unwrap();
    assert_eq!(
        directive.keys().collect::<Vec<_>>(),
        ["Dimensions", "Metrics", "Namespace"]
    );
    assert_eq!(directive["Namespace"], "ScholarshipExpo");

    let sets = directive["Dimensions"].as_array().unwrap();
    assert_eq!(sets.len(), 1, "each set is another metric to be paid for");
    // At most 30, named as members of the root. An empty set is one metric over all functions.
    let dimensions = sets[0].as_array().unwrap();
    assert!(dimensions.is_empty() || dimensions == &["service"]);
    for dimension in dimensions {
        let value = root[dimension.as_str().unwrap()].as_str().expect("a text");
        assert!(!value.is_empty() && value.len() <= 1024 && value.is_ascii());
    }

    let definitions = directive["Metrics"].as_array().unwrap();
    assert!((1..=100).contains(&definitions.len()));
    let mut found = BTreeMap::new();
    for definition in definitions {
        let definition = definition.as_object().unwrap();
        assert_eq!(definition.keys().collect::<Vec<_>>(), ["Name", "Unit"]);
        let (name, unit) = (
            definition["Name"].as_str().unwrap(),
            definition["Unit"].as_str().unwrap(),
        );
        assert!(!name.is_empty() && name.len() <= 255);
        assert!(UNITS.contains(&unit), "{name}: {unit}");
        let value = root[name].as_f64().expect("a metric is a number");
        assert!(value.is_finite() && value >= 0.0, "{name}: {value}");
        assert!(
            found.insert(name.to_owned(), unit.to_owned()).is_none(),
            "{name} is there twice"
        );
    }
    found
}

/// Of an invocation that is the first of its process, and fails: it has every metric that a line can have by itself.
async fn line(work: impl Fn()) -> Value {
    let log = Log::start(LevelFilter::INFO);
    Invocation::new("1".to_owned())
        .run(async {
            work();
            tracing::error!(name: INVOCATION, route = "/api/order/{order_id}", "done");
        })
        .await;
    log.lines().remove(0)
}

fn named(metrics: &[(&str, &str)]) -> BTreeMap<String, String> {
    let owned = metrics
        .iter()
        .map(|(name, unit)| ((*name).to_owned(), (*unit).to_owned()));
    owned.collect()
}

const OF_EACH: [(&str, &str); 4] = [
    ("Requests", "Count"),
    ("Errors", "Count"),
    ("Duration", "Milliseconds"),
    ("ColdStarts", "Count"),
];

#[tokio::test]
async fn a_first_invocation_that_fails_has_its_four_metrics_and_no_others() {
    let line = line(|| ()).await;
    assert_eq!(metrics(&line), named(&OF_EACH));
    assert_eq!(line["Duration"], line["duration_ms"]);
}

#[tokio::test]
async fn each_metric_has_the_name_and_the_unit_that_alarms_know_it_by() {
    let line = line(|| {
        for metric in [
            Metric::RegistrationsCreated,
            Metric::PaymentsSettled,
            Metric::MailsSent,
            Metric::MailsFailed,
            Metric::MailsBounced,
            Metric::MailComplaints,
            Metric::MailsDelayed,
            Metric::MailEventsIgnored,
            Metric::WebhooksRefused,
            Metric::Throttled,
            Metric::ProofsRefused,
            Metric::ThrottlesSkipped,
            Metric::LinePlaces,
            Metric::LineAdmitted,
            Metric::LineMoved,
            Metric::RemindersSent,
            Metric::RemindersDropped,
        ] {
            count(metric);
        }
        gauge(Metric::LineWait, 40);
        gauge(Metric::OldestOpenOrderAge, 1_860);
        gauge(Metric::MailsWaiting, 0);
        gauge(Metric::OldestMailWaitingAge, 0);
        gauge(Metric::NeedsAttention, u64::MAX);
    })
    .await;
    let mut expected = named(&OF_EACH);
    expected.extend(named(&[
        ("RegistrationsCreated", "Count"),
        ("PaymentsSettled", "Count"),
        ("MailsSent", "Count"),
        ("MailsFailed", "Count"),
        ("MailsBounced", "Count"),
        ("MailComplaints", "Count"),
        ("MailsDelayed", "Count"),
        ("MailEventsIgnored", "Count"),
        ("WebhooksRefused", "Count"),
        ("Throttled", "Count"),
        ("ProofsRefused", "Count"),
        ("ThrottlesSkipped", "Count"),
        ("LinePlaces", "Count"),
        ("LineAdmitted", "Count"),
        ("LineMoved", "Count"),
        ("RemindersSent", "Count"),
        ("RemindersDropped", "Count"),
        ("LineWait", "Seconds"),
        ("OldestOpenOrderAge", "Seconds"),
        ("MailsWaiting", "Count"),
        ("OldestMailWaitingAge", "Seconds"),
        ("NeedsAttention", "Count"),
    ]));
    assert_eq!(metrics(&line), expected);
    assert_eq!(
        (&line["OldestOpenOrderAge"], &line["MailsWaiting"]),
        (&1_860.into(), &0.into())
    );
}
