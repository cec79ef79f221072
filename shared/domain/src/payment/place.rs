//! What an order does about a place of its exam: it holds one while it can be paid and while it entitles.

use super::{Asking, AttemptState, Channel, Order, Status, next_ask};
use crate::{CourseId, PlaceNumber};
use serde::{Deserialize, Serialize};
use time::{Duration, OffsetDateTime};

/// How long after its time an order that failed keeps its place: the provider's clock must have passed it, too.
const GRACE: Duration = Duration::minutes(1);

/// What an order has of the places of its exam. One that was written while the exam had no capacity has nothing of it; where its
/// money comes late, or its pass is given back, it takes a place as the others do, if the exam has a capacity then.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OrderPlace {
    /// It holds this one.
    Held(PlaceNumber),
    /// It holds none: it gave back the one that it had, or none was left when it came to entitle. If it entitles, it is
    /// flagged as oversold.
    Without,
}

/// What a change of an order does about its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlaceStep {
    /// Nothing.
    Keep,
    /// Gives this one back.
    GiveBack(PlaceNumber),
    /// Takes one, if one is left.
    Take,
}

impl Order {
    /// The place that it holds, and of which exam.
    #[must_use]
    pub fn held_place(&self) -> Option<(&CourseId, PlaceNumber)> {
        match (self.place, self.selection.course_id()) {
            (Some(OrderPlace::Held(place)), Some(exam)) => Some((exam, place)),
            (Some(OrderPlace::Held(_) | OrderPlace::Without) | None, _) => None,
        }
    }

    /// Whether it is to hold a place of another exam that it is corrected to, if that has a capacity. One that is asked about
    /// no more would never give it back.
    #[must_use]
    pub fn wants_place(&self, now: OffsetDateTime) -> bool {
        match self.place {
            Some(OrderPlace::Held(_)) => true,
            // The oversold find one there.
            Some(OrderPlace::Without) => self.entitles(),
            None => {
                let is_asked_about = next_ask(self.created_at, self.expires_at, now) != Asking::Over;
                self.entitles() || self.may_be_paid(is_asked_about, now)
            }
        }
    }

    /// What becomes of the order's place when it becomes `after`. `is_asked_about` is whether the provider will be asked about
    /// an unpaid one again.
    #[must_use]
    pub fn place_step(&self, after: &Self, is_asked_about: bool, now: OffsetDateTime) -> PlaceStep {
        let (is_entitled, comes_to_entitle) = (after.entitles(), after.entitles() && !self.entitles());
        match self.place {
            // The exam may have a capacity by now. Who could pay when it was given one has a place by then, or is about to get it.
            None if comes_to_entitle && !self.is_open(now) => PlaceStep::Take,
            None => PlaceStep::Keep,
            Some(OrderPlace::Held(_)) if is_entitled || after.may_be_paid(is_asked_about, now) => {
                PlaceStep::Keep
            }
            Some(OrderPlace::Held(place)) => PlaceStep::GiveBack(place),
            // An order that has given its place back takes one when its money has come, not when it may come after all.
            Some(OrderPlace::Without) if comes_to_entitle => PlaceStep::Take,
            Some(OrderPlace::Without) => PlaceStep::Keep,
        }
    }

