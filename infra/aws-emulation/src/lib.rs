//! The AWS services that the product uses, in process, for the local system and for tests.
//!
//! Each service speaks the real protocol on its own loopback port, so the functions meet it through the
//! ordinary AWS SDK clients and an endpoint address. A service stops when its value is dropped.
//!
//! Anything that knows the product (table names, mail texts, secrets) belongs to the caller.

mod dynamodb;
mod endpoint;
mod lambda;
mod mail;
mod mail_events;
mod mail_store;
mod mailbox;
mod object_store;
mod presigned;
mod secrets;
mod ses;
mod stream;

pub use dynamodb::DynamoDb;
pub use lambda::{Invocation, Lambda};
pub use mail::{Fault, Mail, MailEvent, MailFile};
pub use mail_store::Clock;
pub use mailbox::Mailbox;
pub use object_store::ObjectStore;
pub use secrets::Secrets;
pub use stream::TableStream;

/// For every program that emulates AWS: services, functions and clients allocate on all of its threads, and with the C
/// library's allocator these wait for one another (docs/performance.md, "Registrations up to PAID").
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The access key that the services expect; any other is refused where the service checks signatures.
pub const ACCESS_KEY_ID: &str = "local";

/// The secret that goes with [`ACCESS_KEY_ID`]. It opens nothing outside this process.
pub const SECRET_ACCESS_KEY: &str = "local-secret-access-key";

/// `TIME_OUT_FACTOR` of clients of what is emulated here, which shares the machine with everything that it serves.
pub const TIME_OUT_FACTOR: &str = "20";
