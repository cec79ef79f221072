//! Refunds are followed to their end, whatever was lost on the way.

use crate::App;
use domain::{
    AttentionKind, Paise,
    payment::{Change, DisputeReport, DisputeState, Order, PassValidity, RefundId, RefundState},
};
use provider_simulator::{Call, Fault, PaymentStatus};
use store::{
    registrations::{attention::Flag, due::Task},
    tables::Table,
};
use test_support::{Fault as DatabaseFault, SINGLE};
use time::Duration;

fn refund_id() -> RefundId {
    RefundId::parse("RF0123456789").unwrap()
}

impl App {
    /// A paid order of which a refund is written as requested, as after a crash before the provider heard of it.
    async fn requested(&self, reason: &str) -> Order {
        let order = self.test_env.open_order(SINGLE, "asha@example.com").await;
        self.test_env
            .attempt(order.order_id.as_str(), PaymentStatus::Success);
        self.run_after(Duration::minutes(2)).await;
        let change = Change::RefundRequested {
            refund_id: refund_id(),
            amount: Paise::new(100_000),
            reason: reason.to_owned(),
            by: "meera".to_owned(),
            mode: None,
        };
        self.test_env.change_paid(&order, change).await
    }

    /// The flag about a refund that went through and comes back, from the bank or because the provider cancels it.
    async fn flag_of_what_comes_back(&self, order: &str, is_cancelled: bool) -> Flag {
        if is_cancelled {
            self.test_env.provider.cancel_refunds(order).unwrap();
        } else {
            self.test_env.provider.give_back(order).unwrap();
        }
        self.test_env.clock.advance(Duration::hours(1));
        self.reconciler.recon().await.unwrap();
        let [flag] = self.test_env.flags().await.try_into().unwrap();
        assert_eq!(flag.flag, AttentionKind::RefundFailed);
        flag
    }

    async fn is_flagged_once(&self, flag: &Flag) {
        self.test_env.clear_flag(flag).await;
        for _ in 0..2 {
            self.test_env.clock.advance(Duration::hours(1));
            self.reconciler.recon().await.unwrap();
        }
        assert!(self.flags().await.is_empty(), "it is said once");
    }

    async fn refund_state(&self, order: &Order) -> RefundState {
        let stored = self.test_env.stored(order.order_id.as_str()).await;
        stored.refund(&refund_id()).unwrap().state
    }

    async fn validity(&self, order: &Order) -> Option<PassValidity> {
        self.test_env.stored(order.order_id.as_str()).await.validity()
    }

    fn refunds_at_provider(&self, order: &Order) -> usize {
        let state = self.test_env.provider.export();
        let refunds = &state["orders"][order.order_id.as_str()]["refunds"];
        refunds.as_array().unwrap().len()
    }

    /// What is noted of the refund that failed.
    async fn refund_failed(&self) -> String {
        let flags = self.test_env.flags().await.into_iter();
        let mut flags = flags.filter(|flag| flag.flag == AttentionKind::RefundFailed);
        flags.next().unwrap().note
    }

    /// A paid order with a dispute that is known as open.
    async fn disputed(&self) -> Order {
        let order = self.test_env.open_order(SINGLE, "asha@example.com").await;
        let id = order.order_id.as_str();
        self.test_env.attempt(id, PaymentStatus::Success);
        self.run_after(Duration::minutes(2)).await;
        self.test_env.provider.dispute(id).unwrap();
        self.reconciler.recon().await.unwrap();
        let order = self.test_env.stored(id).await;
        assert_eq!(order.disputes[0].state, DisputeState::Open);
        order
    }

    async fn dispute_is_due(&self) -> bool {
        let waiting = self.test_env.registrations().waiting().await.unwrap();
        assert_eq!(waiting.refunds(), 0, "a deletion waits for refunds alone");
        let later = self.test_env.clock.now() + Duration::weeks(52);
        !waiting.due(Task::Dispute, later).is_empty()
    }

