//! Mails to people about what became of what they have paid for.

mod unheard;

use crate::App;
use aws_emulation::{Fault as MailFault, Mail};
use base64::{Engine, prelude::BASE64_STANDARD};
use domain::{
    AttentionKind, Paise,
    payment::{AutoRefund, Change, DisputeReport, DisputeState, Order, RefundEvent, RefundId},
    registration::ExamPreference,
};
use serde_json::json;
use store::{
    AuditEntry, AuditLog,
    registrations::{
        Candidate,
        amend::Amended,
        attention::{Flag, Kept, ProviderEvent},
        outbox::{MailHappening, MailState, Take},
    },
    tables::Table,
};
use test_support::{COURSE, Fault, SINGLE, WITHDRAWAL_REASON, withdrawn_by_organiser};
use time::Duration;

const ASHA: &str = "asha@example.com";
const BEGUN: &str = "Your refund is on its way";
const ENDED: &str = "Money was sent back to you";
const WITHDRAWN: &str = "Your pass is no longer valid";
const RESTORED: &str = "Your pass is valid again";

impl App {
    async fn waiting_news(&self) -> usize {
        let items = self.test_env.dump(Table::Registrations).await;
        items.iter().filter(|item| item["kind"] == "NEWS").count()
    }

    /// The mails that the next run sends.
    async fn told(&self) -> Vec<Mail> {
        self.test_env.mailbox.clear();
        self.run().await;
        self.test_env.mailbox.mails()
    }

    async fn subjects(&self) -> Vec<String> {
        let mut subjects: Vec<String> = self.told().await.into_iter().map(|mail| mail.subject).collect();
        subjects.sort();
        subjects
    }

    /// What the mail service took about an order beside its pass.
    async fn history(&self, order: &Order) -> Vec<Option<MailHappening>> {
        let entry = self.test_env.registrations().mail(&order.order_id).await;
        let history = entry.unwrap().unwrap().history;
        let beside = history.iter().map(|news| news.what.known());
        beside.filter(|what| *what != Some(MailHappening::Sent)).collect()
    }

    async fn change(&self, order: &Order, change: Change) {
        let order = self.test_env.stored(order.order_id.as_str()).await;
        self.test_env.change_paid(&order, change).await;
    }

    /// Holds the exam that everybody has chosen on another day.
    async fn move_exam(&self, date: &str) {
        let items = self.test_env.dump(Table::Catalogue).await;
        let mut exam = items
            .into_iter()
            .find(|item| item["sk"] == format!("EXAM#{COURSE}"))
            .unwrap();
        exam["date"] = json!(date);
        self.test_env.put(Table::Catalogue, &exam).await;
    }

    /// A correction by staff.
    pub(super) async fn correct(&self, order: &Order, correct: impl FnOnce(&mut Candidate)) {
        let registrations = self.test_env.registrations();
        let before = registrations.to_amend(&order.customer_id).await.unwrap().unwrap();
        let mut after = before.candidate().clone();
        correct(&mut after);
        let now = self.test_env.clock.now();
        let subject = order.customer_id.as_str();
        let entropy = domain::Entropy::system();
        let entry = AuditEntry::new(
            now,
            &entropy,
            "meera",
            "candidate.corrected",
            subject,
            json!({}),
            json!({}),
        );
        let log = AuditLog::from_env(&self.test_env.env()).unwrap();
        let amended = registrations
            .amend(&before, &after, now, log.table().audit(&entry))
            .await;
        assert_eq!(amended.unwrap(), Amended::Done);
    }
}

/// A paid order whose pass was mailed.
async fn start() -> (App, Order) {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, ASHA).await;
    app.test_env.clock.advance(Duration::minutes(3));
    assert_eq!(app.told().await.len(), 1, "the pass");
    let order = app.test_env.stored(order.order_id.as_str()).await;
    (app, order)
}

fn refund(paise: u64) -> Change {
    Change::RefundRequested {
        refund_id: RefundId::parse("refund_1").unwrap(),
        amount: Paise::new(paise),
        reason: "Cannot come".to_owned(),
        by: "meera".to_owned(),
        mode: None,
    }
}

fn reported(event: RefundEvent) -> Change {
    Change::RefundReported {
        refund_id: RefundId::parse("refund_1").unwrap(),
        amount: None,
        event,
    }
}

fn to_offline(candidate: &mut Candidate) {
    let other = match candidate.exam_preference.known() {
        Some(ExamPreference::Offline) => ExamPreference::Online,
        Some(ExamPreference::Online) | None => ExamPreference::Offline,
    };
    candidate.exam_preference = other.into();
    candidate.version += 1;
}

