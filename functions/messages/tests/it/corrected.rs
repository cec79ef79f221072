//! Candidates who are changed while a message waits for them.

use super::*;
use aws_emulation::Fault as MailFault;
use domain::{CustomerId, Email, job::JobId};
use store::messages::{Unreachable, UnreachableCause};

impl App {
    /// A message to twenty that are written down, and of which none has it yet.
    async fn frozen(&self) -> String {
        self.test_env.mailbox.fail(MailFault::Down);
        let id = self.send(&to(json!({}))).await;
        let event = self.events().remove(0);
        self.worker.handle(event).await.unwrap();
        self.test_env.mailbox.heal();
        id
    }

    async fn somebody(&self) -> Value {
        let candidates = self.test_env.of_kind(Table::Registrations, "CANDIDATE").await;
        candidates.into_iter().next().unwrap()
    }
}

#[tokio::test]
async fn who_is_corrected_while_a_message_waits_has_it_at_the_address_of_now_alone() {
    let app = App::with_candidates(20).await;
    let id = app.frozen().await;
    let mut candidate = app.somebody().await;
    let before = candidate["person"]["email"].as_str().unwrap().to_owned();
    candidate["person"]["email"] = json!("corrected@example.com");
    app.test_env.put(Table::Registrations, &candidate).await;
    app.finish(&id).await;
    let mails = app.mails();
    assert_eq!((mails.len(), mails.get(&before)), (20, None));
    assert_eq!(mails["corrected@example.com"], 1);
    let state = app.state(&id).await;
    assert_eq!(
        (&state["sent"], &state["failed"], &state["left"]),
        (&json!(20), &json!(1), &json!(0))
    );
    assert_eq!(
        app.listed(&id, "failed").await[0]["reason"],
        "The address was corrected meanwhile. The message goes to the address as it is now."
    );
}

#[tokio::test]
async fn a_candidate_that_cannot_be_read_keeps_nobody_else_waiting() {
    let app = App::with_candidates(20).await;
    let id = app.frozen().await;
    let mut candidate = app.somebody().await;
    candidate["person"] = json!("spoilt");
    app.test_env.put(Table::Registrations, &candidate).await;
    app.finish(&id).await;
    assert_eq!(app.mails().len(), 19);
    let failed = app.listed(&id, "failed").await;
    assert_eq!(failed.len(), 1);
    assert_eq!(failed[0]["reason"], "The candidate's record cannot be read.");
}

impl App {
    /// The addresses of two of them, and the first corrected to that of the second, as a sibling's is.
    async fn corrected_to_a_sibling(&self) -> (Value, String, String) {
        let candidates = self.test_env.of_kind(Table::Registrations, "CANDIDATE").await;
        let [mut moved, sibling] = [candidates[0].clone(), candidates[1].clone()];
        let email = |one: &Value| one["person"]["email"].as_str().unwrap().to_owned();
        let (before, after) = (email(&moved), email(&sibling));
        moved["person"]["email"] = json!(after);
        self.test_env.put(Table::Registrations, &moved).await;
        (moved, before, after)
    }

    /// What is written down for an address.
    async fn recipient(&self, id: &str, email: &str) -> Option<store::Recipient> {
        let (id, email) = (JobId::parse(id).unwrap(), Email::parse(email).unwrap());
        self.recipients.of_address(&id, &email).await.unwrap()
    }

    /// What is said with a candidate of the one message.
    async fn outcome_of(&self, candidate: &Value) -> String {
        let items = self.test_env.of_kind(Table::Registrations, "MESSAGED").await;
        let mut theirs = items.iter().filter(|item| item["pk"] == candidate["pk"]);
        let item = theirs.next().unwrap();
        assert!(theirs.next().is_none());
        item["outcome"].as_str().unwrap().to_owned()
    }

    /// How often a candidate is said to have had a message.
    async fn told(&self, candidate: &Value) -> usize {
        let items = self.test_env.dump(Table::Registrations).await;
        let told = items
            .iter()
            .filter(|item| item["kind"] == "MESSAGED" && item["pk"] == candidate["pk"])
            .filter(|item| item["outcome"] == "sent");
        told.count()
    }
}

#[tokio::test]
async fn who_is_corrected_to_the_address_of_a_sibling_is_named_in_the_one_mail_there() {
    let app = App::with_candidates(20).await;
    let id = app.frozen().await;
    // Theirs is looked at before all others, and the sibling's after them.
    let (moved, before, after) = app.corrected_to_a_sibling().await;
    let now = app.test_env.clock.now().unix_timestamp();
    for mut item in app.test_env.of_kind(Table::Registrations, "MESSAGE").await {
        let earlier = match item["email"].as_str().unwrap() {
            email if email == before => 120,
            email if email == after => 0,
            _ => 60,
        };
        item["due_at"] = json!(now - earlier);
        app.test_env.put(Table::Registrations, &item).await;
    }
    app.finish(&id).await;
    let mails = app.mails();
    assert_eq!((mails.len(), mails.get(&before)), (19, None));
    assert_eq!(mails[&after], 1);
    let mail = app
        .test_env
        .mailbox
        .mails()
        .into_iter()
        .find(|mail| mail.to == after);
    let name = moved["person"]["name"].as_str().unwrap();
    assert!(mail.unwrap().text.contains(name));
    assert_eq!(app.told(&moved).await, 1);
    let state = app.state(&id).await;
    assert_eq!(
        (&state["sent"], &state["failed"], &state["left"]),
        (&json!(19), &json!(1), &json!(0))
    );
}

