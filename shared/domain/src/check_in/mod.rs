//! Checking people in: what a code says, which list somebody is checked in to, who is admitted and why not, which
//! of two scans of a pass counts, and who is inside.

mod admission;
mod code;
mod crossings;
mod judge;
mod list;

pub use admission::{Admission, Attempted, Entrance, Left, Scan, ScanPlace, decide};
pub use code::Code;
pub use crossings::{Crossing, Crossings, Direction, Passage, Whereabouts};
pub use judge::{Entitlement, Notice, Presented, Refusal, judge};
pub use list::List;
