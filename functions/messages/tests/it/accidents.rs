//! Workers that are killed, that are not alone, and whose table dies: each address has one mail.

use super::*;
use aws_emulation::Fault as MailFault;
use std::sync::Arc;
use test_support::{Draw, Fault};

/// What happened on the way.
#[derive(Debug, Default)]
struct Accidents {
    kills: u32,
    doubled_events: u32,
}

impl App {
    /// Lets a message go out while its workers are killed at moments that look random, the mail service throttles at half the
    /// rate, is down for an hour, and sends some back.
    async fn through_accidents(&self, id: &str, draw: &mut Draw) -> Accidents {
        let clock = self.test_env.clock.clone();
        self.test_env.mailbox.limit(5, Arc::new(move || clock.now()));
        let mut accidents = Accidents::default();
        let mut was_down = false;
        for round in 0..2_000 {
            // The first of each worker comes back: about one of a hundred.
            self.test_env.mailbox.fail_next(MailFault::Bounced, 1);
            for event in self.events() {
                if round % 3 == 1 {
                    // The event comes twice, and both workers are killed.
                    accidents.doubled_events += 1;
                    let both =
                        futures::future::join(self.worker.handle(event.clone()), self.worker.handle(event));
                    accidents.kills += u32::from(self.killed(both, draw).await);
                } else if accidents.kills < 10 {
                    accidents.kills += u32::from(self.killed(self.worker.handle(event), draw).await);
                } else {
                    let _ = self.worker.handle(event).await;
                }
            }
            if accidents.kills > 4 && !was_down {
                was_down = true;
                self.test_env.mailbox.fail(MailFault::Down);
                for _ in 0..60 {
                    self.test_env.clock.advance(Duration::MINUTE);
                    self.wake().await;
                    for event in self.events() {
                        let _ = self.worker.handle(event).await;
                    }
                }
                self.test_env.mailbox.heal();
            }
            self.report().await;
            if self.state(id).await["state"] == "done" {
                return accidents;
            }
            self.test_env.clock.advance(Duration::minutes(3));
            self.wake().await;
        }
        panic!("it does not end: {}", self.state(id).await);
    }

    /// Lets a worker work until the mail service has taken some more, and kills it there, in the middle of whatever it does.
    /// Returns whether it was still at work.
    async fn killed(&self, working: impl Future, draw: &mut Draw) -> bool {
        let mailbox = &self.test_env.mailbox;
        let at = mailbox.accepted() + usize::try_from(draw.below(10)).unwrap();
        tokio::pin!(working);
        loop {
            tokio::select! {
                _ = &mut working => return false,
                () = tokio::time::sleep(std::time::Duration::from_millis(1)) => {}
            }
            if mailbox.accepted() > at {
                return true;
            }
        }
    }
}

/// How many addresses have no mail, and how many more than one.
async fn lost_and_doubled(app: &App, count: u64) -> (u64, usize) {
    let mails = app.mails();
    let doubled = mails.values().filter(|copies| **copies > 1).count();
    (count - mails.len() as u64, doubled)
}

#[tokio::test]
async fn each_address_has_one_mail_through_kills_throttling_and_an_hour_without_the_mail_service() {
    let app = App::with_candidates(120).await;
    let id = app.send(&to(json!({}))).await;
    let accidents = app.through_accidents(&id, &mut Draw::new(7)).await;
    assert!(
        accidents.kills >= 10 && accidents.doubled_events > 0,
        "{accidents:?}"
    );
    assert_eq!(lost_and_doubled(&app, 120).await, (0, 0));
    let state = app.state(&id).await;
    let counts = ["total", "sent", "failed", "left"].map(|name| state[name].as_u64().unwrap());
    assert_eq!(counts, [120, 120, 0, 0], "{state}");
    let bounced = state["bounced"].as_u64().unwrap();
    assert_eq!(app.listed(&id, "bounced").await.len() as u64, bounced);
    assert_eq!(app.listed(&id, "sent").await.len() as u64, 120 - bounced);
}

/// The control: without the conditions the same goes wrong.
#[tokio::test]
async fn without_the_conditions_of_leases_addresses_would_have_two_mails() {
    let app = App::with_candidates(120).await;
    let id = app.send(&to(json!({}))).await;
    app.test_env.database.set(Fault::NoConditions);
    app.through_accidents(&id, &mut Draw::new(7)).await;
    assert!(lost_and_doubled(&app, 120).await.1 > 0);
}

/// Before and after each write of a worker.
#[tokio::test]
async fn a_crash_at_any_write_loses_no_mail_and_sends_none_twice() {
    let app = App::with_candidates(3).await;
    let (mut crashes, mut is_through) = (0, false);
    while !is_through {
        for fault in [Fault::CrashBefore(crashes), Fault::CrashAfter(crashes)] {
            app.test_env.mailbox.clear();
            let id = app.send(&to(json!({}))).await;
            let event = app.events().remove(0);
            app.test_env.database.set(fault);
            let worked = app.worker.handle(event).await;
            is_through = worked.is_ok_and(|outcome| outcome == "finished");
            app.test_env.database.set(Fault::None);
            app.report().await;
            app.finish(&id).await;
            assert_eq!(lost_and_doubled(&app, 3).await, (0, 0), "{fault:?}");
            for form in app.test_env.dump(Table::Access).await {
                if form["sk"] == "FORM" {
                    app.test_env.delete(Table::Access, &form).await;
                }
            }
        }
        crashes += 1;
    }
    // Taken, gathered, three recipients, kept twice, and of each mail its lease, the note with its candidate and its outcome;
    // then the end.
    assert!(crashes >= 15, "{crashes}");
}

/// The mail service takes a mail, and its answer never arrives.
#[tokio::test]
async fn a_mail_whose_answer_is_lost_is_not_sent_again_when_the_mail_service_reports_it() {
    let app = App::with_candidates(5).await;
    app.test_env.mailbox.fail(MailFault::DroppedAfterAcceptance);
    let id = app.send(&to(json!({}))).await;
    let event = app.events().remove(0);
    let _ = app.worker.handle(event).await;
    app.test_env.mailbox.heal();
    app.finish(&id).await;
    assert_eq!(lost_and_doubled(&app, 5).await, (0, 0));
    assert_eq!(app.state(&id).await["sent"], 5);
}

/// `MESSAGE_SIZES` are the numbers of candidates. The figures are in docs/performance.md.
#[tokio::test]
#[ignore = "takes minutes"]
async fn measured() {
    let sizes = Env::from_process()
        .optional("MESSAGE_SIZES")
        .unwrap_or_else(|| "20000".to_owned());
    for count in sizes.split_whitespace().map(|size| size.parse::<u64>().unwrap()) {
        let app = App::with_candidates(count).await;
        let begun = std::time::Instant::now();
        let preview = app
            .ask(Request::post(format!("{MESSAGES}/preview"), &to(json!({}))))
            .await;
        eprintln!("{count}: preview {:.1} s", begun.elapsed().as_secs_f64());
        assert_eq!(preview.json["recipients"], count);
        app.test_env.database.set(Fault::None);
        let id = app.send(&to(json!({}))).await;
        let begun = std::time::Instant::now();
        let accidents = app.through_accidents(&id, &mut Draw::new(7)).await;
        let (writes, requests) = (app.test_env.database.writes(), app.test_env.database.requests());
        eprintln!(
            "{count}: {:.0} s of the machine, {writes} writes, {} reads, {accidents:?}",
            begun.elapsed().as_secs_f64(),
            requests - writes
        );
        assert_eq!(lost_and_doubled(&app, count).await, (0, 0));
    }
}
