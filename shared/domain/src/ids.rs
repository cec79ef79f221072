//! Identifiers. Each kind is its own type, so that one cannot be used in place of another.

use crate::{Entropy, Invalid};
use serde::{Deserialize, Serialize};
use std::fmt;
use time::OffsetDateTime;

/// The alphabet and lengths that the payment provider accepts for an order, and that are safe in a path.
fn is_identifier(text: &str) -> bool {
    (3..=45).contains(&text.len())
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-')
}

macro_rules! identifier {
    ($(#[$doc:meta])* $name:ident, $field:literal, $message:literal) => {
        $(#[$doc])*
        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        #[serde(try_from = "String", into = "String")]
        pub struct $name(String);

        impl $name {
            /// The identifier as text.
            #[must_use]
            pub fn as_str(&self) -> &str {
                &self.0
            }

            /// Reads an identifier: 3 to 45 of `A-Z a-z 0-9 _ -`.
            ///
            /// # Errors
            /// Names the field when the length or the alphabet is wrong.
            pub fn parse(text: &str) -> Result<Self, Invalid> {
                if is_identifier(text) {
                    Ok(Self(text.to_owned()))
                } else {
                    Err(Invalid::new($field, $message))
                }
            }
        }

        impl TryFrom<String> for $name {
            type Error = Invalid;
            fn try_from(text: String) -> Result<Self, Invalid> {
                Self::parse(&text)
            }
        }

        impl From<$name> for String {
            fn from(id: $name) -> Self {
                id.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

identifier!(
    /// A package of the catalogue: what can be bought.
    PackageId,
    "packageId",
    "The package is not valid"
);
identifier!(
    /// A college of the catalogue.
    CollegeId,
    "collegeId",
    "The college is not valid"
);
identifier!(
    /// One exam of one college. The specification calls it course, course category and exam detail.
    CourseId,
    "course_category",
    "The course is not valid"
);
identifier!(
    /// A stream: a category that exams belong to. The interface calls it exam.
    StreamId,
    "examId",
    "The exam is not valid"
);
identifier!(
    /// A hall that exams are held in.
    HallId,
    "hall",
    "The hall is not valid"
);
identifier!(
    /// A banner, institute or brand of the site.
    BannerId,
    "id",
    "The banner is not valid"
);
identifier!(
    /// A candidate: one registration, whatever the number of its payments.
    CustomerId,
    "customer_id",
    "The customer ID is not valid"
);
identifier!(
    /// An order at the payment provider, and the bearer key to its pass.
    OrderId,
    "order_id",
    "The order ID is not valid"
);

/// Identifiers that an administrator's new things get. They begin with the moment, so that their order is that
/// of their making: `package-01JW5H2Q3-7ZK4M2P`.
macro_rules! dated {
    ($($name:ident: $kind:literal),*) => {
        $(impl $name {
            /// A new identifier, of this moment.
            #[must_use]
            pub fn generate(now: OffsetDateTime, entropy: &Entropy) -> Self {
                Self(format!("{}-{}-{}", $kind, sortable(now), entropy.symbols(7)))
            }
        })*
    };
}

dated!(BannerId: "banner", PackageId: "package", CollegeId: "college", CourseId: "course", StreamId: "stream", HallId: "hall");

/// Nine symbols that sort as the moments do, in milliseconds, until the year 3084.
fn sortable(now: OffsetDateTime) -> String {
    let millis = now.unix_timestamp_nanos() / 1_000_000;
    (0..9)
        .rev()
        .map(|place| crate::entropy::symbol((millis >> (5 * place)) as u8))
        .collect()
}

/// How long a candidate's identifier is.
const CUSTOMER: usize = 12;

/// How many symbols of an order's identifier are its secret.
const SECRET: usize = 20;

fn symbols(bytes: &[u8]) -> usize {
    bytes
        .iter()
        .take_while(|byte| byte.is_ascii_alphanumeric())
        .count()
}

fn symbols_at_end(bytes: &[u8]) -> usize {
    bytes
        .iter()
        .rev()
        .take_while(|byte| byte.is_ascii_alphanumeric())
        .count()
}

impl CustomerId {
    /// A new candidate's identifier: letters and digits only, as the provider demands of a customer.
    #[must_use]
    pub fn generate(entropy: &Entropy) -> Self {
        Self(format!("C{}", entropy.symbols(CUSTOMER - 1)))
    }
}

impl OrderId {
    /// A new order of a candidate, with its own 100 random bits: its holder may see the pass.
    #[must_use]
    pub fn generate(customer: &CustomerId, entropy: &Entropy) -> Self {
        Self(format!("{customer}-{}", entropy.symbols(SECRET)))
    }

    /// A text with what is secret of every order in it left out: `CZ6S4932KF26-…` still says whose the order is.
    #[must_use]
    pub fn without_secrets(text: &str) -> String {
        let (mut shown, mut rest) = (String::with_capacity(text.len()), text);
        while let Some(hyphen) = rest.find('-') {
            let (before, behind) = rest.split_at(hyphen + 1);
            shown.push_str(before);
            let is_order = symbols_at_end(&before.as_bytes()[..hyphen]) >= CUSTOMER
                && symbols(behind.as_bytes()) >= SECRET;
            rest = behind;
            if is_order {
                shown.push('…');
                rest = behind.get(SECRET..).unwrap_or_default();
            }
        }
        shown.push_str(rest);
        shown
    }

    /// The candidate's part, which tells where the order is stored. For an identifier that is not ours it
    /// is a place that does not exist.
    #[must_use]
    pub fn customer_part(&self) -> &str {
        self.0
            .split_once('-')
            .map_or(self.0.as_str(), |(customer, _)| customer)
    }

    /// The order as lists name it that many people read: its candidate, and the end of its random part. It can be
    /// compared with an order id that a candidate holds. It opens nothing, because 80 of the 100 random bits are left out.
    #[must_use]
    pub fn shortened(&self) -> String {
        let Some((customer, random)) = self.0.split_once('-') else {
            return "…".to_owned();
        };
        let end = match random.len().checked_sub(4) {
            Some(start) if random.len() >= 20 => random.get(start..).unwrap_or_default(),
            Some(_) | None => "",
        };
        format!("{customer}…{end}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counting() -> Entropy {
        Entropy::from_fn(|buffer| {
            for (byte, value) in buffer.iter_mut().zip(0..) {
                *byte = value;
            }
        })
    }

    #[test]
    fn a_text_about_orders_is_told_without_their_secrets() {
        let order = "CZ6S4932KF26-KQAKWGQT91BP5E009TE6";
        for (text, shown) in [
            (order.to_owned(), "CZ6S4932KF26-…"),
            (
                format!("{{\"a\":\"{order}\",\"b\":\"{order}\"}}"),
                "{\"a\":\"CZ6S4932KF26-…\",\"b\":\"CZ6S4932KF26-…\"}",
            ),
            (format!("refund-{order}-1"), "refund-CZ6S4932KF26-…-1"),
            (
                "package-01JW5H2Q3-7ZK4M2P".to_owned(),
                "package-01JW5H2Q3-7ZK4M2P",
            ),
            (
                "R-CZ6S-4932-KF26 – 2025-05-31".to_owned(),
                "R-CZ6S-4932-KF26 – 2025-05-31",
            ),
            ("-".to_owned(), "-"),
        ] {
            assert_eq!(OrderId::without_secrets(&text), shown);
        }
        let generated = OrderId::generate(&CustomerId::generate(&Entropy::system()), &Entropy::system());
        let shown = OrderId::without_secrets(generated.as_str());
        assert_eq!(shown, format!("{}-…", generated.customer_part()));
    }

    #[test]
    fn a_generated_order_id_is_one_the_provider_accepts_and_leads_to_its_candidate() {
        let customer = CustomerId::generate(&counting());
        let order = OrderId::generate(&customer, &counting());
        assert_eq!(customer.as_str(), "C0123456789A");
        assert_eq!(order.as_str(), "C0123456789A-0123456789ABCDEFGHJK");
        assert_eq!(OrderId::parse(order.as_str()), Ok(order.clone()));
        assert_eq!(order.customer_part(), customer.as_str());
    }

    #[test]
    fn a_shortened_order_id_names_candidate_and_end_and_never_a_whole_random_part() {
        let order = OrderId::parse("C0123456789A-0123456789ABCDEFGHJK").unwrap();
        assert_eq!(order.shortened(), "C0123456789A…GHJK");
        for (id, shown) in [("order_1", "…"), ("C0123456789A-GHJK", "C0123456789A…")] {
            assert_eq!(OrderId::parse(id).unwrap().shortened(), shown);
        }
    }

    #[test]
    fn identifiers_of_the_catalogue_sort_by_the_moment_they_were_made() {
        let at = |millis: i64| {
            let moment = OffsetDateTime::UNIX_EPOCH + time::Duration::milliseconds(millis);
            PackageId::generate(moment, &counting())
        };
        assert_eq!(at(1_747_715_400_000).as_str(), "package-1JVNZ98A0-0123456");
        assert!(PackageId::parse(at(1_747_715_400_000).as_str()).is_ok());
        let moments = [0, 1, 31, 32, 1_023, 1_024, 1_747_715_399_999, 1_747_715_400_000];
        assert!(moments.map(at).is_sorted());
    }

    #[test]
    fn identifiers_of_a_wrong_length_or_alphabet_are_refused_by_field() {
        for text in ["", "ab", "a b c", "order/1", "ördér", "a#b", &"a".repeat(46)] {
            assert_eq!(OrderId::parse(text).unwrap_err().field, "order_id", "{text:?}");
        }
        assert!(PackageId::parse(&"a".repeat(45)).is_ok());
    }
}
