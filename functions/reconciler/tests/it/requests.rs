//! Requests for the passes of an address that the stream did not answer.

use crate::App;
use aws_emulation::Fault as MailFault;
use domain::Email;
use reconciler::Summary;
use serde_json::{Value, json};
use store::{PassRequests, Write, tables::Table};
use test_support::{Fault, Log, SINGLE};
use time::Duration;

const ASHA: &str = "asha@example.com";

const NOTHING: Summary = Summary {
    settled: 0,
    unsettled: 0,
    refunds: 0,
    refunds_unsettled: 0,
    mailed: 0,
    unmailed: 0,
    reminded: 0,
    unreminded: 0,
    left: 0,
    sync_resumed: false,
    exports_resumed: 0,
    imports_resumed: 0,
    messages_resumed: 0,
    bulk_resumed: 0,
    seats: 0,
    unseated: 0,
};

const ANSWERED: Summary = Summary { mailed: 1, ..NOTHING };
const FAILED: Summary = Summary {
    unmailed: 1,
    ..NOTHING
};

impl App {
    fn requests(&self) -> PassRequests {
        PassRequests::from_env(&self.test_env.env()).unwrap()
    }

    async fn ask(&self, email: &str) {
        let email = Email::parse(email).unwrap();
        let asked = self.requests().ask(&email, self.test_env.clock.now()).await;
        assert_eq!(asked.unwrap(), Write::Done);
    }

    async fn request(&self) -> Value {
        let items = self.test_env.dump(Table::Registrations).await;
        let mut requests = items.into_iter().filter(|item| item["kind"] == "PASS_REQUEST");
        requests.next().unwrap()
    }

    fn receivers_of_passes(&self) -> Vec<String> {
        let mails = self.test_env.mailbox.mails();
        mails.into_iter().map(|mail| mail.to).collect()
    }
}

/// Somebody who has paid, got the mail, and asks for it again.
async fn start() -> App {
    let app = App::start().await;
    app.paid_by(ASHA).await;
    app.ask(ASHA).await;
    app
}

impl App {
    async fn paid_by(&self, email: &str) {
        self.test_env.paid_order(SINGLE, email).await;
        assert_eq!(self.run_after(Duration::minutes(3)).await, ANSWERED);
        self.test_env.mailbox.clear();
    }
}

#[tokio::test]
async fn a_request_that_the_stream_lost_is_answered_by_the_next_run_once() {
    let app = start().await;
    let log = Log::start();
    assert_eq!(log.event(app.run()).await, ANSWERED);
    assert_eq!(app.run_after(Duration::minutes(2)).await, NOTHING);
    assert_eq!(app.receivers_of_passes(), [ASHA]);
    assert!(!log.text().contains("asha"), "{}", log.text());
    let request = app.request().await;
    assert!(
        request.get("due_at").is_none() && request.get("lease").is_none(),
        "{request}"
    );
    let ends = request["expires"].as_i64().unwrap();
    let pause = ends - app.test_env.clock.now().unix_timestamp();
    assert_eq!(
        pause,
        (24 * 60 - 2) * 60,
        "TTL takes it a day after the mail, which counts for that long"
    );
}

#[tokio::test]
async fn a_request_of_an_address_without_a_pass_ends_without_a_mail() {
    let app = App::start().await;
    app.ask("nobody@example.com").await;
    assert_eq!(app.run().await, NOTHING);
    assert!(app.receivers_of_passes().is_empty());
    assert!(app.request().await.get("due_at").is_none());
}

#[tokio::test]
async fn a_failed_mail_is_retried_at_growing_pauses_and_given_up_after_two_days() {
    let app = start().await;
    app.test_env.mailbox.fail(MailFault::Throttled);
    assert_eq!(app.run().await, FAILED);
    for minutes in [1, 2, 4, 8, 16, 32, 60, 60] {
        let just_before = Duration::minutes(minutes) - Duration::SECOND;
        assert_eq!(app.run_after(just_before).await, NOTHING, "{minutes}");
        assert_eq!(app.run_after(Duration::SECOND).await, FAILED, "{minutes}");
    }
    let log = Log::start();
    assert_eq!(log.event(app.run_after(Duration::hours(48))).await, FAILED);
    assert!(log.text().contains("a request for passes was given up"));
    app.test_env.mailbox.heal();
    assert_eq!(app.run_after(Duration::hours(1)).await, NOTHING);
    // A new request is answered.
    app.ask(ASHA).await;
    assert_eq!(app.run().await, ANSWERED);
}

#[tokio::test]
async fn the_request_of_a_sender_that_died_is_answered_when_its_lease_is_over() {
    let app = start().await;
    let (email, now) = (Email::parse(ASHA).unwrap(), app.test_env.clock.now());
    let leased = app
        .requests()
        .lease(&email, "dead", now, Duration::seconds(60))
        .await;
    assert!(leased.unwrap().is_some());
    assert_eq!(app.run_after(Duration::seconds(60)).await, NOTHING);
    assert_eq!(app.run_after(Duration::SECOND).await, ANSWERED);
    let late = app
        .requests()
        .answered(&email, "dead", &[], now + Duration::HOUR)
        .await;
    assert_eq!(late.unwrap(), Write::Stale);
}

async fn runs_at_once(fault: Fault) -> usize {
    let app = start().await;
    app.test_env.database.set(fault);
    futures::future::join_all((0..4).map(|_| app.reconciler.run())).await;
    app.receivers_of_passes().len()
}

#[tokio::test]
async fn concurrent_runs_answer_a_request_once() {
    assert_eq!(runs_at_once(Fault::None).await, 1);
}

/// The control: what keeps the runs apart is the condition of the lease.
#[tokio::test]
async fn without_conditions_concurrent_runs_answer_a_request_twice() {
    assert!(runs_at_once(Fault::NoConditions).await > 1);
}

#[tokio::test]
async fn a_request_that_cannot_be_read_goes_into_quarantine_and_out_of_the_way_of_the_others() {
    for (member, value) in [
        ("email", json!("not an address")),
        ("asked_at", json!(7)),
        ("attempts", json!("many")),
        ("lease_until", json!("a word")),
    ] {
        let app = App::start().await;
        app.paid_by(ASHA).await;
        app.paid_by("ravi@example.com").await;
        app.ask(ASHA).await;
        let whole = app.request().await;
        let mut broken = whole.clone();
        broken[member] = value;
        app.test_env.put(Table::Registrations, &broken).await;
        app.ask("ravi@example.com").await;
        let log = Log::start();
        let first = log.event(app.run()).await;
        assert_eq!(
            (first.mailed, first.unmailed),
            (1, 1),
            "{member}: the other is sent"
        );
        assert_eq!(log.invocations()[0]["ItemsQuarantined"], 1);
        assert!(
            log.text().contains(&format!("\"field\":\"{member}\"")),
            "{}",
            log.text()
        );
        assert!(!log.text().contains("asha") && !log.text().contains("not an address"));
        let just_before = Duration::MINUTE - Duration::SECOND;
        assert_eq!(app.run_after(just_before).await, NOTHING, "{member}");
        assert_eq!(app.run_after(Duration::SECOND).await, FAILED, "{member}");
        app.test_env.put(Table::Registrations, &whole).await;
        assert_eq!(app.run_after(Duration::minutes(2)).await, ANSWERED, "{member}");
        assert_eq!(app.receivers_of_passes(), ["ravi@example.com", ASHA]);
    }
}
