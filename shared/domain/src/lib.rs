//! The rules of the product with nothing around them: identifiers, money, people's addresses, the
//! catalogue, registrations and the life of a payment.
//!
//! What belongs here is pure. No I/O, no async, no AWS, no HTTP; time and randomness are passed in.

#![warn(clippy::wildcard_enum_match_arm)]

pub mod account_name;
pub mod attention;
mod backoff;
pub mod bulk;
pub mod catalogue;
pub mod cell;
pub mod check_in;
pub mod claim;
pub mod clock;
mod contended;
pub mod content;
pub mod day;
pub mod display_order;
pub mod email;
pub mod entropy;
pub mod event;
pub mod exam_choice;
pub mod exam_result;
pub mod export;
pub mod field;
pub mod guessing;
pub mod ids;
pub mod invalid;
pub mod job;
pub mod line;
pub mod mail_tags;
pub mod message;
pub mod money;
pub mod name_words;
mod nfc;
pub mod pass;
pub mod payment;
pub mod person;
pub mod phone;
pub mod places;
pub mod registration;
pub mod role;
pub mod sale_window;
pub mod seating;
pub mod session;
pub mod stored;
mod text;
pub mod till;
pub mod typed;

pub use account_name::AccountName;
pub use attention::AttentionKind;
pub use backoff::Backoff;
pub use bulk::{BulkAction, BulkOutcome};
pub use claim::ClaimKey;
pub use clock::Clock;
pub use contended::Contended;
pub use email::Email;
pub use entropy::Entropy;
pub use exam_result::{ExamOutcome, ExamResult, ExamScore, ResultsState};
pub use ids::{BannerId, CollegeId, CourseId, CustomerId, HallId, OrderId, PackageId, StreamId};
pub use invalid::Invalid;
pub use mail_tags::{MailTags, MessageTags, NewsTags, OrderDigest, RecipientKey};
pub use money::{Balance, Paise};
pub use name_words::NameWords;
pub use person::{Person, PersonName};
pub use phone::IndianPhone;
pub use places::{Capacity, ExamPlaces, PlaceNumber};
pub use role::{Permission, Role};
pub use sale_window::{Phase, Sale, SaleWindow};
pub use session::Restriction;
pub use stored::{Stored, Word};
