//! When people may register: the window that the organisers set, read with the end of the event, which is stronger.
//!
//! | item | table | pk | sk |
//! |---|---|---|---|
//! | the event's settings | registrations | `EVENT` | `SETTINGS` |
//! | that registration is closed | registrations | `EVENT` | `REGISTRATION_CLOSED`, of [`crate::event_closing`] |
//!
//! | access pattern | call |
//! |---|---|
//! | create-order, counter | both in the BatchGetItem of their context, with no request more |
//! | the site, the counter's page, reconciler | both in one BatchGetItem |
//! | change the settings | one transaction with the audit entry, on the version that was read |
//!
//! Settings that cannot be read are none: the form that they would have closed stays open, and it is logged. Nothing but
//! this release and its successors writes them, so this is a fault of ours, and for it registration does not stop; an order
//! outside the window can be given back, a morning without orders cannot. The end of the event is by its mere presence
//! there, readable or not, because everything is deleted after it.

use crate::{
    admin::audit::{self, AuditEntry},
    dynamo::{Item, StoreError, get_all, key, n, read, text, write},
    event_closing::{CLOSED, PARTITION, RegistrationClosed, closed_key},
    registrations::{Registrations, TABLE},
    transaction::{Write, incomplete, transact},
};
use aws_sdk_dynamodb::{
    Client,
    types::{Put, TransactWriteItem},
};
use config::{ConfigError, Env};
use domain::{Sale, SaleWindow};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

const SETTINGS: &str = "SETTINGS";

/// What the organisers have set about the event.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Settings {
    /// When people may register.
    #[serde(flatten)]
    pub window: SaleWindow,
    /// Counts the writes; 0 before the first.
    pub version: u64,
}

/// The settings and what else decides about registering, as they were read together.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct EventNow {
    /// What the organisers have set.
    pub settings: Settings,
    /// Who may register when.
    pub sale: Sale,
}

/// The settings of the event, over the tables registrations and admin.
#[derive(Debug, Clone)]
pub struct EventSettings {
    client: Client,
    registrations: String,
    admin: String,
}

impl EventSettings {
    /// The tables that `TABLE_REGISTRATIONS` and `TABLE_ADMIN` name.
    pub fn from_env(env: &Env) -> Result<Self, ConfigError> {
        Ok(Self {
            client: Client::new(&env.aws_for("DYNAMODB")?),
            registrations: env.required("TABLE_REGISTRATIONS")?,
            admin: env.required("TABLE_ADMIN")?,
        })
    }

    /// The event as of this moment, for who looks at its settings or changes them.
    ///
    /// # Errors
    /// When the table does not answer, or the settings cannot be read.
    pub async fn now(&self) -> Result<EventNow, StoreError> {
        let items = get_all(&self.client, &self.registrations, &keys()).await?;
        let settings = settings_in(&items)?;
        Ok(EventNow {
            sale: Sale {
                window: settings.window,
                ended_at: ended_in(&items),
            },
            settings,
        })
    }

    /// Who may register when, as of this moment.
    pub async fn sale(&self) -> Result<Sale, StoreError> {
        let items = get_all(&self.client, &self.registrations, &keys()).await?;
        Ok(sale_in(&items))
    }

    /// Writes the settings, if those that stand there are of the version before.
    pub async fn change(&self, settings: &Settings, entry: &AuditEntry) -> Result<Write, StoreError> {
        let mut item = write(TABLE, settings)?;
        item.extend(settings_key());
        let put = Put::builder()
            .table_name(&self.registrations)
            .set_item(Some(item));
        let decided_on = settings.version - 1;
        let put = if decided_on == 0 {
            put.condition_expression("attribute_not_exists(pk)")
        } else {
            put.condition_expression("version = :decided_on")
                .expression_attribute_values(":decided_on", n(decided_on))
        };
        let put = put.build().map_err(incomplete)?;
        let actions = vec![
            TransactWriteItem::builder().put(put).build(),
            audit::put(entry, &self.admin)?,
        ];
        Ok(transact(&self.client, actions).await?.written())
    }
}

impl Registrations {
    /// Who may register when, as of this moment.
    pub async fn sale(&self) -> Result<Sale, StoreError> {
        let items = get_all(&self.client, &self.table, &keys()).await?;
        Ok(sale_in(&items))
    }
}

/// The keys of everything that decides whether people may register.
pub(crate) fn keys() -> [Item; 2] {
    [closed_key(), settings_key()]
}

/// Whether an item is one of [`keys`].
pub(crate) fn is_of_the_event(item: &Item) -> bool {
    text(item, "pk") == PARTITION
}

/// What the items of [`keys`] that are there say.
pub(crate) fn sale_in(items: &[Item]) -> Sale {
    let settings = settings_in(items).unwrap_or_else(|error| {
        tracing::error!(%error, "the settings of the event cannot be read; registration goes on without a window");
        Settings::default()
    });
    Sale {
        window: settings.window,
        ended_at: ended_in(items),
    }
}

fn settings_key() -> Item {
    key(PARTITION, SETTINGS)
}

fn settings_in(items: &[Item]) -> Result<Settings, StoreError> {
    let found = items.iter().find(|item| text(item, "sk") == SETTINGS);
    found.map_or_else(|| Ok(Settings::default()), |item| read(TABLE, item.clone()))
}

/// Since when the event is closed. One that does not say so readably is closed all the same.
fn ended_in(items: &[Item]) -> Option<OffsetDateTime> {
    let found = items.iter().find(|item| text(item, "sk") == CLOSED)?;
    let closed = read::<RegistrationClosed>(TABLE, found.clone());
    Some(closed.map_or(OffsetDateTime::UNIX_EPOCH, |closed| closed.at))
}