#[tokio::test]
async fn who_is_corrected_to_an_address_that_has_had_the_message_has_a_mail_of_their_own() {
    let app = App::with_candidates(20).await;
    let id = app.frozen().await;
    let (moved, before, after) = app.corrected_to_a_sibling().await;
    // The sibling's is out.
    let there = app.recipient(&id, &after).await.unwrap();
    let recipient = recipient_id(&there.message, &there.key());
    let reported = app
        .recipients
        .reported(&recipient, MailReport::Taken, app.test_env.clock.now());
    assert_eq!(reported.await.unwrap(), Write::Done);
    app.finish(&id).await;
    let mails = app.mails();
    assert_eq!((mails.len(), mails.get(&before)), (19, None));
    let mail = app
        .test_env
        .mailbox
        .mails()
        .into_iter()
        .find(|mail| mail.to == after);
    let text = mail.unwrap().text;
    assert!(text.contains(moved["person"]["name"].as_str().unwrap()), "{text}");
    assert_eq!(app.told(&moved).await, 1);
    let state = app.state(&id).await;
    assert_eq!(
        (&state["total"], &state["sent"], &state["failed"]),
        (&json!(21), &json!(20), &json!(1))
    );
}

/// Each of the two mails is in hand when the other one wants to name its candidate.
#[tokio::test]
async fn two_who_have_exchanged_addresses_have_the_message_once_each() {
    let app = App::with_candidates(20).await;
    let id = app.frozen().await;
    let mut two = app.test_env.of_kind(Table::Registrations, "CANDIDATE").await;
    two.truncate(2);
    let email = |one: &Value| one["person"]["email"].as_str().unwrap().to_owned();
    let emails = [email(&two[0]), email(&two[1])];
    for (candidate, other) in two.iter_mut().zip(emails.iter().rev()) {
        candidate["person"]["email"] = json!(other);
        app.test_env.put(Table::Registrations, candidate).await;
    }
    // They are the last, when several are sent at once.
    let now = app.test_env.clock.now().unix_timestamp();
    for mut item in app.test_env.of_kind(Table::Registrations, "MESSAGE").await {
        let earlier = if emails.contains(&item["email"].as_str().unwrap().to_owned()) {
            0
        } else {
            60
        };
        item["due_at"] = json!(now - earlier);
        app.test_env.put(Table::Registrations, &item).await;
    }
    app.finish(&id).await;
    let mails = app.mails();
    assert_eq!((mails.len(), mails.values().sum::<usize>()), (20, 20));
    for candidate in &two {
        let mut mails = app.test_env.mailbox.mails().into_iter();
        let mail = mails.find(|mail| mail.to == email(candidate)).unwrap();
        let name = candidate["person"]["name"].as_str().unwrap();
        assert!(mail.text.contains(name), "{}", mail.text);
        assert_eq!(app.told(candidate).await, 1);
    }
    let state = app.state(&id).await;
    assert_eq!((&state["sent"], &state["left"]), (&json!(20), &json!(0)));
}

#[tokio::test]
async fn who_is_corrected_to_an_address_where_mail_came_back_is_left_out_and_listed() {
    // The second is no cause that this release knows.
    for cause in ["bounced", "another-word"] {
        let app = App::with_candidates(20).await;
        let id = app.frozen().await;
        let mut moved = app.somebody().await;
        moved["person"]["email"] = json!("gone@example.com");
        app.test_env.put(Table::Registrations, &moved).await;
        let unreachable = Unreachable {
            email: Email::parse("gone@example.com").unwrap(),
            cause: UnreachableCause::Bounced,
            at: app.test_env.clock.now(),
        };
        app.recipients.keep_unreachable(&unreachable).await.unwrap();
        let kept = app.test_env.of_kind(Table::Registrations, "UNREACHABLE").await;
        let mut kept = kept.into_iter().next().unwrap();
        kept["cause"] = json!(cause);
        app.test_env.put(Table::Registrations, &kept).await;
        app.finish(&id).await;
        assert_eq!(app.mails().len(), 19, "{cause}");
        let skipped = app.listed(&id, "skipped").await;
        assert_eq!(
            (skipped.len(), &skipped[0]["email"], &skipped[0]["reason"]),
            (1, &json!("gone@example.com"), &json!("bounced"))
        );
        let state = app.state(&id).await;
        assert_eq!((&state["skipped"], &state["left"]), (&json!(1), &json!(0)));
    }
}