#[tokio::test]
async fn a_refund_is_told_when_it_begins_and_when_it_ends_each_once() {
    let (app, order) = start().await;
    app.change(&order, refund(50_000)).await;
    assert_eq!(app.waiting_news().await, 1);
    let mails = app.told().await;
    let [mail] = &mails[..] else {
        panic!("{} mails", mails.len());
    };
    assert_eq!(
        (mail.to.as_str(), mail.subject.as_str(), mail.reply_to.as_str()),
        (ASHA, BEGUN, "organisers@expo.example")
    );
    for part in [&mail.text, &mail.html] {
        for fact in ["Rs\u{a0}500", "refund_1", domain::event::REFUND_ARRIVAL] {
            assert!(part.contains(fact), "{fact} is missing in {part}");
        }
    }
    app.change(&order, reported(RefundEvent::Accepted)).await;
    assert!(
        app.subjects().await.is_empty(),
        "it is no news that the provider has it"
    );
    app.change(&order, reported(RefundEvent::Succeeded)).await;
    assert_eq!(app.subjects().await, [ENDED]);
    assert!(app.subjects().await.is_empty());
    assert_eq!(app.waiting_news().await, 0);
    let history = app.history(&order).await;
    assert_eq!(
        history,
        [MailHappening::RefundBegun, MailHappening::RefundEnded].map(Some)
    );
}

#[tokio::test]
async fn what_is_overtaken_before_it_is_told_is_not_told() {
    let (app, order) = start().await;
    app.change(&order, refund(50_000)).await;
    app.change(&order, reported(RefundEvent::Succeeded)).await;
    assert_eq!(app.waiting_news().await, 2);
    assert_eq!(app.subjects().await, [ENDED], "that it was begun says less");
    app.change(&order, withdrawn_by_organiser(app.test_env.clock.now()))
        .await;
    app.change(&order, Change::Restored).await;
    assert_eq!(app.subjects().await, [RESTORED]);
    assert_eq!(app.waiting_news().await, 0);
}

#[tokio::test]
async fn a_pass_that_was_withdrawn_before_it_was_mailed_is_mailed_once_it_is_given_back() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, ASHA).await;
    app.change(&order, withdrawn_by_organiser(app.test_env.clock.now()))
        .await;
    app.test_env.clock.advance(Duration::minutes(3));
    assert_eq!(app.subjects().await, [WITHDRAWN]);
    app.change(&order, Change::Restored).await;
    let mut subjects = app.subjects().await;
    subjects.extend(app.subjects().await);
    assert_eq!(subjects.len(), 2, "{subjects:?}");
    assert_eq!(subjects[0], RESTORED);
    assert!(subjects[1].starts_with("Your pass for"), "{subjects:?}");
    app.test_env.clock.advance(Duration::HOUR);
    assert!(app.subjects().await.is_empty());
    assert_eq!(app.waiting_news().await, 0);
}

#[tokio::test]
async fn a_pass_that_is_given_back_before_it_is_mailed_is_told_after_the_pass() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, ASHA).await;
    app.change(&order, withdrawn_by_organiser(app.test_env.clock.now()))
        .await;
    app.change(&order, Change::Restored).await;
    assert!(app.subjects().await.is_empty());
    app.test_env.clock.advance(Duration::minutes(3));
    let mut subjects = app.told().await.into_iter().map(|mail| mail.subject);
    assert!(subjects.next().unwrap().starts_with("Your pass for"));
    app.test_env.clock.advance(Duration::minutes(2));
    app.run().await;
    assert_eq!(app.waiting_news().await, 0);
}

#[tokio::test]
async fn a_pass_that_is_withdrawn_and_given_back_twice_before_it_is_told_is_told_once() {
    let (app, order) = start().await;
    for _ in 0..2 {
        app.change(&order, withdrawn_by_organiser(app.test_env.clock.now()))
            .await;
        app.change(&order, Change::Restored).await;
    }
    assert_eq!(app.subjects().await, [RESTORED]);
    app.change(&order, withdrawn_by_organiser(app.test_env.clock.now()))
        .await;
    assert_eq!(app.subjects().await, [WITHDRAWN]);
    let history = app.history(&order).await;
    let told = [MailHappening::PassRestored, MailHappening::PassWithdrawn];
    assert_eq!(history, told.map(Some));
}

