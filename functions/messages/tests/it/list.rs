//! The list of messages, and what is still known of one that has ended.

use super::*;
use domain::{
    CourseId,
    job::{Job, JobId, JobState},
    message::{Audience, MessageText},
};
use store::{AuditEntry, Jobs, ResultsEvent, ResultsNews};
use test_support::COURSE;

impl App {
    /// A message that was asked for so many minutes later, and is as it says by now; returns its identifier.
    async fn kept(&self, minutes: i64, state: JobState, corrects: bool) -> String {
        let now = self.test_env.clock.now() + Duration::minutes(minutes);
        let text = MessageText::parse(Some("News".to_owned()), Some("Text".to_owned()));
        let mut work = CandidateMessage::new(text.unwrap(), Audience::default());
        work.results = corrects.then(|| ResultsNews {
            exam: CourseId::parse(COURSE).unwrap(),
            exam_name: "BCA Entrance".to_owned(),
            what: ResultsEvent::Corrected.into(),
        });
        let entropy = Entropy::system();
        let id = JobId::generate(now, &entropy);
        let mut job = Job::new(id.clone(), "lease".to_owned(), "admin", now, work);
        job.state = state.into();
        let (none, subject) = (Value::Null, id.as_str());
        let entry = AuditEntry::new(
            now,
            &entropy,
            "admin",
            "message.sent",
            subject,
            none.clone(),
            none,
        );
        let jobs = Jobs::<CandidateMessage>::from_env(&self.env).unwrap();
        assert_eq!(jobs.begin(None, &job, &entry).await.unwrap(), Write::Done);
        id.to_string()
    }

    async fn listed_ids(&self) -> Vec<String> {
        let answer = self.ask(Request::get(MESSAGES)).await;
        assert_eq!(answer.status, 200, "{}", answer.json);
        let messages = answer.json["messages"].as_array().unwrap().clone();
        messages
            .iter()
            .map(|one| one["message_id"].as_str().unwrap().to_owned())
            .collect()
    }
}

#[tokio::test]
async fn twenty_are_listed_and_the_stopped_ones_before_them_and_no_correction_that_is_done() {
    let app = App::start().await;
    let stopped = app.kept(0, JobState::Stopped, false).await;
    let old = app.kept(1, JobState::Done, false).await;
    let mut expected = Vec::new();
    for minutes in 2..22 {
        expected.push(app.kept(minutes, JobState::Done, false).await);
    }
    for minutes in 22..50 {
        app.kept(minutes, JobState::Done, true).await;
    }
    expected.reverse();
    expected.push(stopped);
    let listed = app.listed_ids().await;
    assert!(!listed.contains(&old));
    assert_eq!(listed, expected);
    // What waits, or can go on, is no news of a candidate's page yet.
    let waits = app.kept(50, JobState::Stopped, true).await;
    assert_eq!(app.listed_ids().await[0], waits);
}

#[tokio::test]
async fn results_that_were_corrected_make_the_list_no_larger_to_read() {
    let app = App::start().await;
    for minutes in 0..3 {
        app.kept(minutes, JobState::Done, false).await;
    }
    let token = app.test_env.admin_token().await;
    let answered = async || {
        app.test_env.database.start_meter();
        let request = Request::get(MESSAGES).bearer(&token);
        assert_eq!(call(&app.router, request).await.status, 200);
        app.test_env.database.cost().answered
    };
    let before = answered().await;
    for minutes in 3..303 {
        app.kept(minutes, JobState::Done, true).await;
    }
    let after = answered().await;
    // The numbers in the answers have more digits.
    assert!(after < before + 100, "{before} bytes, then {after}");
}

#[tokio::test]
async fn a_message_that_cannot_be_read_hides_no_other() {
    let app = App::start().await;
    let spoilt = app.kept(0, JobState::Done, false).await;
    let kept = app.kept(1, JobState::Done, false).await;
    let items = app.test_env.dump(Table::Admin).await;
    let mut item = items
        .into_iter()
        .find(|item| item["sk"] == spoilt.as_str())
        .unwrap();
    item["work"]["text"] = json!("spoilt");
    app.test_env.put(Table::Admin, &item).await;
    assert_eq!(app.listed_ids().await, [kept]);
}

#[tokio::test]
async fn how_many_were_picked_is_known_of_one_that_has_ended() {
    let app = App::with_candidates(3).await;
    let everybody = app.test_env.everybody().await;
    let ids: Vec<_> = everybody[..2].iter().map(|one| one.customer_id.clone()).collect();
    let id = app.send(&to(json!({ "customer_ids": ids }))).await;
    assert_eq!(app.state(&id).await["picked"], 2);
    app.finish(&id).await;
    let state = app.state(&id).await;
    assert_eq!(
        (&state["picked"], &state["audience"]["customer_ids"]),
        (&json!(2), &json!([]))
    );
    assert_eq!(
        app.ask(Request::get(MESSAGES)).await.json["messages"][0]["picked"],
        2
    );
}
