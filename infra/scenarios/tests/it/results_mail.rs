//! Results that are published and corrected, and the mails about them: one for each address, whatever dies in between.

use aws_emulation::{Fault as MailFault, MailEvent};
use axum::Router;
use config::Env;
use domain::{Entropy, MessageTags, pass::PassNo, payment::Order};
use futures::future::join;
use jobs::Dispatcher;
use messages::MessageWorker;
use serde_json::{Value, json};
use std::{collections::BTreeMap, sync::Mutex};
use store::{
    CandidateMessage, Recipients, Write,
    messages::{MailReport, recipient_id},
    tables::Table,
};
use test_support::{Answer, COLLEGE, COURSE, Fault, Request, SINGLE, TestEnv, call};
use time::{Duration, format_description::well_known::Rfc3339};
use tokio::sync::mpsc::UnboundedReceiver;

/// The functions `results` and `messages`, with what the reconciler and `mail-events` do for them.
struct App {
    test_env: TestEnv,
    env: Env,
    results: Router,
    messages: Router,
    worker: MessageWorker,
    recipients: Recipients,
    news: Mutex<UnboundedReceiver<MailEvent>>,
}

fn path(rest: &str) -> String {
    format!("/api/results/{COURSE}{rest}")
}

impl App {
    async fn start() -> Self {
        let test_env = TestEnv::start().await;
        let env = test_env.env_and(&[
            ("AWS_LAMBDA_FUNCTION_NAME", "messages"),
            ("MAIL_CONFIGURATION_SET", "main"),
        ]);
        let (clock, pauses) = (test_env.clock.handle(), test_env.clock.pauses());
        let results = results::app_with(env.clone(), clock.clone(), Entropy::system())
            .await
            .unwrap();
        let (messages, worker) = messages::app_and_worker_with(env.clone(), clock, Entropy::system(), pauses)
            .await
            .unwrap();
        Self {
            recipients: Recipients::from_env(&env).unwrap(),
            news: Mutex::new(test_env.mailbox.events()),
            test_env,
            env,
            results,
            messages,
            worker,
        }
    }

    /// Somebody with a valid pass, whom the lists know and whose own mail has gone out: messages wait for those.
    async fn holder(&self, email: &str) -> Order {
        let order = self.test_env.paid_order(SINGLE, email).await;
        self.settle(&order).await;
        order
    }

    /// Lets the lists follow a candidate, and the candidate's own mail go out.
    async fn settle(&self, order: &Order) {
        let (ids, now) = ([order.customer_id.clone()], self.test_env.clock.now());
        let missed = self.test_env.registrations().project(&ids, now).await;
        assert!(missed.is_empty());
        for item in self.test_env.dump(Table::Registrations).await {
            if item["kind"] == "MAIL" || item["kind"] == "NEWS" {
                self.test_env.delete(Table::Registrations, &item).await;
            }
        }
    }

    /// So many who sat the exam, each with a draft of a result.
    async fn with_draft(people: usize) -> (Self, Vec<Order>) {
        let app = Self::start().await;
        let (mut orders, mut csv) = (Vec::new(), "pass_no,marks,out_of\n".to_owned());
        for number in 0..people {
            let order = app.holder(&format!("one{number}@example.com")).await;
            csv.push_str(&format!("{},71.25,100\n", PassNo::of(&order.customer_id)));
            orders.push(order);
        }
        let taken = app.post(&path(""), &json!({ "csv": csv, "commit": true })).await;
        assert_eq!(taken.status, 200, "{}", taken.json);
        (app, orders)
    }

    async fn post(&self, path: &str, form: &Value) -> Answer {
        let token = self.test_env.admin_token().await;
        call(&self.results, Request::post(path, form).bearer(&token)).await
    }

    async fn publish(&self, form: &Value) -> Answer {
        self.post(&path("/publish"), form).await
    }

    async fn withdraw(&self) -> Answer {
        self.post(&path("/withdraw"), &json!({})).await
    }

    async fn correct(&self, order: &Order, marks: f64, version: u32) -> Answer {
        let token = self.test_env.admin_token().await;
        let form = json!({ "marks": marks, "out_of": 100, "reason": "Added up wrongly", "version": version });
        let path = path(&format!("/{}", order.customer_id));
        call(&self.results, Request::put(path, &form).bearer(&token)).await
    }