#[tokio::test]
async fn a_pass_that_is_given_back_while_its_withdrawal_is_being_told_is_told_after_it() {
    let mut told = Vec::new();
    for request in 1.. {
        let (app, order) = start().await;
        app.change(&order, withdrawn_by_organiser(app.test_env.clock.now()))
            .await;
        app.test_env.mailbox.clear();
        let (run, restore) = (app.reconciler.run(), app.change(&order, Change::Restored));
        if app.test_env.database.meet(request, run, restore).await.is_none() {
            break;
        }
        app.test_env.clock.advance(Duration::seconds(61));
        app.run().await;
        let mails = app.test_env.mailbox.mails().into_iter();
        let subjects: Vec<_> = mails.map(|mail| mail.subject).collect();
        let history = app.history(&order).await.into_iter();
        let as_told = history.map(|happening| match happening {
            Some(MailHappening::PassWithdrawn) => WITHDRAWN,
            Some(MailHappening::PassRestored) => RESTORED,
            _ => "something else",
        });
        assert_eq!(subjects, as_told.collect::<Vec<_>>(), "before request {request}");
        assert_eq!(app.waiting_news().await, 0, "before request {request}");
        told.push(subjects);
    }
    for subjects in &told {
        assert_eq!(subjects.last().unwrap(), RESTORED);
    }
    // Before it is looked at, and between the mail and its end.
    for subjects in [&[RESTORED][..], &[WITHDRAWN, RESTORED]] {
        assert!(told.iter().any(|one| one == subjects), "{told:?}");
    }
}

#[tokio::test]
async fn a_refund_that_comes_to_nothing_is_told_unless_it_succeeds_after_all() {
    let (app, order) = start().await;
    app.change(&order, refund(50_000)).await;
    app.change(&order, reported(RefundEvent::Failed)).await;
    assert_eq!(app.subjects().await, ["Your refund could not be made"]);
    app.change(&order, reported(RefundEvent::Succeeded)).await;
    assert_eq!(app.subjects().await, [ENDED]);
}

#[tokio::test]
async fn a_pass_that_goes_with_all_of_the_money_is_told_with_the_money() {
    let (app, order) = start().await;
    app.change(&order, refund(100_000)).await;
    let mails = app.told().await;
    assert!(
        mails[0].text.contains("When all of it has gone back"),
        "{}",
        mails[0].text
    );
    app.change(&order, reported(RefundEvent::Succeeded)).await;
    let mails = app.told().await;
    assert_eq!(mails.len(), 1);
    assert!(
        mails[0].text.contains("Your pass is no longer valid."),
        "{}",
        mails[0].text
    );
}

#[tokio::test]
async fn a_pass_is_told_when_it_is_withdrawn_and_when_it_is_valid_again_each_once() {
    let (app, order) = start().await;
    for _ in 0..2 {
        app.change(&order, withdrawn_by_organiser(app.test_env.clock.now()))
            .await;
        let mails = app.told().await;
        assert_eq!((mails.len(), mails[0].subject.as_str()), (1, WITHDRAWN));
        assert!(
            !mails[0].text.contains(WITHDRAWAL_REASON),
            "the reason is for staff"
        );
        app.change(&order, Change::Restored).await;
        assert_eq!(app.subjects().await, [RESTORED]);
    }
    let history = app.history(&order).await;
    let twice = [MailHappening::PassWithdrawn, MailHappening::PassRestored].map(Some);
    assert_eq!(history, [twice, twice].concat());
}

#[tokio::test]
async fn a_second_payment_that_the_provider_sent_back_is_told_once() {
    let app = App::start().await;
    let order = app.test_env.open_order(SINGLE, ASHA).await;
    let event = ProviderEvent {
        key: "AUTO_REFUND#1#SUCCESS".to_owned(),
        summary: "AUTO_REFUND 1 SUCCESS".to_owned(),
        at: app.test_env.clock.now(),
        updated_at: None,
        auto_refund: Some(AutoRefund {
            id: "1".to_owned(),
            amount: order.amount,
            at: app.test_env.clock.now(),
        }),
    };
    let registrations = app.test_env.registrations();
    for written in [Kept::Now, Kept::Before] {
        let recorded = registrations.record_event(&order, &event, None).await;
        assert_eq!(recorded.unwrap(), written);
    }
    // What was decided before it was known is decided again.
    let late = ProviderEvent {
        key: "AUTO_REFUND#1#PENDING".to_owned(),
        summary: "AUTO_REFUND 1 PENDING".to_owned(),
        at: app.test_env.clock.now(),
        updated_at: None,
        auto_refund: None,
    };
    let flag = Flag::new(&order, AttentionKind::Refunded, late.at);
    let of_then = registrations.record_event(&order, &late, Some(&flag)).await;
    assert_eq!(of_then.unwrap(), Kept::Stale);
    let order = app.test_env.stored(order.order_id.as_str()).await;
    let of_now = registrations.record_event(&order, &late, Some(&flag)).await;
    assert_eq!(of_now.unwrap(), Kept::Now);
    let mails = app.told().await;
    let [mail] = &mails[..] else {
        panic!("{} mails", mails.len());
    };
    assert!(
        mail.text.contains("A further payment of Rs\u{a0}1,000"),
        "{}",
        mail.text
    );
    // An order that nobody has paid has no history of mails, and the mail is gone all the same.
    assert_eq!(app.waiting_news().await, 0);
}

