//! What a run says of itself and of what still waits.

use crate::{App, with_clock};
use aws_emulation::Fault;
use domain::{AttentionKind, Clock};
use serde_json::{Value, json};
use store::{registrations::attention::Flag, tables::Table};
use test_support::{ALL, Fault as DatabaseFault, Log, SINGLE, TestEnv};
use time::{Duration, format_description::well_known::Rfc3339};

/// The line of a run that begins now.
async fn line_of_a_run(app: &App) -> Value {
    let log = Log::start();
    log.event(app.run()).await;
    let mut lines = log.invocations();
    assert_eq!(lines.len(), 1, "{}", log.text());
    for personal in ["asha", "binu", "9876543210", "example.com"] {
        assert!(!log.text().contains(personal), "{}", log.text());
    }
    lines.remove(0)
}

/// Age of the oldest open order, mails that wait, age of the oldest of them, flags.
fn backlog(line: &Value) -> [u64; 4] {
    let named = line["_aws"]["CloudWatchMetrics"][0]["Metrics"]
        .as_array()
        .unwrap();
    [
        "OldestOpenOrderAge",
        "MailsWaiting",
        "OldestMailWaitingAge",
        "NeedsAttention",
    ]
    .map(|metric| {
        assert!(named.iter().any(|named| named["Name"] == metric), "{line}");
        line[metric].as_u64().unwrap()
    })
}

#[tokio::test]
async fn when_nothing_waits_every_metric_is_published_as_zero() {
    let app = App::start().await;
    let line = line_of_a_run(&app).await;
    assert_eq!(backlog(&line), [0; 4]);
    assert_eq!(line["message"], "reconciled");
    assert_eq!(
        (&line["settled"], &line["sync_resumed"]),
        (&0.into(), &false.into())
    );
}

#[tokio::test]
async fn the_oldest_open_order_has_its_age_until_it_has_expired() {
    let app = App::start().await;
    let began = app.test_env.clock.now();
    app.test_env.open_order(SINGLE, "asha@example.com").await;
    app.test_env.clock.advance(Duration::minutes(7));
    app.test_env.open_order(SINGLE, "binu@example.com").await;
    for (minutes, age) in [(7, 420), (20, 1_200), (30, 1_800), (31, 1_440), (38, 0), (89, 0)] {
        app.test_env.clock.set_to(began + Duration::minutes(minutes));
        let line = line_of_a_run(&app).await;
        assert_eq!(backlog(&line)[0], age, "after {minutes} minutes");
    }
}

#[tokio::test]
async fn an_order_that_the_provider_cannot_be_asked_about_grows_older() {
    let app = App::start().await;
    app.test_env.open_order(SINGLE, "asha@example.com").await;
    app.test_env
        .provider
        .fail_always(None, provider_simulator::Fault::Status { status: 503 });
    let mut ages = Vec::new();
    for _ in 0..4 {
        app.test_env.clock.advance(Duration::minutes(30));
        ages.push(backlog(&line_of_a_run(&app).await)[0]);
    }
    assert_eq!(ages, [1_800, 3_600, 5_400, 7_200]);
}

#[tokio::test]
async fn mails_wait_from_their_payment_on_until_they_are_sent() {
    let app = App::start().await;
    app.test_env.paid_order(SINGLE, "asha@example.com").await;
    app.test_env.clock.advance(Duration::minutes(3));
    app.test_env.paid_order(ALL, "binu@example.com").await;
    app.test_env.mailbox.fail(Fault::Down);
    let line = line_of_a_run(&app).await;
    assert_eq!(backlog(&line)[1..3], [2, 180]);
    assert_eq!((&line["unmailed"], &line["MailsFailed"]), (&1.into(), &1.into()));
    app.test_env.mailbox.heal();
    app.test_env.clock.advance(Duration::minutes(4));
    let line = line_of_a_run(&app).await;
    assert_eq!(backlog(&line)[1..3], [0, 0]);
    assert_eq!((&line["mailed"], &line["MailsSent"]), (&2.into(), &2.into()));
}

#[tokio::test]
async fn flags_are_counted() {
    let app = App::start().await;
    for (kind, email) in [
        (AttentionKind::Refunded, "asha@example.com"),
        (AttentionKind::Disputed, "binu@example.com"),
    ] {
        let order = app.test_env.open_order(SINGLE, email).await;
        let flag = Flag::new(&order, kind, app.test_env.clock.now());
        app.test_env.registrations().flag(&flag).await.unwrap();
    }
    assert_eq!(backlog(&line_of_a_run(&app).await)[3], 2);
}

#[tokio::test]
async fn a_failed_count_of_flags_does_not_stop_the_run() {
    let app = App::start().await;
    app.test_env.open_order(SINGLE, "asha@example.com").await;
    app.test_env.paid_order(ALL, "binu@example.com").await;
    app.test_env.clock.advance(Duration::minutes(2));
    app.test_env.database.set(DatabaseFault::IndexDown("attention"));
    let line = line_of_a_run(&app).await;
    assert_eq!((&line["settled"], &line["mailed"]), (&1.into(), &1.into()));
    assert_eq!(
        (line.get("MailsWaiting"), line.get("NeedsAttention")),
        (Some(&0.into()), None)
    );
    assert_eq!(line["RegistrationOpen"], 0);
}

