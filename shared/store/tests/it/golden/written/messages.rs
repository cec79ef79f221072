//! A message about results that is on its way: one address has it, one waits, one is left out.

use super::{LEASE, entry};
use domain::{
    CourseId, Email,
    job::{Job, JobId},
    message::{Audience, MessageText},
};
use store::{
    CandidateMessage, Jobs, MessagePhase, Recipient, Recipients, ResultsEvent, ResultsNews, Write,
    messages::{Unreachable, UnreachableCause, recipient_id},
};
use test_support::{COURSE, SINGLE, TestEnv};
use time::Duration;

pub(super) async fn message(test_env: &TestEnv) {
    let (env, now) = (test_env.env(), test_env.clock.now());
    let candidate = test_env.paid_order(SINGLE, "told@example.com").await.customer_id;
    let id = JobId::parse("01747735200004-0123456789ABCDEF").unwrap();
    let text = MessageText::parse(
        Some("Your result is here".to_owned()),
        Some("Dear {name}, {results_link}".to_owned()),
    );
    let audience = Audience {
        customer_ids: vec![candidate.clone()],
        ..Audience::default()
    };
    let mut work = CandidateMessage::new(text.unwrap(), audience);
    work.phase = MessagePhase::Sending.into();
    work.results = Some(ResultsNews {
        exam: CourseId::parse(COURSE).unwrap(),
        exam_name: "BCA Entrance".to_owned(),
        what: ResultsEvent::Published.into(),
    });
    work.waiting = Some("The mail service takes nothing at the moment; it is tried again.".to_owned());
    let mut job = Job::new(id.clone(), LEASE.to_owned(), "admin", now, work);
    job.wakes = Some(now.unix_timestamp() + 60);
    let jobs = Jobs::from_env(&env).unwrap();
    let begun = jobs.begin(None, &job, &entry(test_env, "message.sent")).await;
    assert_eq!(begun.unwrap(), Write::Done);

    let recipients = Recipients::from_env(&env).unwrap();
    let recipient = |email: &str| {
        let email = Email::parse(email).unwrap();
        Recipient::new(id.clone(), "Your result is here", email, vec![candidate.clone()])
    };
    let told = recipient("told@example.com");
    let left_out = recipient("gone@example.com").skipped(UnreachableCause::Bounced, now);
    for one in [&told, &recipient("waits@example.com"), &left_out] {
        assert_eq!(recipients.add(one, now).await.unwrap(), Write::Done);
    }
    let key = recipient_id(&id, &told.key());
    let leased = recipients.lease(&key, LEASE, now, Duration::minutes(10)).await;
    assert!(leased.unwrap().is_some());
    let sent = recipients.sent(&key, LEASE, &told, now).await;
    assert_eq!(sent.unwrap(), Write::Done);
    let unreachable = Unreachable {
        email: left_out.email,
        cause: UnreachableCause::Bounced,
        at: now,
    };
    recipients.keep_unreachable(&unreachable).await.unwrap();
}
