//! Table access: throttling counters, failed attempts to sign in and token versions. No personal data.
//!
//! | item | pk | sk | attributes |
//! |---|---|---|---|
//! | window of a throttle | `THROTTLE#<bucket>#<hash of the key>` | `<start of the window, s>` | `count`, `expires` |
//! | failed attempts to sign in by a name | `LOGIN#NAME#<keyed hash of the name>` | `LOGIN` | `failures` (`count`, `since`, `until`), `rev`, `expires` |
//! | those of a device that is known | `LOGIN#DEVICE#<keyed hash of account and device>` | `LOGIN` | the same |
//! | what follows without a pause | `THROTTLE#<bucket>#<hash of the key>` | `RUN` | `count`, `expires` |
//! | version of an administrator's tokens | `TOKEN#<administrator's id>` | `TOKEN` | `ver` |
//!
//! | access pattern | call |
//! |---|---|
//! | count an attempt unless the window is full | UpdateItem with a condition |
//! | take an attempt back | UpdateItem with a condition |
//! | count an attempt to sign in, or take it back | GetItem, strongly consistent; PutItem if `rev` is still the one read |
//! | how many follow without a pause | UpdateItem; one more after a pause |
//! | the version a token must bear | GetItem, strongly consistent |
//! | the version a new token gets | UpdateItem `if_not_exists` |
//! | end all sessions | Update `ADD` in a transaction with the audit entry |

mod attempts;
mod table;
mod throttle;
mod token_version;

pub use attempts::{Attempt, Counted, Guessed};
pub use table::Access;
pub use throttle::{Limit, Throttle};