#[tokio::test]
async fn without_an_answer_afterwards_the_metrics_are_those_from_before() {
    let app = App::start().await;
    app.test_env.paid_order(SINGLE, "asha@example.com").await;
    app.test_env.clock.advance(Duration::minutes(2));
    app.test_env.database.set(DatabaseFault::CrashBefore(0));
    let line = line_of_a_run(&app).await;
    assert_eq!((&line["mailed"], &line["unmailed"]), (&0.into(), &1.into()));
    assert_eq!(
        (&line["MailsWaiting"], &line["OldestMailWaitingAge"]),
        (&1.into(), &120.into())
    );
    // A table that does not answer is not taken for hours in which nobody may register.
    assert_eq!(
        (line.get("NeedsAttention"), line.get("RegistrationOpen")),
        (None, None)
    );
}

#[tokio::test]
async fn flags_without_an_answer_do_not_hold_the_run_up_until_it_is_cut_off() {
    let app = App::start().await;
    app.test_env
        .database
        .set(DatabaseFault::IndexStalled("attention"));
    let log = Log::start();
    log.event(app.run()).await;
    assert!(
        log.text()
            .contains("a look into a table was not answered in time"),
        "{}",
        log.text()
    );
    assert_eq!(log.invocations()[0]["message"], "reconciled");
}

#[tokio::test]
async fn a_run_that_has_taken_long_skips_the_backlog() {
    let test_env = TestEnv::start().await;
    let late = Clock::from_fn({
        let clock = test_env.clock.clone();
        move || {
            clock.advance(Duration::seconds(46));
            clock.now()
        }
    });
    let reconciler = with_clock(&test_env, late).await;
    test_env.database.start_meter();
    reconciler.run().await.unwrap();
    // The jobs of the sheet, of the exports, of the lists, of messages and of bulk actions, the query for due items, and twice
    // which exams' seats are published.
    assert_eq!(test_env.database.cost().requests, 5 + 14 + 2);
}

#[tokio::test]
async fn a_payment_that_the_run_finds_is_counted() {
    let app = App::start().await;
    let order = app.test_env.open_order(SINGLE, "asha@example.com").await;
    app.test_env.attempt(
        order.order_id.as_str(),
        provider_simulator::PaymentStatus::Success,
    );
    app.test_env.clock.advance(Duration::minutes(2));
    assert_eq!(line_of_a_run(&app).await["PaymentsSettled"], 1);
    assert_eq!(line_of_a_run(&app).await.get("PaymentsSettled"), None);
}

/// Of what is there a hundred times as much costs no more.
#[tokio::test]
async fn the_backlog_query_is_bounded_however_much_waits() {
    let app = App::start().await;
    // The first run of a day writes its report down.
    line_of_a_run(&app).await;
    let later = (app.test_env.clock.now() + Duration::days(1)).unix_timestamp();
    let since = "2025-05-20T09:00:00Z";
    let mails = (0..2_000).map(|number| {
        json!({ "pk": format!("REG#M{number}"), "sk": "MAIL#x", "kind": "MAIL", "created_at": since,
                "due_shard": "DUE#MAIL#0", "due_at": later + number })
    });
    let orders = (0..2_000).map(|number| {
        json!({ "pk": format!("REG#O{number}"), "sk": "ORDER#x", "kind": "ORDER", "created_at": since,
                "status": "EXPIRED", "due_shard": "DUE#ORDER#0", "due_at": later + number })
    });
    let flags = (0..2_000).map(|number| {
        json!({ "pk": format!("REG#F{number}"), "sk": "ATTENTION#x", "kind": "ATTENTION",
                "attention_shard": "ATTENTION", "attention_at": format!("{number:014}#x") })
    });
    app.test_env
        .put_all(Table::Registrations, mails.chain(orders).chain(flags))
        .await;
    app.test_env.database.start_meter();
    let line = line_of_a_run(&app).await;
    let cost = app.test_env.database.cost();
    let [oldest_order, mails, _, flags] = backlog(&line);
    assert_eq!((oldest_order, mails, flags), (0, 500, 1_000));
    // The jobs of the sheet, of the exports, of the lists, of messages and of bulk actions, and one look at two shards of each of
    // four lanes, two of refunds, two of disputes, two of mails, the flags, the sale window, and the requests, mails about orders, for two crowds, about
    // accounts, invitations, daily reports, moved exams, exams whose places are to be given, and reminders that are due; the report
    // of the day; and twice which exams' seats are published.
    assert_eq!((cost.requests, cost.at_once), (5 + 26 + 1 + 2, 1));
    assert!(cost.units < 60.0, "{cost:?}");
}

#[tokio::test]
async fn whether_registration_is_open_is_told_in_announced_hours_alone() {
    let app = App::start().await;
    let now = app.test_env.clock.now();
    assert_eq!(
        line_of_a_run(&app).await["RegistrationOpen"],
        0,
        "no window is set"
    );
    let moment = |minutes| (now + Duration::minutes(minutes)).format(&Rfc3339).unwrap();
    let settings = json!({ "pk": "EVENT", "sk": "SETTINGS", "version": 1, "opens_at": moment(1), "closes_at": moment(3) });
    app.test_env.put(Table::Registrations, &settings).await;
    for open in [0, 1, 1, 0] {
        assert_eq!(line_of_a_run(&app).await["RegistrationOpen"], open);
        app.test_env.clock.advance(Duration::minutes(1));
    }
    app.test_env.clock.set_to(now + Duration::minutes(2));
    let ended = json!({ "pk": "EVENT", "sk": "REGISTRATION_CLOSED", "at": moment(2), "by": "asha" });
    app.test_env.put(Table::Registrations, &ended).await;
    assert_eq!(line_of_a_run(&app).await["RegistrationOpen"], 0);
}