    /// The newest message is the first.
    async fn listed(&self) -> Vec<Value> {
        let token = self.test_env.admin_token().await;
        let answer = call(&self.messages, Request::get("/api/messages").bearer(&token)).await;
        assert_eq!(answer.status, 200, "{}", answer.json);
        answer.json["messages"].as_array().unwrap().clone()
    }

    async fn wake(&self) {
        let clock = self.test_env.clock.handle();
        let dispatcher = Dispatcher::<CandidateMessage>::from_env(
            &self.env,
            "MESSAGES_FUNCTION",
            clock,
            Entropy::system(),
        );
        let _ = dispatcher.unwrap().wake_due().await.unwrap();
    }

    async fn report(&self) {
        let news: Vec<MailEvent> = {
            let mut news = self.news.lock().unwrap();
            std::iter::from_fn(|| news.try_recv().ok()).collect()
        };
        for MailEvent { event, .. } in news {
            let tags = &event["detail"]["mail"]["tags"];
            let Some(tags) = MessageTags::read(|name| tags[name][0].as_str()) else {
                continue;
            };
            let id = recipient_id(&tags.message, &tags.recipient);
            let now = self.test_env.clock.now();
            let reported = self.recipients.reported(&id, MailReport::Taken, now);
            let (Write::Done | Write::Stale) = reported.await.unwrap();
        }
    }

    /// Lets some minutes pass in which every worker that is called works, one after the other.
    async fn minutes(&self, minutes: u32) {
        for _ in 0..minutes {
            self.wake().await;
            for event in self.test_env.events_of("messages") {
                let _ = self.worker.handle(event).await;
            }
            self.report().await;
            self.test_env.clock.advance(Duration::MINUTE);
        }
    }

    /// How many mails each address has.
    fn mails(&self) -> BTreeMap<String, usize> {
        let mut mails = BTreeMap::new();
        for mail in self.test_env.mailbox.mails() {
            *mails.entry(mail.to).or_default() += 1;
        }
        mails
    }

    fn assert_one_mail_for_each_of(&self, people: usize, why: &str) {
        let each = (0..people).map(|number| (format!("one{number}@example.com"), 1));
        let each: BTreeMap<String, usize> = each.collect();
        assert_eq!(self.mails(), each, "{why}");
    }
}

#[tokio::test]
async fn each_candidate_is_mailed_where_the_result_is_and_not_what_it_is() {
    let (app, orders) = App::with_draft(2).await;
    let published = app.publish(&json!({})).await;
    assert_eq!(published.status, 200, "{}", published.json);
    app.minutes(3).await;
    app.assert_one_mail_for_each_of(2, "published");
    let mails = app.test_env.mailbox.mails();
    let mail = mails.iter().find(|mail| mail.to == "one0@example.com").unwrap();
    assert!(
        mail.subject.starts_with("Your result is here: "),
        "{}",
        mail.subject
    );
    let link = format!("/results?order_id={}", orders[0].order_id);
    for part in [&mail.text, &mail.html] {
        assert!(part.contains(&link), "{part}");
        assert!(
            !part.contains("71.25") && !part.contains(orders[1].order_id.as_str()),
            "{part}"
        );
    }
    let [message] = &app.listed().await[..] else {
        panic!("one message");
    };
    assert_eq!(message["message_id"], published.json["message_id"]);
    assert_eq!((&message["state"], &message["sent"]), (&json!("done"), &json!(2)));
    assert_eq!(message["results"]["what"], "published");
}

#[tokio::test]
async fn nobody_is_mailed_who_is_not_to_be() {
    let (app, _) = App::with_draft(1).await;
    // Somebody who has a pass for it and no result.
    app.holder("other@example.com").await;
    let quiet = app.publish(&json!({ "mail": false })).await;
    assert_eq!(quiet.json["message_id"], Value::Null);
    // The box is of the moment at which they were published.
    assert_eq!(app.publish(&json!({ "mail": true })).await.json, quiet.json);
    app.minutes(3).await;
    assert_eq!(app.mails(), BTreeMap::new());
    app.withdraw().await;
    app.publish(&json!({})).await;
    app.minutes(3).await;
    app.assert_one_mail_for_each_of(1, "published again");
}

