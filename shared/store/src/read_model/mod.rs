//! The read model: what the portal's lists, totals and search are answered from. It knows the registrations; no
//! registration knows it. All of it can be rebuilt from them (`rebuild`).
//!
//! | item | pk | sk | kind | file |
//! |---|---|---|---|---|
//! | projection of a candidate: its row | `REG#<customer>` | `PROJECTION` | `PROJECTION` | `projection` |
//! | entry of a list | `BY_MODE#<mode>#<0..2>`, `BY_COURSE#<course>#<0..4>`, `BY_STATUS#<status>#<0..4>`, `BY_REVERSED#<WITHDRAWN or REFUNDED>#<0..4>` | `<created, ms>#<customer>` | `ENTRY` | `list_entries` |
//! | entry of the search | `WORDS#<field>#<0..4>` | `<word>#<created, ms>#<customer>` | `WORD` | `search_entries` |
//! | entry of the roster: an accepted pass, sealed | `ROSTER#<0..4>` | `<written, ms>#<lookup>#<customer>` | `ROSTER`; `ROSTER_GONE` for one that is not accepted any more | `roster` |
//! | which generation counts, and how often anything changed | `AGGREGATES#<0..16>` | `HEAD` | `AGGREGATE` | `head` |
//! | candidates of each kind, those with a valid pass, those of whom something was reversed, packages, colleges | `AGGREGATES#<0..16>` | `<generation>#KINDS<0..3>` | `AGGREGATE` | `delta` |
//! | days in India | `AGGREGATES#<0..16>` | `<generation>#DAYS<0..2>` | `AGGREGATE` | `delta` |
//! | how far the last rebuild is | `REBUILD` | `REBUILD` | `REBUILD`, dies by `expires` | `progress` |
//!
//! One transaction writes what belongs together (`plan`).
//!
//! | who | reads or writes | how |
//! |---|---|---|
//! | notifier | the candidates of a batch | Query of each `REG#<customer>`, one transaction for many (`project`) |
//! | portal | a page of the candidate list | Query of the shards of one list, BatchGetItem of the rows (`list`) |
//! | portal | the same by package, preference or days | as a page, of so much of each shard and no more (`look`) |
//! | exports, sheet | every row of a list, the oldest first | as a page, consistent (`list`) |
//! | results | who may sit an exam | every row of two lists, as an export (`holders`) |
//! | portal | totals | BatchGetItem of every shard (`aggregates`) |
//! | portal | candidates by e-mail | Query of the shards of a field, BatchGetItem of the rows (`search`) |
//! | portal | anybody, by what is typed (`terms`) | Query of the shards of at most two fields, BatchGetItem of at most a hundred rows (`search`) |
//! | check-in | the passes that changed since a moment | Query of the shards of the roster (`roster`) |
//! | operations | everything again | Scan in pages, one transaction for many candidates, how far it is after each page (`rebuild`) |
//!
//! # What a write may cost
//! A partition takes a thousand write units a second, and a transaction takes two for each item of a KB. So nothing
//! that every registration writes is under one partition key, and what is written for each is little:
//!
//! - A candidate is in three lists, not in one for each mix of filters. Mode and course never change, so its entries in
//!   those two lists are written once; only the one by status moves. Few are in a fourth, because their pass was
//!   withdrawn or money went back. An entry holds no more than the filters, and the rows of a page are fetched by one
//!   BatchGetItem. A mix of filters is read from the narrowest list that has all of it, the rest by a filter
//!   expression; without any filter, from the lists of the four modes.
//! - What a batch adds to the aggregates is summed and written once, to a shard drawn for each transaction. A shard is
//!   six items, so that all sixteen are read by one BatchGetItem of at most a hundred keys.
//! - Search entries are written when the words change. Only those of e-mail addresses hold the status, because the
//!   list's filters go with them. A name has one for each of its words of two letters, and one for its initials.
//!
//! Projection, entries and aggregates are one transaction on the version of the projection, so a candidate is in the
//! right lists and counted once, whatever crashes and however often it is notified.

mod aggregates;
mod chance;
mod days;
mod delta;
mod entries;
mod filter;
mod generations;
mod head;
mod holders;
mod list;
mod list_entries;
mod look;
mod merge;
mod place;
mod plan;
mod progress;
mod project;
mod projection;
mod rebuild;
mod reversed;
mod review;
mod roster;
mod row;
mod search;
mod search_entries;
mod strays;
mod summed;
mod terms;
mod totals;

/// The kinds of items beside a candidate's own that the read model keeps, and takes away when the candidate is gone.
pub(crate) const FOLLOWING: [&str; 1] = [projection::Projection::KIND];

pub use days::RegistrationDays;
pub use filter::RowFilter;
pub use holders::ExamHolders;
pub use look::{Edge, LOOKED_AT, ListLook, Looked};
pub use project::NotProjected;
pub use rebuild::Slice;
pub use reversed::{Reversed, ReversedTotals};
pub use review::Rebuilt;
pub use roster::{RosterChange, exam_id_unlike};
pub use row::{Course, Cursor, PaidPart, Row, RowsPage};
pub use search::{Hits, MOST_HITS};
pub use totals::{Aggregates, DayTotals, KindTotals, ModeTotals, Sums, ThingTotals, ValidPasses};
