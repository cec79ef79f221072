//! How fast the line in front of the payment provider moves.
//!
//! The provider opens a limited number of orders a minute. Orders beyond it get a slot of a virtual schedule: slots are
//! one [`Pace::interval`] apart, and a slot may be used up to one [`Pace::tolerance`] before its time, so that orders
//! that come alone, or a few together, are opened at once. An order that is opened within the tolerance before its
//! slot, and not after it, cannot break the limit: the slots of the orders of any 60 s lie within 60 s and the
//! tolerance, which hold as many slots as the provider opens orders in a minute.
//!
//! The people behind one address have a schedule of their own ([`Pace::of_address`]), which nobody else's depends on.
//! Where it is later than everybody's, theirs is the later moment, so one address takes no more than its share of the
//! line however many come from it.
//!
//! Moments are microseconds since 1970 UTC, because that is what the schedule reckons in the database.

use time::{Duration, OffsetDateTime};

/// A moment, in microseconds since 1970 UTC.
pub type Micros = i64;

const MINUTE: Micros = 60_000_000;

/// How long after its moment a place can be used.
pub const HELD: Micros = 30 * MINUTE;

/// The shortest wait for which a mail is offered: anyone who waits for less can keep the page open.
pub const LEAST_WAIT_FOR_MAIL: Micros = 10 * MINUTE;

/// How long before the moment of a place its mail is sent.
pub const MAIL_AHEAD: Micros = 2 * MINUTE;

/// The share of the provider's limit that may be used at once is a tenth: what is left of it is the steady rate.
const BURST_OF: u32 = 10;

/// How many of one address have a turn in a minute where the provider opens enough: a class, or a queue at a counter.
const OF_ADDRESS: u32 = 60;

/// How far ahead the schedule of an address reaches: three thousand people where the provider opens two hundred orders a
/// minute. Beyond it nothing is promised and nothing kept, so that a flood is forgotten as soon after its end.
pub const FURTHEST_OF_ADDRESS: Micros = 60 * MINUTE;

/// Of each four slots of a minute the line keeps at least one for those whom no address holds back.
const LEFT_TO_LINE: i64 = 4;

/// How many orders are opened, and how evenly.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pace {
    interval: Micros,
    tolerance: Micros,
    of_address: AddressPace,
}

/// How many people behind one address have a turn, and how evenly.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AddressPace {
    /// From one of them to the next.
    pub interval: Micros,
    /// How far ahead of their schedule they may be, which is how many come at once: as many as in a minute.
    pub tolerance: Micros,
}

impl Pace {
    /// The pace of a provider that opens this many orders a minute. With fewer than two nothing could be late by
    /// even a moment, so it counts as two.
    #[must_use]
    pub fn new(creates_per_minute: u32) -> Self {
        let creates = creates_per_minute.max(2);
        let burst = i64::from(creates.div_ceil(BURST_OF));
        let steady = i64::from(creates) - burst;
        let interval = (MINUTE + steady - 1) / steady;
        Self {
            interval,
            tolerance: interval * burst,
            of_address: AddressPace::of(creates),
        }
    }

    /// The pace of those behind one address: sixty a minute, but no more than three tenths of what the provider opens, or a
    /// tenth of it where that is more.
    #[must_use]
    pub fn of_address(self) -> AddressPace {
        self.of_address
    }

    /// From one slot to the next.
    #[must_use]
    pub fn interval(self) -> Micros {
        self.interval
    }

    /// How long before its time a slot may be used. The holder of a place may use it as long after its moment.
    #[must_use]
    pub fn tolerance(self) -> Micros {
        self.tolerance
    }

    /// From one slot of the line to the next in a minute in which so many slots are kept for people whom their address
    /// holds back until then.
    #[must_use]
    pub fn interval_beside(self, kept: u64) -> Micros {
        let slots = (MINUTE / self.interval).max(1);
        let kept = i64::try_from(kept).unwrap_or(i64::MAX);
        let left = slots.saturating_sub(kept).max(slots / LEFT_TO_LINE).max(1);
        self.interval * slots / left
    }
}

impl AddressPace {
    fn of(creates: u32) -> Self {
        let most = creates / 10 * 3 + creates % 10 * 3 / 10;
        let rate = i64::from(OF_ADDRESS.min(most).max(creates / 10).max(1));
        let interval = (MINUTE + rate - 1) / rate;
        Self {
            interval,
            tolerance: interval * (rate - 1),
        }
    }
}

/// A moment as the schedule reckons it.
#[must_use]
pub fn micros(moment: OffsetDateTime) -> Micros {
    i64::try_from(moment.unix_timestamp_nanos() / 1_000).unwrap_or(Micros::MAX)
}

