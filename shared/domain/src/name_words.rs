//! The words of a name as names are compared: however they are capitalised and accented, and however Unicode lets them be
//! written.

use crate::nfc::{apart, class};
use crate::text::is_mark;

/// How a name is compared with another, and looked up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NameWords(Vec<String>);

/// How well a name fits what is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fit {
    /// It is that name.
    Whole,
    /// It has each of the words.
    Words,
    /// It has words that begin with each of the words.
    Beginnings,
}

/// The virama of Malayalam.
const VIRAMA: char = '\u{d4d}';

impl NameWords {
    /// The words of a text.
    #[must_use]
    pub fn of(text: &str) -> Self {
        let folded = fold(text);
        let words = folded.split(|one: char| !one.is_alphanumeric() && class(one) == 0);
        Self(words.filter(|word| !word.is_empty()).map(str::to_owned).collect())
    }

    /// The words as they are kept.
    #[must_use]
    pub fn kept(&self) -> String {
        self.0.join(" ")
    }

    /// Reads words that were kept.
    #[must_use]
    pub fn read(kept: &str) -> Self {
        Self(kept.split(' ').map(str::to_owned).collect())
    }

    /// The words, with initials that follow one another in one: `apj abdul kalam`. Names that fit wholly have the same.
    #[must_use]
    pub fn joined(&self) -> String {
        self.parts().join(" ")
    }

    /// What the name is looked up by: its words of at least two letters, and its initials in one.
    #[must_use]
    pub fn index(&self) -> Vec<String> {
        let mut index = self.parts();
        index.retain(|part| is_enough(part));
        index.sort();
        index.dedup();
        index
    }

    /// The word that finds the fewest names: the longest. None where there is none of two letters.
    #[must_use]
    pub fn rarest(&self) -> Option<String> {
        let mut index = self.index();
        let is_initials = |part: &String| !self.0.contains(part);
        index.sort_by_key(|part| (is_initials(part), std::cmp::Reverse(part.chars().count())));
        index.into_iter().next()
    }

    /// Whether it is one word alone.
    #[must_use]
    pub fn is_one(&self) -> bool {
        self.0.len() == 1
    }

    /// How the name fits the words that are looked for; None where one of them is not in it.
    #[must_use]
    pub fn fits(&self, wanted: &Self) -> Option<Fit> {
        let parts = self.parts();
        if parts == wanted.parts() {
            return Some(Fit::Whole);
        }
        let fits = wanted
            .parts()
            .into_iter()
            .map(|part| self.fit_of(&parts, &part, wanted));
        fits.collect::<Option<Vec<Fit>>>()?.into_iter().max()
    }

    fn fit_of(&self, parts: &[String], wanted: &str, all_wanted: &Self) -> Option<Fit> {
        let has = |word: &str| self.0.iter().any(|own| own == word) || parts.iter().any(|part| part == word);
        let begins = |word: &str| {
            self.0.iter().any(|own| own.starts_with(word))
                // Some of the initials.
                || parts.iter().any(|part| !self.0.contains(part) && part.contains(word))
        };
        if has(wanted) {
            return Some(Fit::Words);
        }
        // Initials may stand for words.
        let is_initials = !all_wanted.0.iter().any(|word| word == wanted);
        let each = || wanted.chars().all(|one| begins(one.encode_utf8(&mut [0; 4])));
        (begins(wanted) || is_initials && each()).then_some(Fit::Beginnings)
    }

    fn parts(&self) -> Vec<String> {
        let mut parts: Vec<String> = Vec::with_capacity(self.0.len());
        let mut after_initial = false;
        for word in &self.0 {
            let is_initial = !is_enough(word);
            match parts.last_mut() {
                Some(last) if is_initial && after_initial => last.push_str(word),
                _ => parts.push(word.clone()),
            }
            after_initial = is_initial;
        }
        parts
    }
}

/// Whether a word can be searched for: by two letters, or by one sign that stands for a syllable or a word.
fn is_enough(word: &str) -> bool {
    word.chars().count() > 1 || word.chars().any(|one| one >= '\u{2e80}')
}

/// The text without capitals, accents and joiners, and with one way of writing where Unicode has two.
fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let lower: String = text
        .chars()
        .filter(|one| !is_mark(*one))
        .flat_map(char::to_lowercase)
        .collect();
    let mut folded = String::with_capacity(lower.len());
    for (one, class) in apart(&lower) {
        // Accents, and the vowel signs of Hebrew and Arabic. What belongs to a letter of India or of Japan stays.
        if !(class >= 200 || (10..=35).contains(&class)) {
            push(&mut folded, one);
        }
    }
    folded
}

