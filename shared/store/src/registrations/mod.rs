//! Table registrations: candidates, their orders, claims, the outbox, due times, attention.
//!
//! | who | reads or writes | how |
//! |---|---|---|
//! | create-order | catalogue, earlier order of the key, claims | one BatchGetItem ([`checkout_context`]) |
//! | create-order | candidate + order + key | one transaction ([`create`]) |
//! | create-order | the same, refused by the provider | one transaction ([`refused`]) |
//! | status, webhook | one order | GetItem, consistent |
//! | pass, results, choice of exams | the orders of one candidate, for the one of the pass's address | Query of `REG#<customer>` and `ORDER#`, consistent |
//! | export of payments | the orders of one candidate | Query of `REG#<customer>` and `ORDER#`, consistent |
//! | create-order, a late payment | the places of an exam | Query of `PLACE#<exam>`, consistent ([`places`]) |
//! | candidate details | a candidate with all orders | Query of `REG#<customer>`, consistent |
//! | settlement | what was told of a dispute | Query of `REG#<customer>` and `EVENT#<order>#`, consistent ([`attention`]) |
//! | settlement | PAID + claim + outbox | one transaction ([`paid`]) |
//! | settlement, mark paid | what an address has paid for | Query of `CLAIM#<email>`, consistent ([`claims`]) |
//! | find my pass | what an address has paid for | Query of `CLAIM#<email>`, a GetItem for each order, consistent ([`claims`]) |
//! | choice of exams | candidate + places of the exams, its act and audit entry; the order is checked | one transaction ([`choice`]) |
//! | refunds, validity | one paid order, its flag and audit entry | one transaction ([`afterwards`]) |
//! | correction | candidate + orders + claim + mails, its flags and audit entry | one transaction ([`amend`]) |
//! | reconciler | an old unpaid candidate with its orders, its open claims and what was noted | one transaction ([`retention`]) |
//! | notifier, reconciler | one outbox entry | conditional UpdateItem ([`outbox`]) |
//! | reconciler | exams of which some are to be given places | Query of `DUE#PLACES#0` of index `due` ([`awaited`]) |
//! | public list, portal | how many places of an exam are held | Query of `PLACE#<exam>` and `HELD#`, a count ([`places`]) |
//! | reconciler | due items, and how many wait | Query of the indexes, the first of each shard ([`waiting`]) |
//! | reconciliation | which orders are paid, which events are known | BatchGetItem ([`reconciled`]) |
//! | portal | what needs attention | Query of index `attention` ([`attention`]) |
//!
//! | item | pk | sk | kind | file |
//! |---|---|---|---|---|
//! | candidate | `REG#<customer>` | `CANDIDATE` | `CANDIDATE`; one whose only order was refused dies by `expires` | `candidate` |
//! | order | `REG#<customer>` | `ORDER#<order>` | `ORDER`; a refused one dies by `expires` | `order` |
//! | what `make forget` leaves of a paid order | `FORGOTTEN#<order>` | `PAYMENT` | `FORGOTTEN_PAYMENT`: an order without a person | `forgotten` |
//! | outbox entry of an order's mail | `REG#<customer>` | `MAIL#<order>` | `MAIL` | [`outbox`] |
//! | flag for the administrators | `REG#<customer>` | `ATTENTION#<order>#<kind>` | `ATTENTION` | [`attention`] |
//! | event of the provider kept for the record | `REG#<customer>` | `EVENT#<order>#<key>` | `EVENT` | [`attention`] |
//! | administrator's act about a candidate | `REG#<customer>` | `ACT#<moment>#<random>` | `ACT` | `acts` |
//! | last act of the candidate of a kind | `REG#<customer>` | `ACT#OWN#<action>` | `ACT` | `acts` |
//! | note about a candidate | `REG#<customer>` | `NOTE#<note>` | `NOTE` | `acts` |
//! | claim of a course | `CLAIM#<email>` | `COURSE#<college>#<course>` | `CLAIM` | [`claims`] |
//! | claim of an all-colleges package | `CLAIM#<email>` | `PACKAGE#<package>` | `CLAIM` | [`claims`] |
//! | paid for every course | `CLAIM#<email>` | `ALL` | `CLAIM` | [`claims`] |
//! | paid for courses | `CLAIM#<email>` | `COURSES` | `COURSES` | [`claims`] |
//! | place of an exam that an order or a candidate holds | `PLACE#<exam>` | `HELD#<number>` | `PLACE` | [`places`] |
//! | how many places an exam has | `PLACE#<exam>` | `CAPACITY` | `CAPACITY` | [`places`] |
//! | newest counter registration of a name and phone number | `SIMILAR#<digest>` | `SIMILAR` | `SIMILAR`, dies by `expires` | `similar` |
//! | idempotency key | `IDEM#<key>` | `IDEM` | `IDEM`, dies by `expires` | [`idempotency`] |
//! | event of a reconciliation that was dealt with | `RECON` | `SEEN#<event>` | `RECON`, dies by `expires` | [`reconciled`] |
//! | mail for the moment of a place in line | `REMINDER#<ticket>` | `REMINDER` | `REMINDER`, dies by `expires` | [`reminders`](crate::reminders) |
//! | mail to staff about their account | `SIGN_IN#<session, or a random id>` | `SIGN_IN` | `SIGN_IN`, dies by `expires` | [`account_mails`](crate::account_mails) |
//! | invitation of a person of the staff | `INVITATION#<id>` | `INVITATION` | `INVITATION`, dies by `expires` | [`invitations`](crate::InvitationMail) |
//! | mail with the daily report | `DAILY_REPORT#<day>#<account>` | `DAILY_REPORT` | `DAILY_REPORT`, dies by `expires` | [`daily_reports`](crate::DailyReportMail) |
//! | mail about what became of an order | `NEWS#<order>#<what>` | `NEWS` | `NEWS`, dies by `expires` | [`order_mails`](crate::order_mails) |
//! | list of a school, and its lines until they are registered | `IMPORT#…` | `<moment>-<random>`, `LINE#<place>` | none | [`imports`](crate::imports) |
//! | bulk action, who is left of it, and what became of the others | `BULK#…` | `<moment>-<random>`, `LEFT#<customer>`, `<OUTCOME>#<customer>` | none of the job; `BULK_LEFT`, `BULK_RESULT`, die by `expires` | [`bulk`](crate::bulk) |
//! | exam that was moved, while its holders are looked for | `MOVED#<exam>#<version>` | `MOVED` | `MOVED`, dies by `expires` | [`moved_exams`](crate::MovedExams) |
//! | mail of an organisers' message to an address | `MESSAGE#<message>#<key of the address>` | `MESSAGE` | `MESSAGE`, dies by `expires` | [`messages`](crate::messages) |
//! | that a message was sent to a candidate | `REG#<customer>` | `MESSAGED#<message>` | `MESSAGED`, dies by `expires` | [`messages`](crate::messages) |
//! | an address that messages do not go to | `UNREACHABLE#0` | `<email>` | `UNREACHABLE` | [`messages`](crate::messages) |
//! | results of an exam: head, sheets, corrections | `RESULTS#<exam>` | `HEAD`, `SHEET#<number>`, `CORRECTION#…` | `RESULTS`, `RESULT_SHEET`, `RESULT_CORRECTION` | [`results`] |
//! | request for the passes of an address | `PASS_REQUEST#<email>` | `PASS_REQUEST` | `PASS_REQUEST`, dies by `expires` | [`pass_requests`](crate::pass_requests) |
//!
//! The transactions that change several of these are in [`create`], [`counter`], [`paid`], [`afterwards`], [`amend`],
//! [`choice`] and [`refused`]; an unpaid order changes alone in [`settle`]. The read model is made from candidates and orders and has
//! its own folder; nothing here knows it.
//!
//! What is read or written about one candidate names it in the line of the invocation ([`telemetry::about`]).
//!
//! An order's identifier begins with its candidate's, so a candidate's items share a partition and each is
//! still found by the order id alone. An order's `version` counts its writes: each names the version it was
//! decided on, and a later one is refused as [`Write::Stale`].

mod acts;
mod address;
pub mod afterwards;
pub mod amend;
pub mod attention;
pub mod awaited;
mod candidate;
mod changed_exam;
pub mod checkout_context;
pub mod choice;
mod claiming;
pub mod claims;
pub mod counter;
pub mod create;
pub mod due;
pub(crate) mod forgotten;
pub mod idempotency;
mod order;
pub mod outbox;
pub mod paid;
pub mod places;
pub mod quarantine;
pub mod reconciled;
pub mod refused;
pub mod results;
pub mod retention;
pub mod settle;
mod similar;
mod table;
pub mod waiting;

pub use crate::transaction::Write;
pub use acts::{Note, Noted, Past};
pub use candidate::{Candidate, CandidateFile};
pub use order::PassAddress;
pub use table::Registrations;
pub(crate) use table::{TABLE, customer_in, partition_of};
