//! Table access: throttling counters, failed attempts to sign in, token versions and sessions. Of people it knows what they
//! sign in with ("Chrome on Android"), and when.
//!
//! | item | pk | sk | attributes |
//! |---|---|---|---|
//! | window of a throttle | `THROTTLE#<bucket>#<hash of the key>` | `<start of the window, s>` | `count`, `expires` |
//! | failed attempts to sign in by a name | `LOGIN#NAME#<keyed hash of the name>` | `LOGIN` | `failures` (`count`, `since`, `until`), `rev`, `expires` |
//! | those of a device that is known | `LOGIN#DEVICE#<keyed hash of account and device>` | `LOGIN` | the same |
//! | those of codes, and of passwords asked for again | `LOGIN#PROOF#<keyed hash of account and occasion>` | `LOGIN` | the same |
//! | what follows without a pause | `THROTTLE#<bucket>#<hash of the key>` | `RUN` | `count`, `expires` |
//! | version of an administrator's tokens | `TOKEN#<administrator's id>` | `TOKEN` | `ver`, `signed_in` |
//! | use of the key of a form that makes something | `FORM#<key>` | `FORM` | `fingerprint`, `made`, `expires` |
//! | session | `SESSION#<administrator's id>` | `<id of the session>` | `ver`, `began`, `last_seen`, `device`, `restriction`, `expires` |
//!
//! | access pattern | call |
//! |---|---|
//! | count an attempt unless the window is full | UpdateItem with a condition |
//! | take an attempt back | UpdateItem with a condition |
//! | count an attempt to sign in, or take it back | GetItem, strongly consistent; PutItem if `rev` is still the one read |
//! | how many follow without a pause | UpdateItem; one more after a pause |
//! | the version a token must bear, and its session | BatchGetItem, strongly consistent |
//! | the version a new token gets, when it was, and whether it is the first | UpdateItem `if_not_exists` |
//! | what the key of a form was used for | GetItem, strongly consistent |
//! | use the key of a form | Put in the transaction of what it makes, if it is new |
//! | begin a session | PutItem |
//! | write down that a session is used | UpdateItem if `last_seen` is still the one read |
//! | the sessions of an administrator | Query, strongly consistent |
//! | end a session | Delete in a transaction with the audit entry |
//! | end all sessions, or all but one | Update `ADD`, and Update of that one, in a transaction with the audit entry |

mod attempts;
mod forms;
mod sessions;
mod table;
mod throttle;
mod token_version;

pub use attempts::{Counted, GuessAttempt, Guessed};
pub use forms::{KeyUse, Made, UsedKey};
pub(crate) use forms::{make, make_in};
pub use sessions::{Session, SessionsAfter, Succession, TokenRecord};
pub use table::Access;
pub use throttle::{Limit, Throttle};
pub use token_version::NewToken;