/// A line of the calendar's file of a mail.
fn calendar(mail: &Mail, name: &str) -> String {
    let file = mail.files.iter().find(|file| file.name == "exam.ics").unwrap();
    let content = BASE64_STANDARD.decode(&file.content).unwrap();
    let text = String::from_utf8(content).unwrap();
    let found = text
        .lines()
        .find(|line| line.starts_with(name))
        .map(str::to_owned);
    found.unwrap()
}

#[tokio::test]
async fn a_corrected_exam_is_told_with_a_calendar_that_replaces_the_one_before() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, ASHA).await;
    app.test_env.clock.advance(Duration::minutes(3));
    let first = app.told().await.remove(0);
    app.test_env.clock.advance(Duration::HOUR);
    app.move_exam("2025-06-01").await;
    app.correct(&order, to_offline).await;
    let mails = app.told().await;
    let [mail] = &mails[..] else {
        panic!("{} mails", mails.len());
    };
    assert!(
        mail.subject.starts_with("Your corrected pass"),
        "{}",
        mail.subject
    );
    assert_eq!(calendar(&first, "UID"), calendar(mail, "UID"));
    // Both have ten digits.
    assert!(calendar(mail, "SEQUENCE") > calendar(&first, "SEQUENCE"));
    let now = app.test_env.clock.now();
    let stamp = format!(
        "DTSTAMP:{}T{:02}{:02}{:02}Z",
        now.date().to_string().replace('-', ""),
        now.hour(),
        now.minute(),
        now.second()
    );
    assert_eq!(calendar(mail, "DTSTAMP"), stamp);
    assert_eq!(app.history(&order).await, [Some(MailHappening::Corrected)]);
    assert!(app.subjects().await.is_empty());
    // The next says so again: nothing is as it was before the last mail.
    app.move_exam("2025-05-31").await;
    app.correct(&order, to_offline).await;
    let again = app.told().await;
    assert!(calendar(&again[0], "SEQUENCE") > calendar(mail, "SEQUENCE"));
}

#[tokio::test]
async fn corrections_before_one_of_them_is_told_are_told_once() {
    let (app, order) = start().await;
    // The last is another one than the first pass had.
    for _ in 0..3 {
        app.correct(&order, to_offline).await;
    }
    let subjects = app.subjects().await;
    assert!(
        subjects.len() == 1 && subjects[0].starts_with("Your corrected pass"),
        "{subjects:?}"
    );
    assert_eq!(app.history(&order).await, [Some(MailHappening::Corrected)]);
}

#[tokio::test]
async fn a_correction_before_the_pass_is_out_is_told_by_the_pass_alone() {
    let app = App::start().await;
    let order = app.test_env.paid_order(SINGLE, ASHA).await;
    app.correct(&order, to_offline).await;
    app.test_env.clock.advance(Duration::minutes(3));
    let mails = app.told().await;
    assert_eq!(mails.len(), 1);
    assert!(
        mails[0].subject.starts_with("Your pass for"),
        "{}",
        mails[0].subject
    );
    assert_eq!(app.waiting_news().await, 0);

    // While somebody is sending the pass, which may say what was so before, it waits.
    let order = app.test_env.paid_order(SINGLE, "biju@example.com").await;
    let now = app.test_env.clock.now();
    let registrations = app.test_env.registrations();
    let leased = registrations.lease_mail(&order.order_id, Take::Waiting, "me", now, Duration::MINUTE);
    let _ = leased.await.unwrap();
    app.correct(&order, to_offline).await;
    assert!(app.subjects().await.is_empty());
    assert_eq!(app.waiting_news().await, 1);
}

