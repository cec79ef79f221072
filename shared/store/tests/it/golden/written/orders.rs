//! Orders in every state, with their mails, flags and what was reported of them.

use super::{LEASE, entry};
use domain::{
    AttentionKind, OrderId, Paise,
    payment::{
        Ask, AttemptState, AutoRefund, Card, Change, DisputeReport, DisputeState, Lane, Method, Order,
        RefundEvent, RefundId, Status, Upi, Withdrawal, WithdrawalCause,
    },
    registration::PaymentMode,
    till::{Closing, Entry, count, day_of},
};
use store::{
    AuditLog, Registrations, Tills, Write,
    registrations::{
        attention::{Flag, Kept, ProviderEvent},
        claims::CoursesMark,
        outbox::{Feedback, Leased, Receipt, Take, feedback::FeedbackKind},
        paid::{ClaimPolicy, Payment, Recorded, Takings},
        places::PlaceAction,
        refused::WrittenOrder as Refused,
        settle::UnpaidChange,
    },
};
use test_support::{ALL, COURSE, OTHER_COURSE, SINGLE, TestEnv};
use time::Duration;

/// An order that the provider refused, of a candidate who has no other.
pub(super) async fn refused_order(test_env: &TestEnv) {
    let order = test_env.written_order(SINGLE, "refused@example.com").await;
    let (registrations, now) = (test_env.registrations(), test_env.clock.now());
    let refused = registrations
        .record_refused(&order, &Refused::default(), now)
        .await;
    assert_eq!(refused.unwrap(), Write::Done);
}

pub(super) async fn open_and_ended_orders(test_env: &TestEnv) {
    test_env.written_order(SINGLE, "created@example.com").await;
    test_env.open_order(ALL, "active@example.com").await;
    for (status, attempt) in [
        (Status::Active, AttemptState::Pending),
        (Status::Failed, AttemptState::Failed),
        (Status::Expired, AttemptState::None),
        (Status::Unknown, AttemptState::Pending),
    ] {
        let order = test_env
            .open_order(SINGLE, &format!("{status}@example.com").to_lowercase())
            .await;
        let now = test_env.clock.now();
        let change = UnpaidChange {
            status,
            attempt,
            session: None,
            closed_at: (status == Status::Failed).then_some(now),
            place: PlaceAction::Keep,
            due: (status != Status::Expired).then_some(Ask {
                at: now + Duration::minutes(5),
                lane: if attempt == AttemptState::Pending {
                    Lane::Likely
                } else {
                    Lane::Late
                },
            }),
        };
        let registrations = test_env.registrations();
        assert_eq!(
            registrations.record_unpaid(&order, &change).await.unwrap(),
            Write::Done
        );
        assert!(
            registrations
                .acquire_poll_slot(&order.order_id, now, Duration::seconds(5))
                .await
                .unwrap()
        );
    }
}

async fn pay(test_env: &TestEnv, order: &Order, method: Option<&Method>, claim: &ClaimPolicy) {
    let log = AuditLog::from_env(&test_env.env()).unwrap();
    let act = entry(test_env, "payment.mark_paid");
    let takings = Entry::paid(order, PaymentMode::Cash.into(), "admin", act.at);
    let payment = Payment {
        order,
        method,
        at: test_env.clock.now(),
        claim,
        place: PlaceAction::Keep,
        counter: method.is_none().then_some(Takings {
            audit: log.table().audit(&act),
            till: log.table().till(&takings),
            bulk: None,
        }),
    };
    let recorded = test_env.registrations().record_paid(&payment).await.unwrap();
    assert_eq!(recorded, Recorded::Done);
}

