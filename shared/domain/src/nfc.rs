//! Unicode's normal form C, so that one name is one sequence of characters however it was typed.
//!
//! The tables are Unicode's own for its first plane, a fifth of the size that the crates for this add to a bootstrap;
//! the tests compare what is made of every character, and of its pairs with marks, with such a crate. Characters
//! beyond the first plane are left as they are.

/// `character, first, second`: what Unicode composes.
const COMPOSED: &[u8] = include_bytes!("nfc/composed.bin");
/// The same of what Unicode takes apart and leaves so; where there is no second, the first replaces the character.
const DECOMPOSED: &[u8] = include_bytes!("nfc/decomposed.bin");
/// `from, to, class`: the combining classes above 0, in which marks are put in order.
const CLASSES: &[u8] = include_bytes!("nfc/classes.bin");

/// The first combining mark; texts below have their normal form.
const FIRST_MARK: char = '\u{300}';

/// Hangul is composed by arithmetic.
const SYLLABLES: u32 = 0xAC00;
const LEADS: u32 = 0x1100;
const VOWELS: u32 = 0x1161;
const TAILS: u32 = 0x11A7;
const LEAD_COUNT: u32 = 19;
const VOWEL_COUNT: u32 = 21;
const TAIL_COUNT: u32 = 28;

/// The text in normal form C.
#[must_use]
pub(crate) fn nfc(text: &str) -> String {
    if text.chars().all(|character| character < FIRST_MARK) {
        return text.to_owned();
    }
    compose(&apart(text))
}

/// The characters of normal form D, with their combining classes.
pub(crate) fn apart(text: &str) -> Vec<(char, u8)> {
    let mut apart = Vec::with_capacity(text.len());
    for character in text.chars() {
        decompose(character, &mut apart);
    }
    for run in apart.chunk_by_mut(|_, next| next.1 > 0) {
        // The first of a run is what the marks stand on, or a mark without anything.
        let marks = usize::from(run.first().is_some_and(|first| first.1 == 0));
        if let Some(marks) = run.get_mut(marks..) {
            marks.sort_by_key(|(_, class)| *class);
        }
    }
    apart
}

fn decompose(character: char, apart: &mut Vec<(char, u8)>) {
    if let Some((first, second)) = parts(character) {
        decompose(first, apart);
        if let Some(second) = second {
            decompose(second, apart);
        }
    } else {
        apart.push((character, class(character)));
    }
}

fn compose(apart: &[(char, u8)]) -> String {
    let mut text: Vec<char> = Vec::with_capacity(apart.len());
    // Where what the marks stand on is, and the class of the last mark that stayed behind it.
    let mut base: Option<usize> = None;
    let mut last = 0;
    for &(character, class) in apart {
        let composed = base.and_then(|at| {
            let adjacent = at + 1 == text.len();
            let free = adjacent || last != 0 && last < class;
            let pair = pair(*text.get(at)?, character)?;
            free.then_some((at, pair))
        });
        if let Some((at, composed)) = composed
            && let Some(place) = text.get_mut(at)
        {
            *place = composed;
            continue;
        }
        if class == 0 {
            base = Some(text.len());
        }
        last = class;
        text.push(character);
    }
    text.into_iter().collect()
}

fn parts(character: char) -> Option<(char, Option<char>)> {
    let code = u32::from(character);
    let syllable = code.wrapping_sub(SYLLABLES);
    if syllable < LEAD_COUNT * VOWEL_COUNT * TAIL_COUNT {
        let tail = syllable % TAIL_COUNT;
        let (first, second) = if tail > 0 {
            (code - tail, TAILS + tail)
        } else {
            let pair = syllable / TAIL_COUNT;
            (LEADS + pair / VOWEL_COUNT, VOWELS + pair % VOWEL_COUNT)
        };
        return Some((char::from_u32(first)?, char::from_u32(second)));
    }
    let code = u16::try_from(code).ok()?;
    [COMPOSED, DECOMPOSED].into_iter().find_map(|table| {
        let [_, first, second] = found(table, |[character, ..]| character.cmp(&code))?;
        let second = (second != 0).then(|| char::from_u32(second.into())).flatten();
        Some((char::from_u32(first.into())?, second))
    })
}

