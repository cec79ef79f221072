//! IAM's patterns: `*` matches any text, `?` one character.

/// Whether `pattern` matches the whole of `text`.
pub(super) fn matches(pattern: &str, text: &str) -> bool {
    let pattern: Vec<char> = pattern.chars().collect();
    let text: Vec<char> = text.chars().collect();
    let (mut at, mut read) = (0, 0);
    // The position of the last star, and of the text when it was met: where to backtrack to.
    let mut star = None;
    while read < text.len() {
        match pattern.get(at) {
            Some('*') => {
                star = Some((at, read));
                at += 1;
            }
            Some(one) if *one == '?' || *one == text[read] => {
                at += 1;
                read += 1;
            }
            _ => match star {
                Some((back, taken)) => {
                    star = Some((back, taken + 1));
                    at = back + 1;
                    read = taken + 1;
                }
                None => return false,
            },
        }
    }
    pattern[at..].iter().all(|rest| *rest == '*')
}

/// How many characters of a pattern are literal: of two that match the same text, the one with more is the narrower.
pub(super) fn literal_length(pattern: &str) -> usize {
    pattern.chars().filter(|one| !['*', '?'].contains(one)).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_matches_any_text_and_a_question_mark_one_character() {
        for (pattern, text) in [
            ("AUDIT#*", "AUDIT#2026-05"),
            ("AUDIT#*", "AUDIT#"),
            ("*", ""),
            ("a*b*c", "a-b-b-c"),
            ("secret-??????", "secret-AbCdEf"),
            ("plain", "plain"),
        ] {
            assert!(matches(pattern, text), "{pattern} {text}");
        }
        for (pattern, text) in [
            ("AUDIT#*", "ADMIN#1"),
            ("AUDIT#*", "AUDIT"),
            ("a*c", "a-b"),
            ("secret-??????", "secret-AbCdE"),
            ("plain", "plain and more"),
            ("plain", "plai"),
        ] {
            assert!(!matches(pattern, text), "{pattern} {text}");
        }
    }
}