pub(super) async fn paid_orders(test_env: &TestEnv) {
    let card = Method {
        group: Some("credit_card".to_owned()),
        card: Some(Card {
            card_type: Some("credit_card".to_owned()),
            card_bank_name: Some("Kerala Bank".to_owned()),
            card_network: Some("visa".to_owned()),
        }),
        upi: None,
        reference: Some("1453002795".to_owned()),
    };
    let upi = Method {
        group: Some("upi".to_owned()),
        card: None,
        reference: None,
        upi: Some(Upi {
            upi_id: Some("asha@bank".to_owned()),
        }),
    };
    let by_card = test_env.open_order(ALL, "paid@example.com").await;
    pay(
        test_env,
        &by_card,
        Some(&card),
        &ClaimPolicy::Take(CoursesMark::default()),
    )
    .await;
    let again = test_env.open_order(ALL, "paid@example.com").await;
    pay(
        test_env,
        &again,
        Some(&upi),
        &ClaimPolicy::Leave {
            holder: by_card.order_id.clone(),
        },
    )
    .await;
    flags_and_events(test_env, &by_card).await;

    let registrations = test_env.registrations();
    mail_sent(test_env, &registrations, &by_card.order_id).await;
    let waiting = test_env.open_order(SINGLE, "waiting@example.com").await;
    pay(
        test_env,
        &waiting,
        Some(&Method::default()),
        &ClaimPolicy::Take(CoursesMark::default()),
    )
    .await;
    lease(test_env, &registrations, &again.order_id).await;
    let given_up = test_env.paid_order(SINGLE, "given-up@example.com").await;
    lease(test_env, &registrations, &given_up.order_id).await;
    let flag = Flag::new(&given_up, AttentionKind::PaidWithoutMail, test_env.clock.now());
    assert_eq!(
        registrations.mail_given_up(LEASE, &flag).await.unwrap(),
        Write::Done
    );
}

/// An order of which a part is on its way back, and whose pass is withdrawn.
pub(super) async fn refunded_order(test_env: &TestEnv) {
    let order = test_env.paid_order(SINGLE, "refunded@example.com").await;
    let refund = Change::RefundRequested {
        refund_id: RefundId::parse("RF1").unwrap(),
        amount: Paise::new(25_000),
        reason: "One exam less".to_owned(),
        by: "asha".to_owned(),
        mode: Some(PaymentMode::Upi.into()),
    };
    test_env.change_paid(&order, refund).await;
    let made_there = Change::RefundReported {
        refund_id: RefundId::parse("dashboard").unwrap(),
        amount: Some(Paise::new(10_000)),
        event: RefundEvent::Succeeded,
    };
    test_env.change_paid(&order, made_there).await;
    let withdrawal = Withdrawal {
        cause: WithdrawalCause::Organiser.into(),
        reason: "Registered twice".to_owned(),
        by: Some("asha".to_owned()),
        at: test_env.clock.now(),
    };
    test_env.change_paid(&order, Change::Withdrawn(withdrawal)).await;
}

/// What `make forget` leaves of a payment of which a part went back, and a part was lost.
pub(super) async fn forgotten_payment(test_env: &TestEnv) {
    let by_upi = Method {
        group: Some("upi".to_owned()),
        ..Method::default()
    };
    let order = test_env.written_order(SINGLE, "forgotten@example.com").await;
    test_env.record_paid_by(&order, &by_upi).await;
    let sent_back = Change::RefundReported {
        refund_id: RefundId::parse("RF2").unwrap(),
        amount: Some(Paise::new(10_000)),
        event: RefundEvent::Succeeded,
    };
    test_env.change_paid(&order, sent_back).await;
    let lost = Change::DisputeReported(DisputeReport {
        id: "433475258".to_owned(),
        state: DisputeState::Lost,
        word: "CHARGEBACK_MERCHANT_LOST".to_owned(),
        amount: Some(Paise::new(20_000)),
        updated_at: Some(test_env.clock.now()),
    });
    test_env.change_paid(&order, lost).await;
    test_env.forget(&order).await;
}

