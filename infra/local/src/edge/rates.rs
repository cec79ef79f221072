//! How often each client has asked within a window that ends now.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};

use http::HeaderValue;

/// Above this many clients those that have not asked within the window are forgotten.
const CLIENTS: usize = 10_000;

/// By what requests are counted together: the address, and a header where a rule names one.
pub(super) type Client = (IpAddr, Option<HeaderValue>);

/// A sliding window of whole seconds for each client.
pub(super) struct Rates {
    limit: u64,
    window: i64,
    asked: Mutex<HashMap<Client, Seconds>>,
}

#[derive(Default)]
struct Seconds {
    sum: u64,
    each: VecDeque<(i64, u64)>,
}

impl Rates {
    /// At most `limit` requests within `window` seconds.
    pub(super) fn new(limit: u64, window: i64) -> Rates {
        Rates {
            limit,
            window,
            asked: Mutex::default(),
        }
    }

    /// Counts a request at the second `now`, and says whether it is above the limit. What is refused counts, too.
    pub(super) fn exceeded(&self, client: Client, now: i64) -> bool {
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        if asked.len() > CLIENTS {
            asked.retain(|_, seconds| seconds.forget(now - self.window) > 0);
        }
        let seconds = asked.entry(client).or_default();
        seconds.forget(now - self.window);
        seconds.add(now);
        seconds.sum > self.limit
    }
}

impl Seconds {
    fn add(&mut self, now: i64) {
        self.sum += 1;
        match self.each.back_mut() {
            Some((second, count)) if *second == now => *count += 1,
            _ => self.each.push_back((now, 1)),
        }
    }

    /// Drops what was asked up to `until`, and says how much is left.
    fn forget(&mut self, until: i64) -> u64 {
        while let Some((_, count)) = self.each.pop_front_if(|(second, _)| *second <= until) {
            self.sum -= count;
        }
        self.sum
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(last: u8) -> Client {
        (IpAddr::from([203, 0, 113, last]), None)
    }

    #[test]
    fn the_limit_applies_to_each_window_and_each_address_separately() {
        let rates = Rates::new(3, 60);
        let asked = [0, 10, 59].map(|now| rates.exceeded(address(1), now));
        assert_eq!(asked, [false; 3]);
        assert!(rates.exceeded(address(1), 59));
        assert!(!rates.exceeded(address(2), 59));
        // Those of the seconds 10, 59 and 59 are still within it: a refused one counts.
        assert!(rates.exceeded(address(1), 60));
        assert!(!rates.exceeded(address(1), 130));
    }

    #[test]
    fn idle_addresses_are_forgotten() {
        let rates = Rates::new(3, 60);
        for number in 0..=u32::try_from(CLIENTS).unwrap() {
            rates.exceeded((IpAddr::from(number.to_be_bytes()), None), 0);
        }
        rates.exceeded(address(1), 60);
        assert_eq!(rates.asked.lock().unwrap().len(), 1);
    }
}
