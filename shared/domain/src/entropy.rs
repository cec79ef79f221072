//! Randomness, passed in.

use std::sync::Arc;

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
}

/// The symbol of base 32 that stands for the low five bits of `bits`.
pub(crate) fn symbol(bits: u8) -> char {
    char::from(ALPHABET[usize::from(bits & 31)])
}

impl std::fmt::Debug for Entropy {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Entropy")
    }
}
