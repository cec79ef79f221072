//! How fast the line in front of the payment provider moves.
//!
//! The provider opens a limited number of orders a minute. Orders beyond it get a slot of a virtual schedule: slots are
//! one [`Pace::interval`] apart, and a slot may be used up to one [`Pace::tolerance`] before its time, so that orders
//! that come alone, or a few together, are opened at once. An order that is opened within the tolerance before its
//! slot, and not after it, cannot break the limit: the slots of the orders of any 60 s lie within 60 s and the
//! tolerance, which hold as many slots as the provider opens orders in a minute.
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

/// How many places are due before it is learnt how many come, at least.
const LEAST_SAMPLE: u64 = 20;

/// How many orders are opened, and how evenly.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pace {
    interval: Micros,
    tolerance: Micros,
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
        }
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

    /// From one place to the next where `factor` hundredths of the orders that can be opened are given places, because
    /// some of those who wait do not come.
    #[must_use]
    pub fn interval_of_places(self, factor: Factor) -> Micros {
        self.interval * 100 / i64::from(factor.0)
    }
}

/// How many places are given for each order that can be opened, in hundredths: 100 to 150.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Factor(u32);

impl Factor {
    /// As many as can be opened.
    pub const ONE: Self = Self(100);
    const MOST: u32 = 150;

    /// A factor that was kept; out of its bounds, the nearest.
    #[must_use]
    pub fn kept(hundredths: u32) -> Self {
        Self(hundredths.clamp(Self::ONE.0, Self::MOST))
    }

    /// In hundredths.
    #[must_use]
    pub fn hundredths(self) -> u32 {
        self.0
    }

    /// Half way from this one to what it would have been best where `came` of the `due` came. None for too few to tell.
    #[must_use]
    pub fn learn(self, due: u64, came: u64) -> Option<Self> {
        if due < LEAST_SAMPLE {
            return None;
        }
        let best = due.saturating_mul(100) / came.max(1);
        let best = u32::try_from(best).unwrap_or(u32::MAX);
        Some(Self((self.0 + Self::kept(best).0).div_ceil(2)))
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
    fn the_factor_follows_those_who_come_within_its_bounds() {
        assert_eq!(Factor::ONE.learn(LEAST_SAMPLE - 1, 1), None);
        assert_eq!(Factor::ONE.learn(100, 100), Some(Factor::ONE));
        assert_eq!(Factor::ONE.learn(100, 120), Some(Factor::ONE));
        assert_eq!(Factor::ONE.learn(100, 80), Some(Factor(113)));
        let mut factor = Factor::ONE;
        for _ in 0..20 {
            factor = factor.learn(100, 0).unwrap();
        }
        assert_eq!(factor, Factor(150));
        for _ in 0..20 {
            factor = factor.learn(100, 100).unwrap();
        }
        assert!(factor.hundredths() <= 101, "{factor:?}");
        let pace = Pace::new(200);
        assert_eq!(pace.interval_of_places(Factor(150)), pace.interval() * 2 / 3);
    }

    #[test]
    fn a_place_is_held_for_half_an_hour_and_its_mail_sent_two_minutes_ahead_of_a_wait_of_ten() {
        let lengths = [HELD, MAIL_AHEAD, LEAST_WAIT_FOR_MAIL].map(|length| moment(length) - moment(0));
        assert_eq!(lengths, [30, 2, 10].map(Duration::minutes));
    }

    #[test]
    fn a_factor_is_kept_in_hundredths_within_its_bounds() {
        for (hundredths, kept) in [(99, 100), (100, 100), (120, 120), (150, 150), (151, 150)] {
            assert_eq!(Factor::kept(hundredths).hundredths(), kept);
        }
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

    #[test]
    fn a_factor_is_learnt_from_as_many_as_tell_something() {
        let learnt = Factor::kept(100).learn(LEAST_SAMPLE, LEAST_SAMPLE);
        assert_eq!(learnt, Some(Factor::kept(100)));
        assert_eq!(Factor::kept(100).learn(LEAST_SAMPLE - 1, 1), None);
    }
}
