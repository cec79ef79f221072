//! Table catalogue: what can be bought.
//!
//! | who | reads or writes | how |
//! |---|---|---|
//! | public list | everything | one Query of `CATALOGUE` |
//! | order, registration | one package, college and exam | BatchGetItem by key |
//! | portal | everything, for what hangs together | one Query of `CATALOGUE`, consistent |
//! | portal | all of one kind | Query of `CATALOGUE` by the beginning of `sk`, consistent |
//! | portal | one of any kind | GetItem, consistent |
//! | portal | a change, with its audit entry | one transaction |
//!
//! | item | pk | sk |
//! |---|---|---|
//! | package | `CATALOGUE` | `PACKAGE#<id>` |
//! | college | `CATALOGUE` | `COLLEGE#<id>` |
//! | exam | `CATALOGUE` | `EXAM#<id>` |
//! | stream | `CATALOGUE` | `STREAM#<id>` |
//! | hall | `CATALOGUE` | `HALL#<id>` |
//! | display order of the packages | `CATALOGUE` | `DISPLAY_ORDER#PACKAGE` |
//!
//! A season's catalogue is a few hundred small items and its public reads are cached, so one partition
//! carries it. `version` counts the writes of an item: each names the version it was decided on, and a later one
//! is refused as [`Write::Stale`](crate::Write::Stale).

mod colleges;
mod display_order;
mod everything;
mod exams;
mod halls;
mod listed;
mod packages;
mod streams;
mod table;

pub use everything::Everything;
pub use exams::{ExamChange, ExamNames, Placed, PlacesChange};
pub use listed::Listed;
pub use table::Catalogue;
pub(crate) use table::{college_key, exam_key, package_key};
