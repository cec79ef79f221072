//! Randomness, passed in.

use std::{sync::Arc, time::Duration};

type Fill = dyn Fn(&mut [u8]) + Send + Sync;

/// A source of random bytes fit for secrets.
#[derive(Clone)]
pub struct Entropy(Arc<Fill>);

/// Crockford's base 32 without the letters people misread. Its 32 symbols make each byte's low five bits
/// one symbol, without bias.
const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

impl Entropy {
    /// The operating system's generator.
    #[must_use]
    pub fn system() -> Self {
        Self(Arc::new(|buffer| {
            // Without randomness an order id could be guessed: better no process than a weak one.
            if getrandom::fill(buffer).is_err() {
                std::process::abort();
            }
        }))
    }

    /// A source of the caller's own.
    pub fn from_fn(fill: impl Fn(&mut [u8]) + Send + Sync + 'static) -> Self {
        Self(Arc::new(fill))
    }

    /// Fills `buffer` with random bytes.
    pub fn fill(&self, buffer: &mut [u8]) {
        (self.0)(buffer);
    }

    /// `length` random symbols of base 32: five bits each.
    #[must_use]
    pub fn symbols(&self, length: usize) -> String {
        let mut bytes = vec![0; length];
        self.fill(&mut bytes);
        bytes.iter().map(|byte| symbol(*byte)).collect()
    }

    /// A random number.
    #[must_use]
    pub fn number(&self) -> u16 {
        let mut bytes = [0; 2];
        self.fill(&mut bytes);
        u16::from_le_bytes(bytes)
    }

    /// A random length of time below `most`, so that those who meet do not meet again after their pauses.
    #[must_use]
    pub fn below(&self, most: Duration) -> Duration {
        most.mul_f64(f64::from(self.number()) / 65_536.0)
    }
}

/// The base-32 symbol for the low five bits of `bits`.
pub(crate) fn symbol(bits: u8) -> char {
    char::from(ALPHABET[usize::from(bits & 31)])
}

impl std::fmt::Debug for Entropy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Entropy")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pause_is_random_from_nothing_to_just_below_the_most() {
        let most = Duration::from_secs(64);
        let of = |byte: u8| Entropy::from_fn(move |bytes| bytes.fill(byte)).below(most);
        assert_eq!(of(0), Duration::ZERO);
        assert_eq!(of(0x80), most.mul_f64(f64::from(0x8080_u16) / 65_536.0));
        assert!(of(0xff) < most && of(0xff) > most.mul_f64(0.99));
    }
}