    async fn is_due_after(&self, pause: Duration) -> bool {
        let waiting = self.test_env.registrations().waiting().await.unwrap();
        let later = self.test_env.clock.now() + pause;
        !waiting.due(Task::Refund, later).is_empty()
    }
}

#[tokio::test]
async fn a_refund_that_the_provider_never_heard_of_is_given_to_it_once() {
    let app = App::start().await;
    let order = app.requested("Cannot come").await;
    assert_eq!(app.run().await.refunds, 0, "it is not due yet");
    let summary = app.run_after(Duration::minutes(1)).await;
    assert_eq!((summary.refunds, summary.refunds_unsettled), (1, 0));
    assert_eq!(app.refund_state(&order).await, RefundState::Success);
    assert_eq!(app.validity(&order).await, Some(PassValidity::Withdrawn));
    assert_eq!(app.refunds_at_provider(&order), 1);
    assert!(!app.is_due_after(Duration::weeks(3)).await);
    assert_eq!(app.run_after(Duration::hours(1)).await.refunds, 0);
}

#[tokio::test]
async fn a_refund_whose_answer_was_lost_at_any_point_ends_as_one_refund() {
    for fault in [
        Fault::Drop,
        Fault::DropAfterCommit,
        Fault::TimeoutAfterCommit,
        Fault::StatusAfterCommit { status: 502 },
        Fault::RateLimited { retry_after: 60 },
        Fault::Junk,
    ] {
        for call in [Call::CreateRefund, Call::Refunds] {
            let app = App::start().await;
            let order = app.requested("Cannot come").await;
            app.test_env.provider.fail_next(Some(call), fault);
            app.test_env.provider.fail_next(Some(call), fault);
            for _ in 0..6 {
                app.run_after(Duration::minutes(6)).await;
            }
            assert_eq!(
                app.refund_state(&order).await,
                RefundState::Success,
                "{call:?} {fault:?}"
            );
            assert_eq!(app.refunds_at_provider(&order), 1, "{call:?} {fault:?}");
            assert!(!app.is_due_after(Duration::weeks(3)).await);
        }
    }
}

#[tokio::test]
async fn a_crash_between_any_two_writes_leaves_one_refund_that_ends() {
    for writes in 0..3 {
        for crash in [
            DatabaseFault::CrashBefore(writes),
            DatabaseFault::CrashAfter(writes),
        ] {
            let app = App::start().await;
            let order = app.requested("Cannot come").await;
            app.test_env.clock.advance(Duration::minutes(1));
            app.test_env.database.set(crash);
            let _ = app.reconciler.run().await;
            app.test_env.database.set(DatabaseFault::None);
            for _ in 0..3 {
                app.run_after(Duration::minutes(6)).await;
            }
            assert_eq!(app.refund_state(&order).await, RefundState::Success, "{crash:?}");
            assert_eq!(app.refunds_at_provider(&order), 1, "{crash:?}");
            assert_eq!(app.validity(&order).await, Some(PassValidity::Withdrawn));
        }
    }
}

#[tokio::test]
async fn a_pending_refund_is_asked_about_at_growing_pauses_until_it_ends() {
    for (succeeds, state, validity) in [
        (true, RefundState::Success, PassValidity::Withdrawn),
        (false, RefundState::Failed, PassValidity::Valid),
    ] {
        let app = App::start().await;
        let order = app.requested("PENDING").await;
        app.run_after(Duration::minutes(1)).await;
        assert_eq!(app.refund_state(&order).await, RefundState::Pending);
        assert_eq!(app.run_after(Duration::minutes(59)).await.refunds, 1);
        assert_eq!(app.run_after(Duration::minutes(29)).await.refunds, 0);
        app.test_env
            .provider
            .finish_refunds(order.order_id.as_str(), succeeds)
            .unwrap();
        assert_eq!(app.run_after(Duration::minutes(1)).await.refunds, 1);
        assert_eq!(app.refund_state(&order).await, state);
        assert_eq!(app.validity(&order).await, Some(validity));
        assert!(!app.is_due_after(Duration::weeks(3)).await);
        let flags: Vec<_> = app.flags().await.iter().map(|flag| flag.flag.as_str()).collect();
        assert_eq!(flags, if succeeds { vec![] } else { vec!["REFUND_FAILED"] });
    }
}