/// Mail comes back hours later, when nothing else says who had which address.
#[tokio::test]
async fn a_mail_that_comes_back_says_nothing_of_who_was_corrected_away_from_its_address() {
    // Without an answer, the mail service's own report is all that is known.
    for is_answered in [true, false] {
        let app = App::start().await;
        app.test_env.seed_candidates(7, 20).await;
        let candidates = app.test_env.of_kind(Table::Registrations, "CANDIDATE").await;
        let [stays, mut moves] = [candidates[0].clone(), candidates[1].clone()];
        let shared = stays["person"]["email"].as_str().unwrap().to_owned();
        moves["person"]["email"] = json!(shared);
        app.test_env.put(Table::Registrations, &moves).await;
        app.ready().await;
        let id = app.frozen().await;
        let there = app.recipient(&id, &shared).await.unwrap();
        assert_eq!(there.candidates.len(), 2, "{there:?}");
        moves["person"]["email"] = json!("corrected@example.com");
        app.test_env.put(Table::Registrations, &moves).await;
        if !is_answered {
            app.test_env.mailbox.fail(MailFault::DroppedAfterAcceptance);
        }
        app.finish(&id).await;
        let mails = app.mails();
        assert_eq!(
            (mails.len(), mails[&shared], mails["corrected@example.com"]),
            (20, 1, 1)
        );
        let recipient = recipient_id(&there.message, &there.key());
        let (report, now) = (MailReport::CameBack("It came back."), app.test_env.clock.now());
        let came_back = app.recipients.reported(&recipient, report, now).await;
        assert_eq!(came_back.unwrap(), Write::Done);
        let outcomes = [app.outcome_of(&stays).await, app.outcome_of(&moves).await];
        assert_eq!(outcomes, ["bounced", "sent"], "answered: {is_answered}");
    }
}

/// The mail service takes nothing at that moment, so it goes out later.
#[tokio::test]
async fn who_cannot_be_read_at_one_try_is_named_by_the_next() {
    let app = App::start().await;
    app.test_env.seed_candidates(7, 20).await;
    let candidates = app.test_env.of_kind(Table::Registrations, "CANDIDATE").await;
    let [one, mut other] = [candidates[0].clone(), candidates[1].clone()];
    let shared = one["person"]["email"].as_str().unwrap().to_owned();
    other["person"]["email"] = json!(shared);
    app.test_env.put(Table::Registrations, &other).await;
    app.ready().await;
    let id = app.frozen().await;
    // It is looked at before all others.
    let now = app.test_env.clock.now().unix_timestamp();
    for mut item in app.test_env.of_kind(Table::Registrations, "MESSAGE").await {
        if item["email"] == shared {
            item["due_at"] = json!(now - 3_600);
            app.test_env.put(Table::Registrations, &item).await;
        }
    }
    let mut spoilt = other.clone();
    spoilt["person"] = json!("spoilt");
    app.test_env.put(Table::Registrations, &spoilt).await;
    app.test_env.mailbox.fail(MailFault::Down);
    let tried = app.test_env.mailbox.faulty();
    app.test_env.clock.advance(Duration::minutes(3));
    assert_eq!(app.wake().await, 1);
    app.worker.handle(app.events().remove(0)).await.unwrap();
    assert!(app.test_env.mailbox.faulty() > tried);
    app.test_env.mailbox.heal();
    let there = app.recipient(&id, &shared).await.unwrap();
    assert_eq!(there.candidates.len(), 2, "{there:?}");

    app.test_env.put(Table::Registrations, &other).await;
    app.finish(&id).await;
    assert_eq!(app.mails()[&shared], 1);
    assert_eq!((app.told(&one).await, app.told(&other).await), (1, 1));
}

/// A sender of that mail has read whom it names.
#[tokio::test]
async fn nobody_is_added_to_a_mail_that_is_being_sent() {
    use store::messages::Redirected;
    let app = App::with_candidates(20).await;
    let id = app.frozen().await;
    let candidate = app.somebody().await;
    let there = app
        .recipient(&id, candidate["person"]["email"].as_str().unwrap())
        .await
        .unwrap();
    let (key, now) = (
        recipient_id(&there.message, &there.key()),
        app.test_env.clock.now() + Duration::MINUTE,
    );
    let moved = CustomerId::parse("C0123456789A").unwrap();
    let redirect = async || {
        let email = there.email.clone();
        let recipient = store::Recipient::new(there.message.clone(), "News", email, vec![moved.clone()]);
        let redirected = app.recipients.redirect(recipient, &moved, now).await;
        redirected.unwrap()
    };
    let leased = app
        .recipients
        .lease(&key, "lease", now, Duration::minutes(10))
        .await;
    assert!(leased.unwrap().is_some());
    assert_eq!(redirect().await, Redirected::Busy);
    let given_back = app.recipients.postpone(&key, "lease", 0, now).await;
    assert_eq!(given_back.unwrap(), Write::Done);
    assert_eq!(redirect().await, Redirected::There);
    assert_eq!(redirect().await, Redirected::There, "and once more");
    let there = app.recipient(&id, there.email.as_str()).await.unwrap();
    assert_eq!(there.candidates.iter().filter(|one| **one == moved).count(), 1);
}