#[tokio::test]
async fn while_the_mail_service_is_down_the_mail_waits_and_goes_out_once() {
    for fault in [MailFault::Down, MailFault::Throttled, MailFault::Rejected] {
        let (app, order) = start().await;
        app.change(&order, withdrawn_by_organiser(app.test_env.clock.now()))
            .await;
        app.test_env.mailbox.fail(fault);
        assert!(app.subjects().await.is_empty());
        assert_eq!(app.waiting_news().await, 1);
        assert!(app.history(&order).await.is_empty());
        app.test_env.mailbox.heal();
        app.test_env.clock.advance(Duration::minutes(2));
        assert_eq!(app.subjects().await, [WITHDRAWN]);
        assert!(app.subjects().await.is_empty());
    }
}

/// Runs until nothing waits, the first time with a fault of the database, and returns how many mails went out in the first
/// run and after it.
async fn runs_after(fault: Fault) -> (usize, usize) {
    let (app, order) = start().await;
    app.change(&order, withdrawn_by_organiser(app.test_env.clock.now()))
        .await;
    app.test_env.mailbox.clear();
    app.test_env.database.set(fault);
    let _ = app.reconciler.run().await;
    app.test_env.database.set(Fault::None);
    let first = app.test_env.mailbox.mails().len();
    app.test_env.mailbox.clear();
    for _ in 0..3 {
        app.test_env.clock.advance(Duration::seconds(61));
        app.run().await;
    }
    assert_eq!(app.waiting_news().await, 0, "{fault:?}");
    assert_eq!(
        app.history(&order).await.last(),
        Some(&Some(MailHappening::PassWithdrawn))
    );
    (first, app.test_env.mailbox.mails().len())
}

#[tokio::test]
async fn a_function_that_dies_between_two_writes_sends_the_mail_once_unless_it_dies_with_the_mail_out() {
    let mut sent = Vec::new();
    for write in 0..3 {
        sent.push(runs_after(Fault::CrashBefore(write)).await);
        sent.push(runs_after(Fault::CrashAfter(write)).await);
    }
    // The lease, then the mail, then the end of both: only one that dies between the last two sends it again.
    assert_eq!(sent, [(0, 1), (0, 1), (1, 1), (1, 0), (1, 0), (1, 0)]);
}

#[tokio::test]
async fn a_lost_answer_about_the_end_changes_nothing() {
    assert_eq!(runs_after(Fault::InProgress(1)).await, (1, 0));
}

async fn runs_at_once(fault: Fault) -> usize {
    let (app, order) = start().await;
    app.change(&order, withdrawn_by_organiser(app.test_env.clock.now()))
        .await;
    app.test_env.mailbox.clear();
    app.test_env.database.set(fault);
    futures::future::join_all((0..4).map(|_| app.reconciler.run())).await;
    app.test_env.mailbox.mails().len()
}

#[tokio::test]
async fn runs_side_by_side_send_a_mail_once() {
    assert_eq!(runs_at_once(Fault::None).await, 1);
}

#[tokio::test]
async fn without_the_lease_they_would_send_it_several_times() {
    assert!(runs_at_once(Fault::NoConditions).await > 1);
}

#[tokio::test]
async fn an_end_that_meets_another_write_of_the_history_is_an_end_all_the_same() {
    let (app, order) = start().await;
    app.change(&order, withdrawn_by_organiser(app.test_env.clock.now()))
        .await;
    app.test_env.database.set(Fault::Conflict);
    assert_eq!(app.subjects().await, [WITHDRAWN]);
    app.test_env.database.set(Fault::None);
    assert_eq!(app.waiting_news().await, 0);
    app.test_env.clock.advance(Duration::minutes(2));
    assert!(app.subjects().await.is_empty());
}

#[tokio::test]
async fn a_dispute_that_is_lost_withdraws_the_pass_and_is_told() {
    let (app, order) = start().await;
    let lost = DisputeReport {
        id: "433475258".to_owned(),
        state: DisputeState::Lost,
        word: "CHARGEBACK_MERCHANT_LOST".to_owned(),
        amount: None,
        updated_at: None,
    };
    app.change(&order, Change::DisputeReported(lost)).await;
    let mails = app.told().await;
    assert_eq!((mails.len(), mails[0].subject.as_str()), (1, WITHDRAWN));
    assert!(
        mails[0].text.contains("The bank has taken the payment back"),
        "{}",
        mails[0].text
    );
    let entry = app.test_env.registrations().mail(&order.order_id).await;
    assert_eq!(entry.unwrap().unwrap().state, MailState::Sent);
}