/// They would be sent to a page that says that there are no results yet.
#[tokio::test]
async fn who_was_corrected_to_another_exam_is_not_mailed_of_this_one() {
    let (app, orders) = App::with_draft(2).await;
    let clock = app.test_env.clock.handle();
    let customers = customers::app_with(app.env.clone(), clock, Entropy::system()).await;
    let token = app.test_env.admin_token().await;
    let other = json!({ "version": 0, "collegeId": COLLEGE, "course_category": "backwater-bsc" });
    let request = Request::put(format!("/api/customers/{}", orders[1].customer_id), &other);
    let answer = call(&customers.unwrap(), request.bearer(&token)).await;
    assert_eq!(answer.status, 200, "{}", answer.json);
    app.settle(&orders[1]).await;
    app.publish(&json!({})).await;
    app.minutes(3).await;
    app.assert_one_mail_for_each_of(1, "of those who see theirs");
}

#[tokio::test]
async fn who_has_a_result_is_mailed_although_their_row_cannot_be_read() {
    let (app, orders) = App::with_draft(2).await;
    app.publish(&json!({})).await;
    app.test_env
        .spoil("PROJECTION", orders[1].customer_id.as_str(), "/row/status")
        .await;
    app.minutes(3).await;
    app.assert_one_mail_for_each_of(2, "each is read from what the row is made of");
}

#[tokio::test]
async fn the_mails_of_a_set_moment_go_out_from_it_on_and_not_before() {
    let (app, _) = App::with_draft(3).await;
    let moment = app.test_env.clock.now() + Duration::days(3) + Duration::milliseconds(500);
    let at = json!({ "at": moment.format(&Rfc3339).unwrap() });
    let scheduled = app.publish(&at).await;
    assert_eq!(scheduled.json["state"], "scheduled", "{}", scheduled.json);
    let waiting = app.listed().await.remove(0);
    assert_eq!(
        (&waiting["state"], &waiting["waiting"]),
        (
            &json!("queued"),
            &json!("It goes out when the results are published.")
        )
    );
    app.minutes(3).await;
    app.test_env
        .clock
        .advance(moment - app.test_env.clock.now() - Duration::milliseconds(1));
    app.wake().await;
    assert_eq!(app.test_env.events_of("messages"), Vec::<Value>::new());
    assert_eq!(app.mails(), BTreeMap::new());
    app.minutes(3).await;
    app.assert_one_mail_for_each_of(3, "from its moment on");
}

/// Who lets a message go on by hand does not publish anything with it.
#[tokio::test]
async fn a_message_that_is_resumed_waits_for_the_moment_of_its_results() {
    let (app, _) = App::with_draft(2).await;
    let moment = app.test_env.clock.now() + Duration::days(1);
    let scheduled = app
        .publish(&json!({ "at": moment.format(&Rfc3339).unwrap() }))
        .await;
    let id = scheduled.json["message_id"].as_str().unwrap().to_owned();
    let token = app.test_env.admin_token().await;
    for act in ["stop", "resume"] {
        let request = Request::post(format!("/api/messages/{id}/{act}"), &json!({}));
        let answer = call(&app.messages, request.bearer(&token)).await;
        assert_eq!(answer.status, 204, "{}", answer.json);
    }
    app.minutes(5).await;
    assert_eq!(app.mails(), BTreeMap::new());
    app.test_env.clock.advance(Duration::days(1));
    app.minutes(3).await;
    app.assert_one_mail_for_each_of(2, "from its moment on");
}

#[tokio::test]
async fn what_is_withdrawn_or_moved_sends_nothing_and_says_so() {
    let (app, _) = App::with_draft(2).await;
    for days in [1, 2] {
        let moment = app.test_env.clock.now() + Duration::days(days);
        let scheduled = app
            .publish(&json!({ "at": moment.format(&Rfc3339).unwrap() }))
            .await;
        assert_eq!(scheduled.json["state"], "scheduled", "{}", scheduled.json);
    }
    app.withdraw().await;
    let states: Vec<Value> = app
        .listed()
        .await
        .iter()
        .map(|one| one["state"].clone())
        .collect();
    assert_eq!(states, ["failed", "failed"]);
    app.test_env.clock.advance(Duration::days(3));
    app.minutes(5).await;
    assert_eq!(app.mails(), BTreeMap::new());
}

/// The answer of the withdrawal is lost before the message is ended: it ends by itself, and sends nothing.
#[tokio::test]
async fn a_message_whose_results_were_withdrawn_by_a_call_that_died_sends_nothing() {
    let (app, _) = App::with_draft(2).await;
    app.publish(&json!({})).await;
    app.test_env.database.set(Fault::CrashAfter(0));
    let _ = app.withdraw().await;
    app.test_env.database.set(Fault::None);
    app.minutes(5).await;
    assert_eq!(app.mails(), BTreeMap::new());
    assert_eq!(app.listed().await[0]["state"], "failed");
}

