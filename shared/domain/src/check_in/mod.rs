//! Checking people in: what a code says, which list somebody is checked in to, who is admitted and why not, which
//! of two scans of a pass counts, and who is inside.

mod admission;
mod code;
mod crossings;
mod judge;
mod list;
mod passages;
mod whereabouts;

pub use admission::{Admission, Entrance, Scan, ScanPlace};
pub use code::Code;
pub use crossings::{Crossing, Crossings, Direction};
pub use judge::{Entitlement, Notice, Presented, Refusal, has_chosen_others, judge};
pub use list::List;
pub use passages::{Passage, Passages, Twice};
pub use whereabouts::Whereabouts;
