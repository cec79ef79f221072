//! Whether a password that a person has chosen is hard enough to guess.

use crate::LONGEST;
use zxcvbn::{Score, zxcvbn};

/// The shortest password that a person may choose, in characters.
pub const SHORTEST: usize = 12;

/// How much of a password is estimated: the time that it takes grows with the square of the length.
const ESTIMATED: usize = 100;

/// Why a password that a person has chosen is refused, in words for that person; `None` for one that is accepted.
/// `known` is what a guesser knows of the person.
#[must_use]
pub fn weakness(password: &str, known: &[&str]) -> Option<&'static str> {
    if password.chars().count() < SHORTEST {
        return Some(
            "Please use at least 12 characters. A few words that do not belong together are easy to remember.",
        );
    }
    if password.len() > LONGEST {
        return Some("This is too long.");
    }
    let begins: String = password.chars().take(ESTIMATED).collect();
    // What everybody knows of this site beside what is known of the person.
    let known: Vec<&str> = known
        .iter()
        .copied()
        .chain(["scholarship", "expo", "admin"])
        .collect();
    (zxcvbn(&begins, &known).score() < Score::Three).then_some(
        "This is too easy to guess: it is a common password, a pattern, or has your name in it. \
         A few words that do not belong together are hard to guess and easy to remember.",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_common_and_personal_passwords_are_refused() {
        for weak in [
            "",
            "expo-admin",
            "Tr0ub4dor&3",
            "aaaaaaaaaaaaaaaa",
            "123456789012",
            "passwordpassword",
            "password1234!",
            "qwertyuiop123",
            "iloveyou1234",
            "asha.thomas2025",
            "ASHA.THOMAS1",
            "expoexpoexpo",
            "abcdefghijklmnop",
        ] {
            assert!(weakness(weak, &["asha.thomas"]).is_some(), "{weak}");
        }
        assert!(weakness(&"correct horse battery staple ".repeat(10), &[]).is_some());
    }

    #[test]
    fn a_phrase_and_random_characters_are_accepted() {
        for strong in [
            "correct horse battery staple",
            "kadavu plum lantern 7",
            "മഴക്കാലം തീവണ്ടി നാരങ്ങ",
            "v8Kq-2mWz-Yt4P",
            "K7N2M-9QX4T-HW3RB-ZP6VD",
        ] {
            assert_eq!(weakness(strong, &["asha.thomas"]), None, "{strong}");
        }
    }

    #[test]
    fn a_password_of_the_greatest_length_is_judged_at_once() {
        let long: String = (0..LONGEST)
            .map(|at| char::from(b'a' + (at * 7 % 26) as u8))
            .collect();
        let started = std::time::Instant::now();
        let _ = weakness(&long, &["asha.thomas"]);
        assert!(started.elapsed().as_secs() < 5);
    }
}
