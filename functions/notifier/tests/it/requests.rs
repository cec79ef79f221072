//! Requests for the passes of an address, as the stream brings them.

use crate::App;
use aws_emulation::Fault as MailFault;
use domain::{ClaimKey, Email, payment::Order};
use store::{
    PassRequests, Write,
    registrations::{
        paid::{ClaimPolicy, Payment, Recorded},
        places::PlaceAction,
    },
    tables::Table,
};
use test_support::{ALL, Fault, SINGLE};
use time::Duration;

const ASHA: &str = "asha@example.com";

impl App {
    async fn ask(&self, email: &str) -> Write {
        let requests = PassRequests::from_env(&self.test_env.env()).unwrap();
        let email = Email::parse(email).unwrap();
        requests.ask(&email, self.test_env.clock.now()).await.unwrap()
    }

    /// An order that is paid by somebody who has paid for another before.
    async fn paid_too(&self, package: &str, email: &str) -> Order {
        let order = self.test_env.written_order(package, email).await;
        let registrations = self.test_env.registrations();
        let claim = ClaimKey::of(&order.person.email, &order.selection);
        let payment = Payment {
            order: &order,
            method: None,
            at: self.test_env.clock.now(),
            claim: &ClaimPolicy::Take(registrations.holdings(&claim).await.unwrap().mark),
            place: PlaceAction::Keep,
            counter: None,
        };
        let recorded = registrations.record_paid(&payment).await;
        assert_eq!(recorded.unwrap(), Recorded::Done);
        order
    }

    /// Hands over everything that has changed since the last time.
    async fn follow(&self) {
        let records = self.test_env.stream(Table::Registrations);
        assert_eq!(self.handle(&records).await, Vec::<String>::new());
    }

    fn receivers(&self) -> Vec<String> {
        let mails = self.test_env.mailbox.mails();
        mails.into_iter().map(|mail| mail.to).collect()
    }
}

/// Somebody with two paid orders, one at the counter that is not, and the passes' own mails out of the way.
async fn start() -> (App, [String; 2]) {
    let app = App::start().await;
    let paid = [
        app.test_env.paid_order(SINGLE, ASHA).await,
        app.paid_too(ALL, ASHA).await,
    ];
    app.test_env.counter_order(SINGLE, "binu@example.com").await;
    app.follow().await;
    app.test_env.mailbox.clear();
    (app, paid.map(|order| order.order_id.to_string()))
}

#[tokio::test]
async fn the_owner_of_an_address_gets_one_mail_with_every_pass_of_it() {
    let (app, paid) = start().await;
    assert_eq!(app.ask(ASHA).await, Write::Done);
    app.follow().await;
    let mails = app.test_env.mailbox.mails();
    let [mail] = &mails[..] else {
        panic!("{} mails went out", mails.len());
    };
    assert_eq!(
        (mail.to.as_str(), mail.reply_to.as_str(), mail.subject.as_str()),
        (
            ASHA,
            "organisers@expo.example",
            format!("Your pass for {}, as you asked", domain::event::NAME).as_str()
        )
    );
    for order in &paid {
        for part in [&mail.text, &mail.html] {
            assert!(part.contains(&format!("order_id={order}")), "{order} in {part}");
        }
    }
    let pictures: Vec<_> = mail
        .files
        .iter()
        .filter(|file| file.kind == "image/png")
        .map(|file| &*file.content_id)
        .collect();
    assert_eq!(pictures, ["pass.png", "pass-2.png", "logo.png"]);
    assert!(
        pictures
            .iter()
            .all(|name| mail.html.contains(&format!("cid:{name}")))
    );
}

#[tokio::test]
async fn an_address_gets_six_mails_in_a_day_however_often_somebody_asks() {
    let (app, _) = start().await;
    let mut mailed = Vec::new();
    for _ in 0..36 * 6 {
        let (Write::Done | Write::Stale) = app.ask(ASHA).await;
        app.follow().await;
        if !app.test_env.mailbox.mails().is_empty() {
            mailed.push(app.test_env.clock.now());
        }
        app.test_env.mailbox.clear();
        app.test_env.clock.advance(Duration::minutes(10));
    }
    assert_eq!(mailed.len(), 12, "in a day and a half");
    for seven in mailed.windows(7) {
        assert!(seven[6] - seven[0] >= Duration::DAY, "{seven:?}");
    }
}