/// A moment of the schedule, to the millisecond that is not before it.
#[must_use]
pub fn moment(micros: Micros) -> OffsetDateTime {
    let millis = micros.div_euclid(1_000) + i64::from(micros.rem_euclid(1_000) > 0);
    OffsetDateTime::UNIX_EPOCH + Duration::milliseconds(millis)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Opens as many orders as early as the schedule allows, each as late as it may be, and gives the moments.
    fn opened(pace: Pace, late: impl Fn(Micros) -> Micros) -> Vec<Micros> {
        let slots = (0..1_000).map(|number| number * pace.interval());
        let mut moments: Vec<_> = slots
            .map(|slot| {
                let earliest = (slot - pace.tolerance()).max(0);
                (earliest + late(slot)).min(slot)
            })
            .collect();
        moments.sort_unstable();
        moments
    }

    fn most_in_a_minute(moments: &[Micros]) -> usize {
        let within = |from: &Micros| {
            moments
                .iter()
                .filter(|at| (*from..from + MINUTE).contains(at))
                .count()
        };
        moments.iter().map(within).max().unwrap_or_default()
    }

    #[test]
    fn no_minute_has_more_orders_than_the_limit_however_late_they_come() {
        for creates in [2, 3, 6, 10, 11, 19, 20, 30, 200, 1_000] {
            let pace = Pace::new(creates);
            let tolerance = pace.tolerance();
            for moments in [
                opened(pace, |_| 0),
                opened(pace, |_| tolerance),
                opened(pace, |slot| if slot < MINUTE { tolerance } else { 0 }),
                opened(pace, |slot| slot.rem_euclid(7) * tolerance / 7),
            ] {
                let most = most_in_a_minute(&moments);
                assert!(most <= creates as usize, "{creates}: {most}");
            }
            let most = most_in_a_minute(&opened(pace, |_| 0));
            assert!(most * 10 >= creates as usize * 9, "{creates}: only {most}");
        }
    }

    #[test]
    fn a_candidate_on_time_has_some_seconds() {
        for creates in [2, 3, 6, 10, 11, 19, 20, 30, 200, 1_000] {
            assert!(Pace::new(creates).tolerance() >= 5_000_000, "{creates}");
        }
    }

    #[test]
    fn an_address_has_sixty_turns_a_minute_within_three_tenths_of_the_limit_and_at_least_a_tenth() {
        for (creates, rate) in [
            (1, 1),
            (2, 1),
            (10, 3),
            (60, 18),
            (200, 60),
            (600, 60),
            (2_000, 200),
        ] {
            let AddressPace { interval, tolerance } = Pace::new(creates).of_address();
            assert_eq!((MINUTE + rate - 1) / rate, interval, "{creates}");
            assert_eq!(tolerance, interval * (rate - 1), "{creates}");
        }
    }

    #[test]
    fn the_line_leaves_room_for_what_is_kept_and_keeps_a_quarter() {
        let pace = Pace::new(200);
        assert_eq!(pace.interval_beside(0), pace.interval());
        let slots = u64::try_from(MINUTE / pace.interval()).unwrap();
        for (kept, share) in [(slots / 2, 50), (slots, 25), (slots * 9, 25), (u64::MAX, 25)] {
            let share_now = pace.interval() * 100 / pace.interval_beside(kept);
            assert!(
                (share - 1..=share + 1).contains(&share_now),
                "{kept}: {share_now}"
            );
        }
        assert!(Pace::new(2).interval_beside(9) >= Pace::new(2).interval());
    }

    #[test]
    fn a_place_is_held_for_half_an_hour_and_its_mail_sent_two_minutes_ahead_of_a_wait_of_ten() {
        let lengths = [HELD, MAIL_AHEAD, LEAST_WAIT_FOR_MAIL, FURTHEST_OF_ADDRESS];
        let lengths = lengths.map(|length| moment(length) - moment(0));
        assert_eq!(lengths, [30, 2, 10, 60].map(Duration::minutes));
    }

    #[test]
    fn a_moment_is_reckoned_in_microseconds_and_shown_at_the_millisecond_that_is_not_before_it() {
        let at = OffsetDateTime::UNIX_EPOCH + Duration::microseconds(1_500_001);
        assert_eq!(micros(at), 1_500_001);
        for (micros, millis) in [
            (1_500_000, 1_500),
            (1_500_001, 1_501),
            (1_500_999, 1_501),
            (-1, 0),
            (-1_000, -1),
        ] {
            let shown = OffsetDateTime::UNIX_EPOCH + Duration::milliseconds(millis);
            assert_eq!(moment(micros), shown, "{micros}");
        }
    }
}
