//! Passwords: Argon2id with the parameters OWASP recommends, 19 MiB, two passes, one lane.

use argon2::password_hash::phc::{Output, PasswordHash};
use argon2::{Algorithm, Argon2, Block, Params, PasswordHasher, Version};
use domain::Entropy;
use std::sync::{Mutex, PoisonError};

const SALT_BYTES: usize = 16;

/// The hash of no password anybody knows, with the parameters of the real ones. Verifying against it takes as
/// long, so that the time of an answer does not tell which names exist.
const NOBODY: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$c2FsdCBvZiBub2JvZHkhIQ$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// The hash could not be made.
#[derive(Debug, thiserror::Error)]
#[error("the password cannot be hashed: {0}")]
pub struct HashError(String);

/// Hashes a password, with salt from `entropy`, as a PHC string. Takes as long as [`verify_password`].
///
/// # Errors
/// When the hash cannot be made.
pub fn hash(password: &str, entropy: &Entropy) -> Result<String, HashError> {
    let mut salt = [0; SALT_BYTES];
    entropy.fill(&mut salt);
    let params = Params::new(19_456, 2, 1, None).map_err(|error| HashError(error.to_string()))?;
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
        .hash_password_with_salt(password.as_bytes(), &salt)
        .map(|hash| hash.to_string())
        .map_err(|error| HashError(error.to_string()))
}

/// Whether `password` belongs to `hash`. Without a hash the answer is no, after the same work.
///
/// Takes tens of milliseconds of CPU and 19 MiB of memory.
#[must_use]
pub fn verify_password(password: &str, hash: Option<&str>) -> bool {
    let right = is_right(password, hash.unwrap_or(NOBODY)).unwrap_or(false);
    right && hash.is_some()
}

/// The 19 MiB, kept from one password to the next. Freed and allocated again each time, they come from
/// ever other places of the heap, and after ten logins the process holds 200 MB.
static MEMORY: Mutex<Vec<Block>> = Mutex::new(Vec::new());

/// `None` when the PHC string `hash` is none of Argon2's.
fn is_right(password: &str, hash: &str) -> Option<bool> {
    let hash = PasswordHash::new(hash).ok()?;
    let (salt, expected) = (hash.salt?, hash.hash?);
    let params = Params::try_from(&hash).ok()?;
    let algorithm = Algorithm::try_from(hash.algorithm.as_str()).ok()?;
    let version = Version::try_from(hash.version?).ok()?;

    let mut memory = MEMORY.lock().unwrap_or_else(PoisonError::into_inner);
    let blocks = params.block_count();
    if memory.len() < blocks {
        memory.resize(blocks, Block::new());
    }
    let mut found = vec![0; expected.len()];
    Argon2::new(algorithm, version, params)
        .hash_password_into_with_memory(
            password.as_bytes(),
            salt.as_ref(),
            &mut found,
            &mut memory[..blocks],
        )
        .ok()?;
    // The comparison of two outputs takes the same time at whichever byte they differ.
    Some(Output::new(&found).ok()? == expected)
}

/// A password that nobody guesses, easy to copy by hand: 100 random bits in four groups.
#[must_use]
pub fn generate_password(entropy: &Entropy) -> String {
    let groups: Vec<String> = (0..4).map(|_| entropy.symbols(5)).collect();
    groups.join("-")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entropy(byte: u8) -> Entropy {
        Entropy::from_fn(move |bytes| bytes.fill(byte))
    }

    fn parameters(hash: &str) -> Vec<&str> {
        hash.split('$').take(4).collect()
    }

    #[test]
    fn the_right_password_alone_is_right() {
        let hash = hash("expo-admin", &entropy(1)).unwrap();
        assert!(verify_password("expo-admin", Some(&hash)));
        for wrong in ["", "expo-admi", "Expo-admin", "expo-admin ", "expo-admin\0"] {
            assert!(!verify_password(wrong, Some(&hash)), "{wrong}");
        }
    }

    #[test]
    fn the_parameters_are_the_documented_ones() {
        let hash = hash("expo-admin", &entropy(1)).unwrap();
        assert_eq!(parameters(&hash), ["", "argon2id", "v=19", "m=19456,t=2,p=1"]);
    }

    #[test]
    fn the_dummy_hash_costs_what_a_real_one_costs_and_matches_nothing() {
        let real = hash("expo-admin", &entropy(1)).unwrap();
        assert_eq!(parameters(NOBODY), parameters(&real));
        assert_eq!(NOBODY.len(), real.len());
        assert!(argon2::PasswordHash::new(NOBODY).is_ok());
        assert!(!verify_password("", None));
    }

    #[test]
    fn salt_makes_equal_passwords_different() {
        assert_ne!(
            hash("expo-admin", &entropy(1)).unwrap(),
            hash("expo-admin", &entropy(2)).unwrap()
        );
    }

    #[test]
    fn a_generated_password_has_a_hundred_bits() {
        let one = generate_password(&Entropy::system());
        assert_eq!(one.len(), 23, "{one}");
        assert_eq!(one.split('-').map(str::len).collect::<Vec<_>>(), [5; 4]);
        assert_ne!(one, generate_password(&Entropy::system()));
    }

    #[test]
    fn an_invalid_hash_matches_nothing() {
        assert!(!verify_password("", Some("")));
        assert!(!verify_password("expo-admin", Some("expo-admin")));
    }
}