#[tokio::test]
async fn a_refund_that_never_ends_is_flagged_after_two_weeks_and_no_longer_followed() {
    let app = App::start().await;
    let order = app.requested("PENDING").await;
    for _ in 0..14 * 4 + 4 {
        app.run_after(Duration::hours(6)).await;
    }
    assert_eq!(app.refund_state(&order).await, RefundState::Pending);
    assert!(!app.is_due_after(Duration::weeks(9)).await);
    let flags = app.flags().await;
    assert_eq!(flags.len(), 1);
    assert_eq!(flags[0].flag.as_str(), "REFUND_FAILED");
    assert!(flags[0].note.contains("two weeks"));
}

#[tokio::test]
async fn a_provider_that_is_down_postpones_a_refund_and_loses_nothing() {
    let app = App::start().await;
    let order = app.requested("Cannot come").await;
    app.test_env
        .provider
        .fail_always(Some(Call::Refunds), Fault::Status { status: 503 });
    let summary = app.run_after(Duration::minutes(1)).await;
    assert_eq!((summary.refunds, summary.refunds_unsettled), (0, 1));
    assert!(!app.is_due_after(Duration::minutes(4)).await);
    assert!(app.is_due_after(Duration::minutes(5)).await);
    app.test_env.provider.clear_faults();
    app.run_after(Duration::minutes(5)).await;
    assert_eq!(app.refund_state(&order).await, RefundState::Success);
}

#[tokio::test]
async fn an_order_with_a_refund_that_cannot_be_read_goes_into_quarantine_and_comes_back() {
    let app = App::start().await;
    let order = app.requested("Cannot come").await;
    let rows = app.test_env.dump(Table::Registrations).await;
    let row = rows.iter().find(|row| row["kind"] == "ORDER").unwrap();
    let mut unreadable = row.clone();
    unreadable["refunds"][0]["state"] = "SETTLED".into();
    app.test_env.put(Table::Registrations, &unreadable).await;
    let summary = app.run_after(Duration::minutes(1)).await;
    assert_eq!(summary.refunds_unsettled, 1);
    let flags = app.flags().await;
    assert_eq!(flags[0].flag.as_str(), "UNREADABLE");
    assert!(flags[0].note.contains("refunds[0].state"), "{}", flags[0].note);
    let rows = app.test_env.dump(Table::Registrations).await;
    let mut mended = rows.into_iter().find(|row| row["kind"] == "ORDER").unwrap();
    mended["refunds"][0]["state"] = "REQUESTED".into();
    app.test_env.put(Table::Registrations, &mended).await;
    app.run_after(Duration::minutes(2)).await;
    assert_eq!(app.refund_state(&order).await, RefundState::Success);
}

#[tokio::test]
async fn a_refund_made_at_the_provider_counts_once_its_event_is_listed() {
    let app = App::start().await;
    let order = app.test_env.open_order(SINGLE, "asha@example.com").await;
    let id = order.order_id.as_str();
    app.test_env.attempt(id, PaymentStatus::Success);
    app.run_after(Duration::minutes(2)).await;
    app.test_env.provider.refund(id).unwrap();
    app.test_env.clock.advance(Duration::hours(1));
    app.reconciler.recon().await.unwrap();
    let stored = app.test_env.stored(id).await;
    assert_eq!(stored.net().get(), 0);
    assert_eq!(stored.refunds[0].by, None);
    assert_eq!(stored.validity(), Some(PassValidity::Withdrawn));
    assert_eq!(app.flags().await[0].flag.as_str(), "REFUNDED");
}

