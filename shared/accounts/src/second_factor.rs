//! The second factor: codes by time (RFC 6238), as every authenticator app makes them, and recovery codes.
//!
//! The secret is in the account, in the clear: codes need it itself, so it cannot be hashed. Under a key that is derived from that
//! of the tokens it would be lost when operators change that after a leak, and every administrator would be locked out; a key in
//! KMS costs a call for each sign-in. Only `admin` and `operations` may read accounts. Who reads a backup of the table can make
//! codes, and still needs the passwords.

use domain::{Entropy, typed};
use sha2::{Digest, Sha256};
use std::fmt::Write;
use time::OffsetDateTime;
use totp_rs::{Builder, Secret, Totp};

/// What RFC 4226 asks for.
const SECRET_BYTES: usize = 20;

/// How long a code is good, in seconds: while the app shows it. No other step is accepted, or a code that was read over
/// a person's shoulder would be good for up to three times as long. Clocks of phones are set by their network.
const STEP: u64 = 30;
const OTHER_STEPS: u16 = 0;

/// How many recovery codes an enrolment gives.
const RECOVERY_CODES: usize = 10;

/// Base 32 of RFC 4648, in which authenticator apps take a secret that is typed.
const ALPHABET: &[u8; 32] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/// A fresh secret, in base 32.
#[must_use]
pub fn generate_secret(entropy: &Entropy) -> String {
    let mut bytes = [0; SECRET_BYTES];
    entropy.fill(&mut bytes);
    let mut secret = String::new();
    // Five bytes are eight symbols, so nothing is left over of twenty.
    for five in bytes.chunks(5) {
        let bits = five
            .iter()
            .fold(0_u64, |bits, byte| (bits << 8) | u64::from(*byte));
        for place in (0..8).rev() {
            let symbol = usize::try_from((bits >> (place * 5)) & 31).unwrap_or_default();
            secret.push(char::from(ALPHABET[symbol]));
        }
    }
    secret
}

fn bytes_of(secret: &str) -> Option<Box<[u8]>> {
    let mut bytes = Vec::with_capacity(SECRET_BYTES);
    for eight in secret.as_bytes().chunks(8) {
        let mut bits = 0_u64;
        for symbol in eight {
            let value = ALPHABET.iter().position(|known| known == symbol)?;
            bits = (bits << 5) | u64::try_from(value).ok()?;
        }
        bytes.extend_from_slice(&bits.to_be_bytes()[3..]);
    }
    (bytes.len() == SECRET_BYTES).then(|| bytes.into_boxed_slice())
}

fn totp(secret: &str) -> Option<Totp> {
    Builder::new()
        .with_secret(Secret::new(bytes_of(secret)?))
        .with_step_duration(STEP)
        .with_skew(OTHER_STEPS)
        .build()
        .ok()
}

/// The present step, if this is its code. The caller must accept no step twice.
#[must_use]
pub fn step_of(secret: &str, code: &str, now: OffsetDateTime) -> Option<u64> {
    let code = typed::number(code);
    totp(secret)?.check(&code, u64::try_from(now.unix_timestamp()).ok()?)
}

/// The code that an authenticator app shows at a moment; `None` for what is no secret.
#[must_use]
pub fn code_at(secret: &str, moment: OffsetDateTime) -> Option<String> {
    let seconds = u64::try_from(moment.unix_timestamp()).ok()?;
    Some(totp(secret)?.generate(seconds).to_string())
}

/// What an authenticator app reads from the QR code.
#[must_use]
pub fn otpauth_url(secret: &str, issuer: &str, username: &str) -> String {
    let (issuer, username) = (encoded(issuer), encoded(username));
    format!(
        "otpauth://totp/{issuer}:{username}?secret={secret}&issuer={issuer}&algorithm=SHA1&digits=6&period={STEP}"
    )
}

fn encoded(text: &str) -> String {
    text.bytes().fold(String::new(), |mut encoded, byte| {
        if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            // A String takes everything.
            let _ = write!(encoded, "%{byte:02X}");
        }
        encoded
    })
}

