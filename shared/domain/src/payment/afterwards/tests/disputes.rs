//! What disputes take of a payment.

use super::*;

#[test]
fn a_lost_dispute_takes_the_money_and_the_pass_once_and_leaves_nothing_to_refund() {
    let order = order(Channel::Online);
    let open = order
        .after(dispute(DisputeState::Open, Some(100_000)), AT)
        .unwrap();
    assert_eq!((open.net().get(), open.refundable().get()), (100_000, 100_000));
    assert_eq!(
        (open.validity(), open.disputes[0].ended_at),
        (Some(PassValidity::Valid), None)
    );
    assert_eq!(
        open.after(dispute(DisputeState::Open, None), AT + Duration::HOUR),
        Err(NotApplicable::Unchanged)
    );

    let lost = open
        .after(dispute(DisputeState::Lost, None), AT + Duration::HOUR)
        .unwrap();
    assert_eq!(
        (lost.net().get(), lost.refundable().get(), lost.lost().get()),
        (0, 0, 100_000)
    );
    assert_eq!(lost.withdrawn.as_ref().unwrap().cause, WithdrawalCause::Dispute);
    assert_eq!(
        (lost.disputes[0].at, lost.disputes[0].ended_at),
        (AT, Some(AT + Duration::HOUR))
    );
    assert_eq!(
        lost.after(request("ref1", 1), AT),
        Err(NotApplicable::DisputeLost)
    );
    assert!(!lost.entitles());

    // Who is given the pass back keeps it, whatever the provider says again.
    let restored = lost.after(Change::Restored, AT).unwrap();
    assert!(restored.entitles());
    let again = dispute(DisputeState::Lost, None);
    assert_eq!(
        restored.after(again, AT + Duration::DAY),
        Err(NotApplicable::Unchanged)
    );
}

#[test]
fn a_dispute_that_is_won_after_all_brings_the_money_back_and_not_the_pass() {
    let lost = order(Channel::Online)
        .after(dispute(DisputeState::Lost, None), AT)
        .unwrap();
    let won = lost.after(dispute(DisputeState::Won, None), AT).unwrap();
    assert_eq!((won.net().get(), won.refundable().get()), (100_000, 100_000));
    assert_eq!(won.validity(), Some(PassValidity::Withdrawn));
    assert!(won.entitles());
}

#[test]
fn what_was_refunded_and_lost_as_well_is_less_than_nothing_and_one_complaint_is_lost_once() {
    let refunded = order(Channel::Online)
        .after(request("ref1", 30_000), AT)
        .and_then(|order| order.after(report("ref1", None, RefundEvent::Succeeded), AT))
        .unwrap();
    let lost = refunded
        .after(dispute(DisputeState::Lost, Some(100_000)), AT)
        .unwrap();
    assert_eq!((lost.net().get(), lost.refundable().get()), (-30_000, 0));

    let stages = ["1", "2"].into_iter().fold(order(Channel::Online), |order, id| {
        let report = DisputeReport {
            id: id.to_owned(),
            state: DisputeState::Lost,
            word: "ARBITRATION_MERCHANT_LOST".to_owned(),
            amount: Some(Paise::new(60_000)),
            updated_at: None,
        };
        order.after(Change::DisputeReported(report), AT).unwrap()
    });
    assert_eq!((stages.lost().get(), stages.net().get()), (100_000, 0));

    let in_part = order(Channel::Online)
        .after(dispute(DisputeState::Lost, Some(400)), AT)
        .unwrap();
    assert_eq!((in_part.net().get(), in_part.refundable().get()), (99_600, 0));
    assert!(in_part.entitles());
}

#[test]
fn older_news_of_a_dispute_changes_nothing() {
    let report = |state: DisputeState, hours: i64| {
        Change::DisputeReported(DisputeReport {
            id: "1".to_owned(),
            state,
            word: String::new(),
            amount: None,
            updated_at: Some(AT + Duration::hours(hours)),
        })
    };
    let won = order(Channel::Online)
        .after(report(DisputeState::Won, 2), AT)
        .unwrap();
    assert_eq!(
        won.after(report(DisputeState::Lost, 1), AT),
        Err(NotApplicable::Unchanged)
    );
    let lost = won.after(report(DisputeState::Lost, 3), AT).unwrap();
    assert_eq!(lost.net().get(), 0);
}