#[tokio::test]
async fn a_lost_dispute_withdraws_the_pass_once_and_who_is_given_it_back_keeps_it() {
    let app = App::start().await;
    let order = app.test_env.open_order(SINGLE, "asha@example.com").await;
    let id = order.order_id.as_str();
    app.test_env.attempt(id, PaymentStatus::Success);
    app.run_after(Duration::minutes(2)).await;
    app.test_env.provider.dispute(id).unwrap();
    app.test_env.clock.advance(Duration::hours(1));
    app.reconciler.recon().await.unwrap();
    assert_eq!(app.validity(&order).await, Some(PassValidity::Valid));
    app.test_env.provider.lose_dispute(id).unwrap();
    app.test_env.clock.advance(Duration::hours(1));
    app.reconciler.recon().await.unwrap();
    let withdrawn = app.test_env.stored(id).await;
    assert_eq!(withdrawn.validity(), Some(PassValidity::Withdrawn));
    assert_eq!(withdrawn.withdrawn.as_ref().unwrap().cause.as_str(), "dispute");
    assert_eq!((withdrawn.net().get(), withdrawn.refundable().get()), (0, 0));
    app.test_env.change_paid(&withdrawn, Change::Restored).await;
    for _ in 0..2 {
        app.test_env.clock.advance(Duration::hours(1));
        app.reconciler.recon().await.unwrap();
    }
    assert_eq!(app.validity(&order).await, Some(PassValidity::Valid));
}

/// The bank has given the money back: the organiser would pay it a second time.
#[tokio::test]
async fn a_refund_that_the_provider_never_heard_of_is_not_made_once_a_dispute_is_lost() {
    let app = App::start().await;
    let order = app.requested("Cannot come").await;
    let lost = DisputeReport {
        id: "433475258".to_owned(),
        state: DisputeState::Lost,
        word: "CHARGEBACK_MERCHANT_LOST".to_owned(),
        amount: Some(order.amount),
        updated_at: None,
    };
    app.test_env
        .change_paid(&order, Change::DisputeReported(lost))
        .await;
    app.run_after(Duration::hours(1)).await;
    assert_eq!(app.refund_state(&order).await, RefundState::Failed);
    assert_eq!(app.refunds_at_provider(&order), 0);
    assert!(app.refund_failed().await.contains("a dispute was lost"));
}

#[tokio::test]
async fn a_refund_that_went_through_and_came_back_is_flagged_once() {
    for is_cancelled in [false, true] {
        let app = App::start().await;
        let order = app.requested("Cannot come").await;
        let id = order.order_id.as_str();
        app.run_after(Duration::minutes(1)).await;
        let sent = app.test_env.stored(id).await;
        assert_eq!(sent.refunds[0].state, RefundState::Success);
        app.test_env.clock.advance(Duration::hours(1));
        app.reconciler.recon().await.unwrap();
        assert!(app.flags().await.is_empty(), "it was asked for here");

        let flag = app.flag_of_what_comes_back(id, is_cancelled).await;
        assert!(flag.note.contains("came back"), "{}", flag.note);
        // What was done is not undone: a person pays the payer another way.
        assert_eq!(app.test_env.stored(id).await, sent);

        app.is_flagged_once(&flag).await;
    }
}

#[tokio::test]
async fn a_refund_of_a_payment_whose_person_was_forgotten_that_comes_back_is_flagged_once() {
    for is_cancelled in [false, true] {
        let app = App::start().await;
        let order = app.requested("Cannot come").await;
        let id = order.order_id.as_str();
        app.run_after(Duration::minutes(1)).await;
        app.test_env.forget(&order).await;
        app.test_env.clock.advance(Duration::hours(1));
        app.reconciler.recon().await.unwrap();
        assert!(app.flags().await.is_empty(), "it was asked for here");

        let flag = app.flag_of_what_comes_back(id, is_cancelled).await;
        assert!(
            flag.note.contains("came back") && flag.note.contains("was forgotten"),
            "{}",
            flag.note
        );
        app.is_flagged_once(&flag).await;
    }
}

