//! What a line says, and which lines there are.

use crate::Log;
use serde_json::Value;
use telemetry::{INVOCATION, Invocation, Metric, about, count, gauge, request_id};
use tracing::level_filters::LevelFilter;

fn invocation() -> Invocation {
    Invocation::new("JKJaXmPLvHcESHA=".to_owned()).in_lambda(Some("8f5a-lambda".to_owned()))
}

/// The names of the members that CloudWatch takes for metrics.
fn for_cloudwatch(line: &Value) -> Vec<&str> {
    let directive = &line["_aws"]["CloudWatchMetrics"][0];
    let metrics = directive["Metrics"].as_array().unwrap();
    metrics
        .iter()
        .map(|metric| metric["Name"].as_str().unwrap())
        .collect()
}

#[tokio::test]
async fn a_line_is_found_by_the_id_in_the_response_and_by_lambdas_own() {
    let log = Log::start(LevelFilter::INFO);
    invocation()
        .run(async {
            assert_eq!(request_id(), "JKJaXmPLvHcESHA=");
            tracing::warn!(cause = "no answer", "tried again");
            tracing::info!(name: INVOCATION, status = 200, "GET / 200");
        })
        .await;
    for line in log.lines() {
        assert_eq!(line["request_id"], "JKJaXmPLvHcESHA=");
        assert_eq!(line["lambda_request_id"], "8f5a-lambda");
        assert_eq!(line["service"], "payments");
    }
    let [warning, last] = &log.lines()[..] else {
        panic!("{:?}", log.lines())
    };
    assert_eq!(
        (&warning["level"], &warning["message"]),
        (&"WARN".into(), &"tried again".into())
    );
    assert_eq!(warning["cause"], "no answer");
    assert_eq!(
        (&last["level"], &last["message"]),
        (&"INFO".into(), &"GET / 200".into())
    );
    assert_eq!(last["status"], 200);
    assert!(last["timestamp"].as_str().unwrap().ends_with('Z'), "{last}");
}

#[tokio::test]
async fn only_the_first_invocation_of_a_process_is_a_cold_start() {
    let log = Log::start(LevelFilter::INFO);
    tracing::info!("starting");
    for _ in 0..3 {
        invocation()
            .run(async {
                tracing::info!("on the way");
                tracing::info!(name: INVOCATION, "done");
            })
            .await;
    }
    let ends: Vec<_> = log
        .lines()
        .into_iter()
        .filter(|line| line["message"] == "done")
        .collect();
    assert_eq!(
        ends.iter()
            .map(|end| end["cold_start"].as_bool().unwrap())
            .collect::<Vec<_>>(),
        [true, false, false]
    );
    assert_eq!(
        ends.iter()
            .map(|end| end["ColdStarts"].as_u64().unwrap())
            .collect::<Vec<_>>(),
        [1, 0, 0]
    );
    assert_eq!(
        ends.iter()
            .map(|end| for_cloudwatch(end).contains(&"ColdStarts"))
            .collect::<Vec<_>>(),
        [true, false, false]
    );
}

#[tokio::test]
async fn an_invocation_that_ends_in_an_error_counts_as_one_and_no_other_line_does() {
    let log = Log::start(LevelFilter::INFO);
    invocation()
        .run(async {
            tracing::error!("something on the way");
            tracing::info!(name: INVOCATION, "done all the same");
        })
        .await;
    invocation()
        .run(async { tracing::error!(name: INVOCATION, "failed") })
        .await;
    let [on_the_way, done, failed] = &log.lines()[..] else {
        panic!("{:?}", log.lines())
    };
    assert_eq!((on_the_way.get("Errors"), on_the_way.get("_aws")), (None, None));
    assert_eq!((&done["Errors"], &done["Requests"]), (&0.into(), &1.into()));
    assert_eq!((&failed["Errors"], &failed["Requests"]), (&1.into(), &1.into()));
    let sent = |line| for_cloudwatch(line).contains(&"Errors");
    assert_eq!((sent(done), sent(failed)), (false, true));
}

#[tokio::test]
async fn a_count_belongs_to_the_invocation_in_which_it_happened() {
    let log = Log::start(LevelFilter::INFO);
    count(Metric::MailsSent);
    let work = async |mails: usize| {
        for _ in 0..mails {
            count(Metric::MailsSent);
            tokio::task::yield_now().await;
        }
        gauge(Metric::MailsWaiting, 7);
        gauge(Metric::MailsWaiting, 5);
        tracing::info!(name: INVOCATION, mails, "done");
    };
    let (first, second, none) = (invocation(), invocation(), invocation());
    tokio::join!(first.run(work(3)), second.run(work(1)), none.run(work(0)));
    for line in log.lines() {
        let mails = line["mails"].as_u64().unwrap();
        assert_eq!(
            line.get("MailsSent").map(|sent| sent.as_u64().unwrap()),
            (mails > 0).then_some(mails)
        );
        assert_eq!(line["MailsWaiting"], 5);
    }
    assert_eq!(log.lines().len(), 3);
}

#[tokio::test]
async fn a_raised_log_level_keeps_the_lines_with_the_metrics() {
    let log = Log::start(LevelFilter::ERROR);
    invocation()
        .run(async {
            tracing::warn!("unheard");
            tracing::info!(name: INVOCATION, "done");
        })
        .await;
    assert_eq!(log.lines().len(), 1);
    assert_eq!(log.lines()[0]["Requests"], 1);
}

#[tokio::test]
async fn log_lines_of_the_clients_below_info_are_never_written() {
    let log = Log::start(LevelFilter::INFO);
    invocation()
        .run(async {
            tracing::debug!(body = "PERSONAL", "sending");
            let span = tracing::info_span!("request", header = "PERSONAL");
            span.in_scope(|| tracing::info!(name: INVOCATION, "done"));
        })
        .await;
    assert_eq!(log.lines().len(), 1);
    assert!(!log.lines()[0].to_string().contains("PERSONAL"));
}

#[tokio::test]
async fn the_last_line_names_the_candidates_of_its_invocation_and_no_other() {
    let log = Log::start(LevelFilter::INFO);
    for candidates in [&["C2", "C1", "C2"][..], &[]] {
        invocation()
            .run(async {
                candidates.iter().for_each(about);
                tracing::info!(name: INVOCATION, "done");
            })
            .await;
    }
    about(&"C3");
    let [named, without] = &log.lines()[..] else {
        panic!("{:?}", log.lines())
    };
    assert_eq!(named["candidate"], "C1 C2");
    assert_eq!(without.get("candidate"), None);
}

#[tokio::test]
async fn of_many_candidates_each_is_named_and_no_line_names_more_than_forty() {
    let log = Log::start(LevelFilter::INFO);
    invocation()
        .run(async {
            (0..100).for_each(|number| about(&format!("C{number:03}")));
            tracing::info!(name: INVOCATION, "done");
        })
        .await;
    let lines = log.lines();
    let named: Vec<Vec<&str>> = lines
        .iter()
        .map(|line| line["candidate"].as_str().unwrap().split(' ').collect())
        .collect();
    assert_eq!(named.iter().map(Vec::len).collect::<Vec<_>>(), [40, 40, 20]);
    assert_eq!(named.concat().len(), 100);
}