async fn flags_and_events(test_env: &TestEnv, order: &Order) {
    let (registrations, now) = (test_env.registrations(), test_env.clock.now());
    for kind in AttentionKind::ALL {
        let flag = Flag::new(order, kind, now).with_note("A note".to_owned());
        registrations.flag(&flag).await.unwrap();
    }
    for (kind, what) in [
        (AttentionKind::Refunded, "REFUND"),
        (AttentionKind::Disputed, "DISPUTE"),
        (AttentionKind::Refunded, "AUTO_REFUND"),
    ] {
        let event = ProviderEvent {
            key: format!("{what}#1#SUCCESS"),
            summary: format!("{what} 1 SUCCESS"),
            at: now,
            updated_at: None,
            auto_refund: (what == "AUTO_REFUND").then(|| AutoRefund {
                id: "1".to_owned(),
                amount: Paise::new(100_000),
                at: now,
            }),
        };
        let order = test_env.stored(order.order_id.as_str()).await;
        let kept = registrations
            .record_event(&order, &event, Some(&Flag::new(&order, kind, now)))
            .await;
        assert_eq!(kept.unwrap(), Kept::Now);
    }
}

async fn lease(test_env: &TestEnv, registrations: &Registrations, id: &OrderId) {
    let now = test_env.clock.now();
    let leased = registrations
        .lease_mail(id, Take::Waiting, LEASE, now, Duration::minutes(1))
        .await;
    assert!(matches!(leased.unwrap(), Leased::Yours(_)));
}

/// Sent, and just being sent once more.
async fn mail_sent(test_env: &TestEnv, registrations: &Registrations, id: &OrderId) {
    lease(test_env, registrations, id).await;
    let now = test_env.clock.now();
    let receipt = Receipt {
        message_id: "message-1",
        at: now,
        calendar: None,
        audit: None,
        bulk: None,
    };
    assert_eq!(
        registrations.mail_sent(id, LEASE, &receipt).await.unwrap(),
        Write::Done
    );
    let again = registrations
        .lease_sent_mail(id, LEASE, now, Duration::minutes(1))
        .await;
    assert!(again.unwrap().is_some());
    for kind in [FeedbackKind::Bounced, FeedbackKind::Complained] {
        let order = registrations.order(id).await.unwrap().unwrap();
        let feedback = Feedback {
            attempt: LEASE.to_owned(),
            message_id: "message-1".to_owned(),
            reason: "A reason".to_owned(),
            at: now,
        };
        let flag = Flag::new(&order, kind.flag(), now);
        let recorded = registrations.record_feedback(kind, &feedback, &flag).await;
        assert_eq!(recorded.unwrap(), Write::Done);
    }
}

pub(super) async fn counter_orders(test_env: &TestEnv) {
    test_env.counter_order(SINGLE, "counter@example.com").await;
    let paid = test_env.counter_order(ALL, "counter-paid@example.com").await;
    pay(test_env, &paid, None, &ClaimPolicy::Take(CoursesMark::default())).await;
    let tills = Tills::from_env(&test_env.env()).unwrap();
    let (now, day) = (test_env.clock.now(), day_of(test_env.clock.now()));
    let entries = tills.till(day, "admin").await.unwrap().entries;
    let counted = [(PaymentMode::Cash, Paise::new(185_000))].into();
    let closing = Closing {
        number: 1,
        clerk: "admin".to_owned(),
        closed_by: "admin".to_owned(),
        closed_at: now,
        counts: count(&entries, &[].into(), &counted).unwrap(),
    };
    let closed = tills
        .close(day, &closing, false, &entry(test_env, "till.closed"))
        .await;
    assert_eq!(closed.unwrap(), Write::Done);
}

/// An exam with a capacity: an order that holds a place of it, and one that has given its own back. And one who has chosen another
/// exam of all.
pub(super) async fn orders_with_places(test_env: &TestEnv) {
    test_env.limit_places(OTHER_COURSE, 2).await;
    test_env.limit_places(COURSE, 2).await;
    test_env.paid_place("placed@example.com").await;
    let gone = test_env.paid_place("given-back@example.com").await;
    test_env.pay_back(&gone).await;
    let all = test_env.paid_order(ALL, "chosen@example.com").await;
    test_env.choose(&all, &[OTHER_COURSE]).await;
}