/// Ten codes for the day on which the phone is lost, with 120 random bits each.
#[must_use]
pub fn generate_recovery_codes(entropy: &Entropy) -> Vec<String> {
    let code = || {
        let groups: Vec<String> = (0..4).map(|_| entropy.symbols(6)).collect();
        groups.join("-")
    };
    (0..RECOVERY_CODES).map(|_| code()).collect()
}

/// What is kept of a recovery code, however it is typed. A code has so many random bits that a plain hash gives nothing
/// away.
#[must_use]
pub fn recovery_hash(code: &str) -> String {
    let typed: String = typed::symbols(code)
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .collect();
    hex::encode(Sha256::digest(typed.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entropy(byte: u8) -> Entropy {
        Entropy::from_fn(move |bytes| bytes.fill(byte))
    }

    /// The secret of RFC 6238, appendix B.
    const KNOWN: &str = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";

    fn at(seconds: i64) -> OffsetDateTime {
        OffsetDateTime::from_unix_timestamp(seconds).unwrap()
    }

    #[test]
    fn the_codes_are_those_of_the_standard() {
        for (seconds, code) in [
            (59, "287082"),
            (1_111_111_109, "081804"),
            (20_000_000_000, "353130"),
        ] {
            let step = u64::try_from(seconds).unwrap() / STEP;
            assert_eq!(step_of(KNOWN, code, at(seconds)), Some(step), "{seconds}");
        }
    }

    #[test]
    fn a_code_is_good_for_its_own_thirty_seconds() {
        let code = "287082";
        for (seconds, is_accepted) in [
            (0, false),
            (29, false),
            (30, true),
            (59, true),
            (60, false),
            (1_000, false),
        ] {
            let step = step_of(KNOWN, code, at(seconds));
            assert_eq!(step, is_accepted.then_some(1), "{seconds}");
        }
    }

    #[test]
    fn what_is_no_code_is_none() {
        for code in ["", "28708", "2870822", "abcdef", "-87082"] {
            assert_eq!(step_of(KNOWN, code, at(59)), None, "{code}");
        }
        for code in [
            " 287 082",
            "287\u{a0}082",
            "287\u{2011}082",
            "\u{200e}287082\u{200e}",
            "２８７０８２",
            "൨൮൭൦൮൨",
        ] {
            assert_eq!(step_of(KNOWN, code, at(59)), Some(1), "{code:?}");
        }
        assert_eq!(step_of("not a secret", "287082", at(59)), None);
    }

    #[test]
    fn a_secret_is_twenty_random_bytes() {
        let secret = generate_secret(&Entropy::from_fn(|bytes| {
            bytes.copy_from_slice(b"12345678901234567890");
        }));
        assert_eq!(secret, KNOWN);
        assert_ne!(
            generate_secret(&Entropy::system()),
            generate_secret(&Entropy::system())
        );
    }

    #[test]
    fn an_app_is_told_whose_code_it_is() {
        assert_eq!(
            otpauth_url(KNOWN, "Scholarship Expo", "Asha Rao"),
            format!(
                "otpauth://totp/Scholarship%20Expo:Asha%20Rao?secret={KNOWN}&issuer=Scholarship%20Expo\
                 &algorithm=SHA1&digits=6&period=30"
            )
        );
    }

    #[test]
    fn recovery_codes_are_ten_and_are_recognised_however_they_are_typed() {
        let codes = generate_recovery_codes(&Entropy::system());
        let different: std::collections::BTreeSet<_> = codes.iter().collect();
        assert_eq!((different.len(), codes[0].len()), (10, 27));
        let code = &generate_recovery_codes(&entropy(10))[0];
        assert_eq!(code, "AAAAAA-AAAAAA-AAAAAA-AAAAAA");
        for dash in [" ", "", "\u{2013}", "\u{a0}"] {
            let typed = format!("\u{200e}{}\n", code.to_lowercase().replace('-', dash));
            assert_eq!(recovery_hash(&typed), recovery_hash(code), "{typed:?}");
        }
    }
}