fn pair(first: char, second: char) -> Option<char> {
    let (lead, vowel) = (
        u32::from(first).wrapping_sub(LEADS),
        u32::from(second).wrapping_sub(VOWELS),
    );
    if lead < LEAD_COUNT && vowel < VOWEL_COUNT {
        return char::from_u32(SYLLABLES + (lead * VOWEL_COUNT + vowel) * TAIL_COUNT);
    }
    let (syllable, tail) = (
        u32::from(first).wrapping_sub(SYLLABLES),
        u32::from(second).wrapping_sub(TAILS),
    );
    if syllable < LEAD_COUNT * VOWEL_COUNT * TAIL_COUNT
        && syllable.is_multiple_of(TAIL_COUNT)
        && (1..TAIL_COUNT).contains(&tail)
    {
        return char::from_u32(u32::from(first) + tail);
    }
    let (first, second) = (
        u16::try_from(u32::from(first)).ok()?,
        u16::try_from(u32::from(second)).ok()?,
    );
    let [composed, ..] = rows(COMPOSED).find(|row| row.ends_with(&[first, second]))?;
    char::from_u32(composed.into())
}

/// The combining class of a character, 0 for most.
pub(crate) fn class(character: char) -> u8 {
    let Ok(code) = u16::try_from(u32::from(character)) else {
        return 0;
    };
    let range = found(CLASSES, |[from, to, _]| {
        if to < code {
            std::cmp::Ordering::Less
        } else if from > code {
            std::cmp::Ordering::Greater
        } else {
            std::cmp::Ordering::Equal
        }
    });
    range.map_or(0, |[.., class]| u8::try_from(class).unwrap_or(0))
}

fn rows(table: &'static [u8]) -> impl Iterator<Item = [u16; 3]> {
    let (rows, _) = table.as_chunks::<6>();
    rows.iter().map(read)
}

fn found(table: &'static [u8], order: impl Fn([u16; 3]) -> std::cmp::Ordering) -> Option<[u16; 3]> {
    let (rows, _) = table.as_chunks::<6>();
    let at = rows.binary_search_by(|row| order(read(row))).ok()?;
    rows.get(at).map(read)
}

fn read([a, b, c, d, e, f]: &[u8; 6]) -> [u16; 3] {
    [[*a, *b], [*c, *d], [*e, *f]].map(u16::from_le_bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use unicode_normalization::UnicodeNormalization;

    fn plane() -> impl Iterator<Item = char> {
        (0..=0xFFFF).filter_map(char::from_u32)
    }

    #[test]
    fn every_character_becomes_what_unicode_says() {
        // What becomes a character beyond the first plane is left: seven signs kept for compatibility alone.
        let stays = |character: &char| {
            let form: String = character.nfc().collect();
            form.chars().all(|character| character <= '\u{ffff}')
        };
        for character in plane().filter(stays) {
            let text = character.to_string();
            assert_eq!(nfc(&text), text.nfc().collect::<String>(), "{text:?}");
            let apart: String = text.nfd().collect();
            assert_eq!(nfc(&apart), text.nfc().collect::<String>(), "{apart:?}");
        }
    }

    #[test]
    fn marks_are_put_in_order_and_composed_as_unicode_says() {
        let marks: Vec<char> = plane().filter(|mark| class(*mark) > 0).collect();
        let mut seed = 1_u32;
        let mut any = |bound: usize| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 8) as usize % bound
        };
        let bases: Vec<char> = rows(COMPOSED)
            .filter_map(|[_, first, _]| char::from_u32(first.into()))
            .chain(['a', 'ക', ' ', '\u{1100}', '\u{1161}', '\u{11a8}', '가'])
            .collect();
        for _ in 0..5_000 {
            let mut text = String::new();
            for _ in 0..=any(5) {
                let from = if any(3) == 0 { &bases } else { &marks };
                text.push(from[any(from.len())]);
            }
            assert_eq!(nfc(&text), text.nfc().collect::<String>(), "{text:?}");
        }
    }
}
