//! What is refunded, withdrawn and given back, and what stays of a payment.

mod disputes;

use super::*;
use crate::{
    Balance, Word,
    payment::{DisputeReport, DisputeState, Method, fixture::paid_order},
};
use time::{Duration, macros::datetime};

const AT: OffsetDateTime = datetime!(2025-05-20 10:00 UTC);

fn order(channel: Channel) -> Order {
    paid_order(channel, AT)
}

fn id(text: &str) -> RefundId {
    RefundId::parse(text).unwrap()
}

fn request(refund: &str, paise: u64) -> Change {
    Change::RefundRequested {
        refund_id: id(refund),
        amount: Paise::new(paise),
        reason: "Cannot come".to_owned(),
        by: "meera".to_owned(),
        mode: None,
    }
}

fn report(refund: &str, paise: Option<u64>, event: RefundEvent) -> Change {
    Change::RefundReported {
        refund_id: id(refund),
        amount: paise.map(Paise::new),
        event,
    }
}

fn dispute(state: DisputeState, paise: Option<u64>) -> Change {
    Change::DisputeReported(DisputeReport {
        id: "433475258".to_owned(),
        state,
        word: format!("CHARGEBACK_{state:?}").to_uppercase(),
        amount: paise.map(Paise::new),
        updated_at: None,
    })
}

fn paid_by(reference: &str) -> Method {
    Method {
        group: Some("upi".to_owned()),
        reference: Some(reference.to_owned()),
        ..Method::default()
    }
}

fn withdrawal() -> Withdrawal {
    Withdrawal {
        cause: WithdrawalCause::Organiser.into(),
        reason: "Duplicate".to_owned(),
        by: Some("meera".to_owned()),
        at: AT,
    }
}

#[test]
fn nothing_of_an_unpaid_order_is_refunded_or_withdrawn() {
    for status in Status::ALL.into_iter().filter(|status| *status != Status::Paid) {
        let unpaid = Order {
            status,
            ..order(Channel::Online)
        };
        for change in [
            request("ref1", 1),
            report("ref1", Some(1), RefundEvent::Succeeded),
            dispute(DisputeState::Lost, None),
            Change::MethodReported(paid_by("77")),
            Change::Withdrawn(withdrawal()),
            Change::Restored,
        ] {
            assert_eq!(unpaid.after(change, AT), Err(NotApplicable::NotPaid));
        }
        assert_eq!(
            (unpaid.refundable(), unpaid.net()),
            (Paise::default(), Balance::default())
        );
        assert_eq!(unpaid.validity(), None);
    }
}

#[test]
fn how_it_was_paid_is_noted_once_and_of_the_provider_alone() {
    let unknown = Order {
        method: Some(Method::default()),
        ..order(Channel::Online)
    };
    let reported = |order: &Order, method| order.after(Change::MethodReported(method), AT);
    assert!(unknown.lacks_reference());
    let known = reported(&unknown, paid_by("77")).unwrap();
    assert_eq!(
        (known.method.clone(), known.version),
        (Some(paid_by("77")), unknown.version + 1)
    );
    assert!(!known.lacks_reference());
    // A further payment is another one.
    assert_eq!(reported(&known, paid_by("78")), Err(NotApplicable::Unchanged));
    // What names no payment says nothing that is missing.
    let unnamed = Method {
        reference: None,
        ..paid_by("77")
    };
    assert_eq!(reported(&unknown, unnamed), Err(NotApplicable::Unchanged));
    let counter = order(Channel::Counter);
    assert_eq!(reported(&counter, paid_by("77")), Err(NotApplicable::Unchanged));
}

#[test]
fn refunds_never_exceed_what_was_paid_while_any_of_them_may_still_succeed() {
    let order = order(Channel::Online);
    let exceeds = |order: &Order, paise| order.after(request("more", paise), AT).unwrap_err();
    assert_eq!(
        exceeds(&order, 100_001),
        NotApplicable::ExceedsPaid {
            left: Paise::new(100_000)
        }
    );
    let requested = order.after(request("ref1", 60_000), AT).unwrap();
    assert_eq!(
        (requested.refundable().get(), requested.net().get()),
        (40_000, 100_000)
    );
    assert_eq!(
        exceeds(&requested, 40_001),
        NotApplicable::ExceedsPaid {
            left: Paise::new(40_000)
        }
    );
    let failed = requested
        .after(report("ref1", None, RefundEvent::Failed), AT)
        .unwrap();
    assert_eq!(
        (failed.refundable().get(), failed.net().get()),
        (100_000, 100_000)
    );
    assert_eq!(failed.refunds[0].ended_at, Some(AT));
    let done = requested
        .after(report("ref1", None, RefundEvent::Succeeded), AT)
        .unwrap();
    assert_eq!((done.refundable().get(), done.net().get()), (40_000, 40_000));
    assert_eq!(done.validity(), Some(PassValidity::Valid));
    assert_eq!(done.version, order.version + 2);
}

#[test]
fn a_refund_is_requested_once_under_its_identifier_and_never_of_nothing() {
    let requested = order(Channel::Online).after(request("ref1", 10), AT).unwrap();
    assert_eq!(
        requested.after(request("ref1", 10), AT),
        Err(NotApplicable::Unchanged)
    );
    assert_eq!(
        requested.after(request("ref2", 0), AT),
        Err(NotApplicable::Unchanged)
    );
    assert_eq!(requested.next_refund_ask(AT), Some(AT + Duration::minutes(1)));
}