#[tokio::test]
async fn a_correction_is_told_to_whose_result_it_is_and_only_once_they_are_published() {
    let (app, orders) = App::with_draft(3).await;
    assert_eq!(app.correct(&orders[0], 80.75, 0).await.status, 200);
    app.minutes(3).await;
    assert_eq!(app.mails(), BTreeMap::new(), "a draft");
    app.publish(&json!({ "mail": false })).await;
    for _ in 0..2 {
        // The answer that was lost is the same.
        assert_eq!(app.correct(&orders[1], 83.25, 0).await.status, 200);
    }
    app.minutes(3).await;
    assert_eq!(app.mails(), BTreeMap::from([("one1@example.com".to_owned(), 1)]));
    let mail = app.test_env.mailbox.mails().remove(0);
    assert!(
        mail.subject.starts_with("Your result was corrected: "),
        "{}",
        mail.subject
    );
    assert!(
        !mail.text.contains("83.25") && !mail.html.contains("83.25"),
        "{}",
        mail.text
    );
    assert_eq!(
        app.listed().await.len(),
        0,
        "a correction that is told is no message to look after"
    );
}

#[tokio::test]
async fn a_crash_at_any_write_of_a_publication_or_its_mails_leaves_one_mail_for_each() {
    let mut writes = 0;
    let mut is_through = false;
    while !is_through {
        for fault in [Fault::CrashBefore(writes), Fault::CrashAfter(writes)] {
            let (app, _) = App::with_draft(2).await;
            app.test_env.database.set(fault);
            let published = app.publish(&json!({})).await;
            is_through = published.status == 200;
            app.test_env.database.set(Fault::None);
            assert_eq!(app.publish(&json!({})).await.status, 200, "{fault:?}");
            app.minutes(20).await;
            app.assert_one_mail_for_each_of(2, &format!("{fault:?} of the publication"));
            assert_eq!(app.listed().await.len(), 1, "{fault:?}");
        }
        writes += 1;
    }
    (writes, is_through) = (0, false);
    while !is_through {
        for fault in [Fault::CrashBefore(writes), Fault::CrashAfter(writes)] {
            let (app, _) = App::with_draft(2).await;
            app.publish(&json!({})).await;
            app.wake().await;
            let event = app.test_env.events_of("messages").remove(0);
            app.test_env.database.set(fault);
            let worked = app.worker.handle(event).await;
            is_through = worked.is_ok_and(|outcome| outcome == "finished");
            app.test_env.database.set(Fault::None);
            app.report().await;
            app.minutes(20).await;
            app.assert_one_mail_for_each_of(2, &format!("{fault:?} of the worker"));
        }
        writes += 1;
    }
    assert!(writes >= 10, "{writes}");
}

#[tokio::test]
async fn an_hour_without_the_mail_service_loses_no_mail_and_doubles_none() {
    let (app, _) = App::with_draft(5).await;
    app.publish(&json!({})).await;
    app.test_env.mailbox.fail(MailFault::Down);
    app.minutes(60).await;
    assert_eq!(app.mails(), BTreeMap::new());
    app.test_env.mailbox.heal();
    app.minutes(20).await;
    app.assert_one_mail_for_each_of(5, "when it works again");
}

/// How many messages there are after two people have published at the same moment.
async fn published_by_two(app: &App) -> usize {
    let form = json!({});
    let (one, other) = join(app.publish(&form), app.publish(&form)).await;
    app.test_env.database.set(Fault::None);
    assert!(
        one.status == 200 || other.status == 200,
        "{} {}",
        one.json,
        other.json
    );
    let items = app.test_env.dump(Table::Admin).await;
    items.iter().filter(|item| item["pk"] == "MESSAGES").count()
}

#[tokio::test]
async fn two_who_publish_at_once_publish_once_and_mail_once() {
    let (app, _) = App::with_draft(2).await;
    assert_eq!(published_by_two(&app).await, 1);
    app.minutes(5).await;
    app.assert_one_mail_for_each_of(2, "published by two");
}

/// The control: without the condition on the version, each of them would send a message.
#[tokio::test]
async fn without_the_condition_two_publications_would_have_two_messages() {
    let (app, _) = App::with_draft(2).await;
    app.test_env.database.set(Fault::NoConditions);
    assert_eq!(published_by_two(&app).await, 2);
}