fn push(folded: &mut String, one: char) {
    let last = folded.chars().next_back();
    match one {
        'ß' => folded.push_str("ss"),
        'æ' => folded.push_str("ae"),
        'œ' => folded.push_str("oe"),
        'þ' => folded.push_str("th"),
        'ð' | 'đ' => folded.push('d'),
        'ħ' => folded.push('h'),
        'ı' => folded.push('i'),
        'ł' | 'ŀ' => folded.push('l'),
        'ø' => folded.push('o'),
        'ŧ' => folded.push('t'),
        'ς' => folded.push('σ'),
        // Apostrophes that are letters to Unicode.
        '\u{2bb}' | '\u{2bc}' => folded.push('\''),
        // Arabic's and Persian's own forms of one letter; a letter that only fills the line.
        'ي' | 'ى' => folded.push('ی'),
        'ك' => folded.push('ک'),
        '\u{640}' => {}
        '\u{ff01}'..='\u{ff5e}' => folded.push_str(&crate::typed::plain(one.encode_utf8(&mut [0; 4]))),
        // Malayalam's chillus, which older texts write as a consonant, a virama and a joiner, and the dot for r.
        'ൺ' => folded.extend(['ണ', VIRAMA]),
        'ൻ' => folded.extend(['ന', VIRAMA]),
        'ർ' | '\u{d4e}' => folded.extend(['ര', VIRAMA]),
        'ൽ' => folded.extend(['ല', VIRAMA]),
        'ൾ' => folded.extend(['ള', VIRAMA]),
        'ൿ' => folded.extend(['ക', VIRAMA]),
        '\u{d54}' => folded.extend(['മ', VIRAMA]),
        '\u{d55}' => folded.extend(['യ', VIRAMA]),
        '\u{d56}' => folded.extend(['ഴ', VIRAMA]),
        VIRAMA if last == Some(VIRAMA) => {}
        // The vowel sign au of before the reform has another part on the left.
        '\u{d57}' if last == Some('\u{d46}') => {
            folded.pop();
            folded.push(one);
        }
        // Bengali's t without a vowel.
        'ৎ' => folded.extend(['ত', '\u{9cd}']),
        other => folded.push(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use unicode_normalization::UnicodeNormalization;

    fn fit(name: &str, wanted: &str) -> Option<Fit> {
        NameWords::of(name).fits(&NameWords::of(wanted))
    }

    #[test]
    fn names_that_unicode_writes_in_two_ways_are_the_same() {
        for (one, other) in [
            ("Nguyễn", "nguyen"),
            ("NGUYỄN", "Nguyễn"),
            ("José Müller", "jose muller"),
            ("Łukasz Đặng Ørsted", "lukasz dang orsted"),
            ("Weiß", "WEISS"),
            ("İnci Ilgın", "inci ilgin"),
            ("കൃഷ്ണൻകുട്ടി", "കൃഷ്ണന്\u{200d}കുട്ടി"),
            ("അവൻ", "അവന്\u{200d}"),
            ("എന്റെ", "എന്\u{200d}റെ"),
            ("എൻറെ", "എന്റെ"),
            ("ഗൗരി", "ഗൌരി"),
            ("ശ\u{d4d}രീ", "ശ്\u{200c}രീ"),
            ("क़ासिम", "\u{915}\u{93c}ासिम"),
            ("شکتي", "شكتی"),
            ("مُحَمَّد", "محمد"),
            ("Ａｓｈａ", "asha"),
            ("O’Brien", "O'Brien"),
            ("Oʼbrien", "O'Brien"),
            ("A.P.J. Abdul", "A P J Abdul"),
            ("APJ Abdul", "A. P. J. Abdul"),
            ("Asha\u{200b}\u{a0} Rao", "asha rao"),
        ] {
            assert_eq!(fit(one, other), Some(Fit::Whole), "{one} {other}");
        }
    }

    #[test]
    fn every_name_is_itself_in_each_of_unicodes_forms() {
        for name in [
            "ശ്രീലക്ഷ്മി കൃഷ്ണൻകുട്ടി നമ്പൂതിരിപ്പാട്",
            "കൊച്ചുത്രേസ്യ ജോൺ",
            "Nguyễn Thị Ánh",
            "राजेश क़ुरैशी",
            "김민준",
            "محمد عبدالله",
            "ঐন্দ্রিলা বড়ুয়া",
            "ஶ்ரீலக்ஷ்மி கொழந்தை",
        ] {
            for form in [name.nfc().collect::<String>(), name.nfd().collect()] {
                assert_eq!(NameWords::of(&form), NameWords::of(name), "{form}");
                let kept = NameWords::of(name).kept();
                assert_eq!(NameWords::read(&kept), NameWords::of(&form), "{form}");
            }
        }
    }

    #[test]
    fn a_word_is_not_split_at_the_sign_that_joins_its_letters() {
        assert_eq!(NameWords::of("ശ്രീലക്ഷ്മി നമ്പൂതിരിപ്പാട്").0.len(), 2);
        assert_eq!(NameWords::of("राष्ट्रपति").0.len(), 1);
    }

    #[test]
    fn a_name_is_looked_up_by_all_its_words_and_by_its_initials_in_one() {
        let azad = NameWords::of("A. P. J. Abdul Kalam Azad Maulana");
        assert_eq!(azad.index(), ["abdul", "apj", "azad", "kalam", "maulana"]);
        assert_eq!(azad.rarest().as_deref(), Some("maulana"));
        assert_eq!(NameWords::of("K. P.").rarest().as_deref(), Some("kp"));
        assert_eq!(NameWords::of("李").index(), ["李"]);
        for nothing in ["", "A", "-", "."] {
            assert_eq!(NameWords::of(nothing).rarest(), None, "{nothing}");
        }
    }

    #[test]
    fn what_fits_better_comes_first() {
        for (name, wanted, expected) in [
            ("K. P. Zubaida", "K. P. Zubaida", Some(Fit::Whole)),
            ("Zubaida Beevi K P", "K. P. Zubaida", Some(Fit::Words)),
            ("Kunju Pathumma Zubaida", "K. P. Zubaida", Some(Fit::Beginnings)),
            ("Zubaida Beevi", "K. P. Zubaida", None),
            ("A. P. J. Abdul Kalam", "pj kalam", Some(Fit::Beginnings)),
            ("A. P. J. Abdul Kalam", "apj", Some(Fit::Words)),
            ("Asha Nair", "nair asha", Some(Fit::Words)),
            ("Asha Nair", "na as", Some(Fit::Beginnings)),
            ("Asha Nair", "asha menon", None),
        ] {
            assert_eq!(fit(name, wanted), expected, "{name}: {wanted}");
        }
    }
}