    /// Whether money may come for it that is not here yet. Where this is wrong because money came late, the order takes a
    /// place then, or is flagged.
    fn may_be_paid(&self, is_asked_about: bool, now: OffsetDateTime) -> bool {
        match self.channel {
            Channel::Online if self.refused_at.is_some() || !is_asked_about => return false,
            Channel::Online | Channel::Counter => {}
        }
        match (self.status, self.attempt) {
            (Status::Paid, _) => false,
            (Status::Created | Status::Active | Status::Unknown, _)
            // The bank has not decided.
            | (Status::Failed | Status::Expired, AttemptState::Pending) => true,
            // Or may not have, about an attempt that nobody has read.
            (Status::Failed | Status::Expired, _) if self.attempts_are_unread() => true,
            // Another attempt may succeed until its time is over.
            (
                Status::Failed,
                AttemptState::None | AttemptState::Failed | AttemptState::Left | AttemptState::Reversed,
            ) => now < self.expires_at + GRACE,
            (
                Status::Expired,
                AttemptState::None | AttemptState::Failed | AttemptState::Left | AttemptState::Reversed,
            ) => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::payment::{Withdrawal, WithdrawalCause, fixture::paid_order};
    use time::macros::datetime;

    const AT: OffsetDateTime = datetime!(2025-05-20 10:00 UTC);
    const SEVEN: PlaceNumber = PlaceNumber::new(7);

    fn order(status: Status, attempt: AttemptState, place: Option<OrderPlace>) -> Order {
        Order {
            status,
            attempt,
            place,
            ..paid_order(Channel::Online, AT)
        }
    }

    fn withdrawn(order: &Order) -> Order {
        let mut refunded = order.clone();
        refunded.amount = crate::Paise::default();
        refunded.withdrawn = Some(Withdrawal {
            cause: WithdrawalCause::Refund.into(),
            reason: String::new(),
            by: None,
            at: AT,
        });
        refunded
    }

    #[test]
    fn an_order_of_an_exam_without_a_capacity_asks_for_a_place_only_where_it_can_have_missed_one() {
        let over = AT + Duration::minutes(30);
        for status in Status::ALL {
            for after in Status::ALL {
                let [before, after] = [status, after].map(|status| order(status, AttemptState::None, None));
                let takes = |now| before.place_step(&after, false, now) == PlaceStep::Take;
                let is_paid_now = status != Status::Paid && after.status == Status::Paid;
                assert_eq!(takes(AT), is_paid_now && status == Status::Expired, "{status}");
                assert_eq!(takes(over), is_paid_now, "{status}");
            }
        }
        let paid = order(Status::Paid, AttemptState::None, None);
        assert_eq!(withdrawn(&paid).place_step(&paid, false, AT), PlaceStep::Take);
        assert_eq!(paid.place_step(&withdrawn(&paid), false, AT), PlaceStep::Keep);
    }

    #[test]
    fn who_may_still_pay_is_given_a_place_once_the_exam_has_some() {
        let last = AT + Duration::minutes(30) + Duration::hours(24);
        let just_before = last - Duration::nanoseconds(1);
        let waits = |status, attempt, now| order(status, attempt, None).wants_place(now);
        for status in [Status::Created, Status::Active, Status::Unknown] {
            assert!(waits(status, AttemptState::None, just_before), "{status}");
            assert!(!waits(status, AttemptState::None, last), "{status}");
        }
        assert!(waits(Status::Expired, AttemptState::Pending, just_before));
        assert!(!waits(Status::Expired, AttemptState::Pending, last));
        assert!(!waits(Status::Expired, AttemptState::None, just_before));
        assert!(waits(Status::Paid, AttemptState::None, last));
        let later = AT + Duration::days(60);
        let counter = Order {
            channel: Channel::Counter,
            ..order(Status::Created, AttemptState::None, None)
        };
        assert!(counter.wants_place(later), "it is paid when its holder comes");
    }

    #[test]
    fn a_place_is_held_while_money_may_come_or_has_come() {
        use AttemptState::{Failed, Left, None, Pending, Reversed};
        let over = AT + Duration::minutes(30) + GRACE;
        let held = Some(OrderPlace::Held(SEVEN));
        let step = |status, attempt, is_asked_about, now| {
            let after = order(status, attempt, held);
            order(Status::Active, None, held).place_step(&after, is_asked_about, now)
        };
        for attempt in [None, Pending, Failed, Left, Reversed] {
            for status in [Status::Created, Status::Active, Status::Unknown] {
                assert_eq!(step(status, attempt, true, over), PlaceStep::Keep, "{status}");
                assert_eq!(
                    step(status, attempt, false, over),
                    PlaceStep::GiveBack(SEVEN),
                    "{status}"
                );
            }
            assert_eq!(step(Status::Paid, attempt, false, over), PlaceStep::Keep);
            let is_open = |holds| {
                if holds {
                    PlaceStep::Keep
                } else {
                    PlaceStep::GiveBack(SEVEN)
                }
            };
            let just_before = over - Duration::nanoseconds(1);
            assert_eq!(step(Status::Failed, attempt, true, just_before), PlaceStep::Keep);
            assert_eq!(
                step(Status::Failed, attempt, true, over),
                is_open(attempt == Pending)
            );
            assert_eq!(
                step(Status::Expired, attempt, true, AT),
                is_open(attempt == Pending)
            );
            assert_eq!(
                step(Status::Expired, attempt, false, AT),
                PlaceStep::GiveBack(SEVEN)
            );
        }
    }

    #[test]
    fn a_place_is_held_while_an_attempt_may_be_under_way_that_nobody_has_read() {
        use AttemptState::{Failed, Left, None, Reversed};
        let over = AT + Duration::minutes(30) + GRACE;
        for status in [Status::Failed, Status::Expired] {
            for attempt in [None, Failed, Left, Reversed] {
                let before = order(Status::Active, None, Some(OrderPlace::Held(SEVEN)));
                let read = Order {
                    status,
                    attempt,
                    ..before.clone()
                };
                let unread = read.clone().with_attempts_unread(AT);
                let step = |after: &Order, is_asked_about| before.place_step(after, is_asked_about, over);
                assert_eq!(step(&read, true), PlaceStep::GiveBack(SEVEN), "{status}");
                assert_eq!(step(&unread, true), PlaceStep::Keep, "{status}");
                assert_eq!(step(&unread, false), PlaceStep::GiveBack(SEVEN), "{status}");
            }
        }
    }

    #[test]
    fn a_refused_order_gives_its_place_back_and_one_of_the_counter_is_held_until_it_is_forgotten() {
        let held = order(Status::Created, AttemptState::None, Some(OrderPlace::Held(SEVEN)));
        let refused = Order {
            refused_at: Some(AT),
            ..held.clone()
        };
        assert_eq!(held.place_step(&refused, true, AT), PlaceStep::GiveBack(SEVEN));
        let counter = Order {
            channel: Channel::Counter,
            ..held
        };
        let later = AT + Duration::days(60);
        assert_eq!(counter.place_step(&counter, false, later), PlaceStep::Keep);
    }

    #[test]
    fn money_that_comes_late_takes_a_place_once_and_what_goes_back_gives_it_back() {
        let without = Some(OrderPlace::Without);
        let expired = order(Status::Expired, AttemptState::None, without);
        let paid = order(Status::Paid, AttemptState::None, without);
        assert_eq!(expired.place_step(&paid, false, AT), PlaceStep::Take);
        assert_eq!(
            paid.place_step(&paid, false, AT),
            PlaceStep::Keep,
            "one that is oversold stays so"
        );
        let open = order(Status::Active, AttemptState::None, without);
        assert_eq!(expired.place_step(&open, true, AT), PlaceStep::Keep);

        let held = order(Status::Paid, AttemptState::None, Some(OrderPlace::Held(SEVEN)));
        assert_eq!(
            held.place_step(&withdrawn(&held), false, AT),
            PlaceStep::GiveBack(SEVEN)
        );
        assert_eq!(withdrawn(&paid).place_step(&paid, false, AT), PlaceStep::Take);
        assert_eq!(paid.place_step(&withdrawn(&paid), false, AT), PlaceStep::Keep);
    }

    #[test]
    fn a_place_is_read_as_it_is_written() {
        for (place, stored) in [
            (OrderPlace::Held(SEVEN), serde_json::json!({ "held": 7 })),
            (OrderPlace::Without, serde_json::json!("without")),
        ] {
            assert_eq!(serde_json::to_value(place).unwrap(), stored);
            assert_eq!(serde_json::from_value::<OrderPlace>(stored).unwrap(), place);
        }
    }
}