#[test]
fn a_full_refund_withdraws_the_pass_once_and_who_gets_it_back_keeps_it() {
    let requested = order(Channel::Online)
        .after(request("ref1", 100_000), AT)
        .unwrap();
    assert_eq!(requested.validity(), Some(PassValidity::Valid));
    let done = requested
        .after(report("ref1", None, RefundEvent::Succeeded), AT)
        .unwrap();
    assert_eq!(done.validity(), Some(PassValidity::Withdrawn));
    assert_eq!(done.withdrawn.as_ref().unwrap().cause, WithdrawalCause::Refund);
    let restored = done.after(Change::Restored, AT).unwrap();
    assert_eq!(
        restored.after(report("ref1", None, RefundEvent::Succeeded), AT),
        Err(NotApplicable::Unchanged)
    );
    // A second refund that the provider made beside it is told, and does not take the pass again.
    let beside = restored
        .after(report("auto", Some(100_000), RefundEvent::Succeeded), AT)
        .unwrap();
    assert_eq!(beside.validity(), Some(PassValidity::Valid));
    assert_eq!(
        (beside.net(), beside.refundable()),
        (Balance::default(), Paise::default())
    );
    // It was of a payment that was never counted.
    assert_eq!(beside.refunded(), beside.amount);
    let returns: Vec<u64> = beside.returns().map(|(_, returned)| returned.get()).collect();
    assert_eq!(returns, [100_000, 0]);
}

#[test]
fn money_is_handed_back_at_the_counter_with_the_decision() {
    let done = order(Channel::Counter)
        .after(request("ref1", 100_000), AT)
        .unwrap();
    assert_eq!(done.refunds[0].state, RefundState::Success);
    assert_eq!(done.refunds[0].ended_at, Some(AT));
    assert_eq!(done.validity(), Some(PassValidity::Withdrawn));
    assert_eq!(done.next_refund_ask(AT), None);
}

#[test]
fn a_refund_made_at_the_provider_is_taken_over_with_its_amount() {
    let order = order(Channel::Online);
    let pending = order
        .after(report("ref9", Some(500), RefundEvent::Accepted), AT)
        .unwrap();
    assert_eq!(pending.refunds[0].state, RefundState::Pending);
    assert_eq!(
        (pending.refunds[0].by.as_ref(), pending.refunds[0].ended_at),
        (None, None)
    );
    let done = order
        .after(report("ref9", Some(500), RefundEvent::Succeeded), AT)
        .unwrap();
    assert_eq!((done.refunded().get(), done.refunds[0].ended_at), (500, Some(AT)));
    for (amount, event) in [(None, RefundEvent::Succeeded), (Some(500), RefundEvent::Failed)] {
        assert_eq!(
            order.after(report("ref9", amount, event), AT),
            Err(NotApplicable::Unchanged)
        );
    }
}

#[test]
fn a_pass_is_withdrawn_and_given_back_once_each() {
    let valid = order(Channel::Online);
    assert_eq!(valid.after(Change::Restored, AT), Err(NotApplicable::Unchanged));
    let withdrawn = valid.after(Change::Withdrawn(withdrawal()), AT).unwrap();
    assert_eq!(withdrawn.withdrawn, Some(withdrawal()));
    assert_eq!(
        withdrawn.after(Change::Withdrawn(withdrawal()), AT),
        Err(NotApplicable::Unchanged)
    );
    let restored = withdrawn.after(Change::Restored, AT).unwrap();
    assert_eq!(
        (restored.validity(), restored.version),
        (Some(PassValidity::Valid), valid.version + 2)
    );
    // Money that goes back of a withdrawn pass leaves the reason that was first.
    let refunded = withdrawn
        .after(request("ref1", 100_000), AT)
        .and_then(|order| order.after(report("ref1", None, RefundEvent::Succeeded), AT))
        .unwrap();
    assert_eq!(refunded.withdrawn, Some(withdrawal()));
}

#[test]
fn a_cause_of_another_release_still_withdraws() {
    let stored = r#"{"cause":"fraud","at":"2025-05-20T10:00:00Z"}"#;
    let read: Withdrawal = serde_json::from_str(stored).unwrap();
    let order = Order {
        withdrawn: Some(read),
        ..order(Channel::Online)
    };
    assert_eq!(order.validity(), Some(PassValidity::Withdrawn));
    for cause in [
        WithdrawalCause::Organiser,
        WithdrawalCause::Refund,
        WithdrawalCause::Dispute,
    ] {
        assert_eq!(serde_json::to_value(cause).unwrap(), cause.as_str());
    }
}

#[test]
fn a_refund_is_asked_about_before_a_dispute() {
    let disputed = order(Channel::Online)
        .after(dispute(DisputeState::Open, None), AT)
        .unwrap();
    let dispute = FollowUp {
        what: Followed::Disputes,
        at: AT + Duration::DAY,
    };
    assert_eq!(disputed.next_follow_up(AT), Some(dispute));
    let requested = disputed.after(request("ref1", 10), AT).unwrap();
    let refund = FollowUp {
        what: Followed::Refunds,
        at: AT + Duration::minutes(1),
    };
    assert_eq!(requested.next_follow_up(AT), Some(refund));
    let done = requested
        .after(report("ref1", None, RefundEvent::Succeeded), AT)
        .unwrap();
    assert_eq!(done.next_follow_up(AT), Some(dispute));
    assert_eq!(order(Channel::Online).next_follow_up(AT), None);
}
