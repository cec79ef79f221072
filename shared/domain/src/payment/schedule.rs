//! When an order is asked about when nobody else does, and what goes before what when not all can be asked about.

use time::{Duration, OffsetDateTime};

/// When the provider is first asked about an order that nobody returned from, after it has accepted it.
pub const FIRST_ASK: Duration = Duration::minutes(1);

/// How long an order may take to reach the provider. Before that, one that it does not know is left alone.
pub const CREATION: Duration = Duration::minutes(2);

/// What the asks of a run are divided among. Each lane has a share of a run, and what one does not use goes to the
/// others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Lane {
    /// Something says that money is there or on its way: an attempt is under way, the browser came back, a webhook
    /// contradicts the provider's answer.
    Likely,
    /// Nobody has asked about it yet.
    First,
    /// Asked about once, a few minutes old.
    Repeat,
    /// Everything else.
    Late,
}

impl Lane {
    /// Every lane.
    pub const ALL: [Self; 4] = [Self::Likely, Self::First, Self::Repeat, Self::Late];

    /// Its part of a run, of ten.
    #[must_use]
    pub const fn share(self) -> usize {
        match self {
            Self::Likely => 3,
            Self::First => 4,
            Self::Repeat => 2,
            Self::Late => 1,
        }
    }
}

/// When an order is to be asked about, and before which others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ask {
    /// From when on.
    pub at: OffsetDateTime,
    /// Among which.
    pub lane: Lane,
}

/// Whether an order is to be asked about again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asking {
    /// At this moment.
    At(Ask),
    /// No more: the last time is past.
    Over,
}

/// The next moment after `now` at which the provider is asked about an unpaid order: 1, 3, 6 and 15 minutes
/// after its creation, at its expiry, one hour and 24 hours after that.
///
/// Expiry has a minute's grace, so that the provider's clock has passed it too.
#[must_use]
pub fn next_ask(created: OffsetDateTime, expires: OffsetDateTime, now: OffsetDateTime) -> Asking {
    let grace = Duration::minutes(1);
    [
        (created + FIRST_ASK, Lane::First),
        (created + Duration::minutes(3), Lane::Repeat),
        (created + Duration::minutes(6), Lane::Late),
        (created + Duration::minutes(15), Lane::Late),
        (expires + grace, Lane::Late),
        (expires + Duration::hours(1), Lane::Late),
        (expires + Duration::hours(24), Lane::Late),
    ]
    .into_iter()
    .find(|(at, _)| *at > now)
    .map_or(Asking::Over, |(at, lane)| Asking::At(Ask { at, lane }))
}

/// The same for an order that is likely to be paid by now, or soon: a minute from now, and later the older the order
/// is, because what has not come for an hour need not be looked for each minute.
#[must_use]
pub fn next_likely_ask(created: OffsetDateTime, expires: OffsetDateTime, now: OffsetDateTime) -> Asking {
    match next_ask(created, expires, now) {
        Asking::At(usual) => {
            let age: Duration = now - created;
            let pause = (age / 4_i32).max(Duration::minutes(1));
            Asking::At(Ask {
                at: usual.at.min(now + pause),
                lane: Lane::Likely,
            })
        }
        Asking::Over => Asking::Over,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::datetime;

    fn asked(next: fn(OffsetDateTime, OffsetDateTime, OffsetDateTime) -> Asking) -> Vec<(i64, Lane)> {
        let created = datetime!(2025-05-20 10:00 UTC);
        let expires = created + Duration::minutes(30);
        let mut now = created;
        let mut asked = Vec::new();
        while let Asking::At(Ask { at, lane }) = next(created, expires, now) {
            asked.push(((at - created).whole_minutes(), lane));
            now = at;
        }
        asked
    }

    #[test]
    fn an_order_is_asked_about_seven_times_and_then_no_more() {
        let asked = asked(next_ask);
        let minutes: Vec<i64> = asked.iter().map(|(minutes, _)| *minutes).collect();
        assert_eq!(minutes, [1, 3, 6, 15, 31, 90, 30 + 24 * 60]);
        let lanes: Vec<Lane> = asked.iter().map(|(_, lane)| *lane).collect();
        assert_eq!(lanes[..3], [Lane::First, Lane::Repeat, Lane::Late]);
        assert!(lanes[3..].iter().all(|lane| *lane == Lane::Late));
    }

    #[test]
    fn a_likely_payment_is_asked_about_more_often_and_at_pauses_that_grow() {
        let asked = asked(next_likely_ask);
        assert!(asked.iter().all(|(_, lane)| *lane == Lane::Likely));
        let minutes: Vec<i64> = asked.iter().map(|(minutes, _)| *minutes).collect();
        assert_eq!(minutes[..5], [1, 2, 3, 4, 5]);
        assert!((15..40).contains(&minutes.len()), "{minutes:?}");
        assert_eq!(minutes.last(), Some(&(30 + 24 * 60)));
    }

    #[test]
    fn the_shares_make_up_a_whole_run() {
        assert_eq!(Lane::ALL.map(Lane::share).iter().sum::<usize>(), 10);
    }
}