#[tokio::test]
async fn a_withdrawn_pass_is_not_in_the_mail_and_whoever_has_no_other_gets_none() {
    let (app, [one, all]) = start().await;
    for (withdrawn, left) in [(one, Some(&all)), (all.clone(), None)] {
        let order = app.test_env.stored(&withdrawn).await;
        app.test_env.withdraw(&order).await;
        app.test_env.mailbox.clear();
        app.test_env.clock.advance(Duration::minutes(11));
        assert_eq!(app.ask(ASHA).await, Write::Done);
        app.follow().await;
        let mails = app.test_env.mailbox.mails();
        assert_eq!(mails.len(), usize::from(left.is_some()));
        if let (Some(mail), Some(left)) = (mails.first(), left) {
            assert!(mail.text.contains(left.as_str()) && !mail.text.contains(withdrawn.as_str()));
        }
    }
}

#[tokio::test]
async fn an_address_without_a_paid_order_gets_no_mail() {
    let (app, _) = start().await;
    for email in ["binu@example.com", "nobody@example.com"] {
        assert_eq!(app.ask(email).await, Write::Done);
        app.follow().await;
        assert!(app.receivers().is_empty(), "{email}");
        assert_eq!(app.ask(email).await, Write::Stale, "{email} rests like any other");
    }
}

#[tokio::test]
async fn an_address_gets_one_mail_in_ten_minutes_however_often_it_is_asked_for() {
    let (app, _) = start().await;
    for _ in 0..3 {
        let _: Write = app.ask(ASHA).await;
        app.follow().await;
    }
    assert_eq!(app.receivers(), [ASHA]);
    app.test_env
        .clock
        .advance(Duration::minutes(10) - Duration::SECOND);
    assert_eq!(app.ask(ASHA).await, Write::Stale);
    app.test_env.clock.advance(Duration::SECOND);
    assert_eq!(app.ask(ASHA).await, Write::Done);
    // The new request takes the place of the old one, which the stream calls a change.
    app.follow().await;
    assert_eq!(app.receivers(), [ASHA, ASHA]);
}

async fn at_once(fault: Fault) -> usize {
    let (app, _) = start().await;
    let _: Write = app.ask(ASHA).await;
    let records = app.test_env.stream(Table::Registrations);
    app.test_env.database.set(fault);
    futures::future::join_all((0..4).map(|_| app.handle(&records))).await;
    app.receivers().len()
}

#[tokio::test]
async fn several_instances_at_once_send_one_mail() {
    assert_eq!(at_once(Fault::None).await, 1);
}

/// The control: what keeps them apart is the condition of the lease.
#[tokio::test]
async fn without_conditions_several_instances_send_more_than_one() {
    assert!(at_once(Fault::NoConditions).await > 1);
}

#[tokio::test]
async fn a_mail_that_is_not_taken_is_left_to_the_reconciler_and_not_tried_by_the_stream_again() {
    let (app, _) = start().await;
    let _: Write = app.ask(ASHA).await;
    app.test_env.mailbox.fail_next(MailFault::Throttled, 1);
    app.follow().await;
    app.follow().await;
    assert!(app.receivers().is_empty());
    let requests = PassRequests::from_env(&app.test_env.env()).unwrap();
    let now = app.test_env.clock.now();
    assert!(requests.due(now, 10).await.unwrap().is_empty());
    let due = requests.due(now + Duration::MINUTE, 10).await.unwrap();
    assert_eq!(due, [Email::parse(ASHA).unwrap()]);
}

#[tokio::test]
async fn an_order_that_cannot_be_read_does_not_keep_the_others_from_their_owner() {
    let (app, paid) = start().await;
    let mut items = app.test_env.dump(Table::Registrations).await;
    let broken = items
        .iter_mut()
        .find(|item| item["kind"] == "ORDER" && item["order_id"] == paid[0])
        .unwrap();
    broken["status"] = "of another release".into();
    app.test_env.put(Table::Registrations, broken).await;
    let _: Write = app.ask(ASHA).await;
    let retried = app.handle(&app.test_env.stream(Table::Registrations)).await;
    assert!(
        !retried.is_empty(),
        "the candidate cannot be projected, which is another matter"
    );
    let mails = app.test_env.mailbox.mails();
    assert_eq!(mails.len(), 1);
    assert!(mails[0].text.contains(&paid[1]) && !mails[0].text.contains(&paid[0]));
}
