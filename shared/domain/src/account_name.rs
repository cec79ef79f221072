//! The name of an account of the portal.

/// The longest name, in characters.
pub const LONGEST: usize = 64;

/// Names under which the audit log has what no person did, in lower case.
const RESERVED: [&str; 10] = [
    "anonymous",
    "everybody",
    "none",
    "nobody",
    "null",
    "operations",
    "provider",
    "system",
    "undefined",
    "unknown",
];

/// A name that an account can be made with: letters and digits of English and `.`, `-`, `_`, `@` between them. So it is
/// read by everybody as what it is, no two look alike because of a script or an invisible character, and it can be a part
/// of an address without being changed.
///
/// Accounts that were made before this rule keep their names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountName(String);

impl AccountName {
    /// Reads a name as it is typed; blanks around it are left out.
    ///
    /// # Errors
    /// Why, in words for people.
    pub fn parse(text: &str) -> Result<Self, &'static str> {
        let name = text.trim();
        if name.is_empty() {
            return Err("Please enter a username.");
        }
        if name.len() > LONGEST {
            return Err("This is too long.");
        }
        let ends = [name.as_bytes()[0], name.as_bytes()[name.len() - 1]];
        let is_plain = name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b".-_@".contains(&byte));
        if !is_plain || !ends.iter().all(u8::is_ascii_alphanumeric) {
            return Err(
                "Please use letters a to z and digits, with . - _ or @ between them: that is all a username may have.",
            );
        }
        if RESERVED.contains(&name.to_ascii_lowercase().as_str()) {
            return Err("This name means something else here. Please choose another one.");
        }
        Ok(Self(name.to_owned()))
    }

    /// The name as it was typed.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_letters_and_digits_and_few_marks_between_them() {
        for name in [
            "a",
            "Asha",
            "asha.rao",
            "a-b_c.d",
            "meera@expo.example",
            "7",
            "admin",
        ] {
            assert_eq!(AccountName::parse(&format!(" {name}\t")).unwrap().as_str(), name);
        }
        assert!(AccountName::parse(&"a".repeat(LONGEST)).is_ok());
        assert!(AccountName::parse(&"a".repeat(LONGEST + 1)).is_err());
    }

    #[test]
    fn a_name_that_leads_elsewhere_or_looks_like_another_is_refused() {
        for name in [
            "",
            "  ",
            ".",
            "..",
            "...",
            "eve/1",
            "eve\\1",
            "a%b",
            "a%2Fb",
            "a?b",
            "a#b",
            "~eve",
            "-eve",
            "eve.",
            "e ve",
            "e+ve",
            "a:b",
            "ev\u{435}",
            "\u{430}sha",
            "asha\u{200b}",
            "as\u{200d}ha",
            "\u{202e}ahsa",
            "asha\u{ad}",
            "ａｓｈａ",
            "ashå",
            "\u{212a}umar",
            "asha\0",
            "as\nha",
        ] {
            assert!(AccountName::parse(name).is_err(), "{name:?}");
        }
    }

    #[test]
    fn a_name_by_which_the_audit_log_has_somebody_else_is_refused() {
        for name in ["system", "Operations", "NULL"] {
            assert!(AccountName::parse(name).is_err(), "{name}");
        }
    }
}