#[tokio::test]
async fn what_a_lost_dispute_took_and_comes_back_is_flagged_once() {
    let app = App::start().await;
    let order = app.test_env.open_order(SINGLE, "asha@example.com").await;
    let id = order.order_id.as_str();
    app.test_env.attempt(id, PaymentStatus::Success);
    app.run_after(Duration::minutes(2)).await;
    app.test_env.provider.dispute(id).unwrap();
    app.test_env.provider.lose_dispute(id).unwrap();
    for says in ["DISPUTE ", "came back"] {
        app.test_env.clock.advance(Duration::hours(1));
        app.reconciler.recon().await.unwrap();
        let [flag] = app.test_env.flags().await.try_into().unwrap();
        assert_eq!(flag.flag, AttentionKind::Disputed);
        assert!(flag.note.contains(says), "{}", flag.note);
        app.test_env.clear_flag(&flag).await;
        app.test_env.clock.advance(Duration::hours(1));
        app.reconciler.recon().await.unwrap();
        assert!(app.flags().await.is_empty(), "it is said once");
        app.test_env.provider.give_back(id).unwrap();
    }
}

/// No webhook arrives, and the reconciliation lists nothing of it.
#[tokio::test]
async fn a_dispute_that_is_lost_without_a_word_is_found_within_a_day() {
    for is_down in [false, true] {
        let app = App::start().await;
        let order = app.disputed().await;
        let id = order.order_id.as_str();
        assert!(app.dispute_is_due().await);
        app.test_env.provider.lose_dispute(id).unwrap();
        assert_eq!(app.run_after(Duration::hours(23)).await.refunds, 0);
        if is_down {
            let down = Fault::Status { status: 503 };
            app.test_env.provider.fail_always(Some(Call::Disputes), down);
            assert_eq!(app.run_after(Duration::hours(1)).await.refunds_unsettled, 1);
            app.test_env.provider.clear_faults();
            assert_eq!(app.run_after(Duration::minutes(4)).await.refunds, 0);
        }
        assert_eq!(app.run_after(Duration::hours(1)).await.refunds, 1);
        let lost = app.test_env.stored(id).await;
        assert_eq!((lost.net().get(), lost.refundable().get()), (0, 0));
        assert_eq!(lost.validity(), Some(PassValidity::Withdrawn));
        assert!(!app.dispute_is_due().await);
    }
}

#[tokio::test]
async fn an_open_dispute_is_asked_about_daily_for_four_months_and_then_flagged() {
    let app = App::start().await;
    let order = app.disputed().await;
    let [flag] = app.test_env.flags().await.try_into().unwrap();
    app.test_env.clear_flag(&flag).await;
    let asked = app.test_env.provider.calls(Call::Disputes);
    for day in 1..=130 {
        app.run_after(Duration::DAY).await;
        assert_eq!(app.flags().await.is_empty(), day < 120, "{day}");
    }
    assert_eq!(app.test_env.provider.calls(Call::Disputes) - asked, 120);
    assert!(!app.dispute_is_due().await);
    let [flag] = app.test_env.flags().await.try_into().unwrap();
    assert_eq!(flag.flag, AttentionKind::Disputed);
    assert!(flag.note.contains("four months"), "{}", flag.note);
    let stored = app.test_env.stored(order.order_id.as_str()).await;
    assert_eq!(stored.net(), order.amount.into());
}

#[tokio::test]
async fn a_dispute_beside_a_refund_that_is_under_way_is_followed_with_it() {
    let app = App::start().await;
    let order = app.requested("PENDING").await;
    let id = order.order_id.as_str();
    app.run_after(Duration::minutes(1)).await;
    app.test_env.provider.dispute(id).unwrap();
    app.reconciler.recon().await.unwrap();
    app.test_env.provider.lose_dispute(id).unwrap();
    app.run_after(Duration::hours(6)).await;
    let stored = app.test_env.stored(id).await;
    assert_eq!(stored.disputes[0].state, DisputeState::Lost);
    assert_eq!(stored.refunds[0].state, RefundState::Pending);
    assert!(app.is_due_after(Duration::hours(6)).await);
}
