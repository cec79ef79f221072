//! What a record of the stream asks for.

use domain::{CustomerId, Email, OrderId};
use serde::{Deserialize, de::IgnoredAny};
use serde_json::Value;

/// What is to be done about a record.
pub(crate) enum Wanted {
    /// A mail is to be sent.
    Mail(Mail),
    /// Something of this candidate has changed.
    Projection(CustomerId),
    /// Nothing.
    Nothing,
}

/// A mail that is to be sent.
pub(crate) enum Mail {
    /// That of this order, which is new in the outbox.
    Pass(OrderId),
    /// Somebody asks for every pass of this address.
    Passes(Email),
}

/// The record is not one of this table.
pub(crate) struct Unreadable;

#[derive(Deserialize)]
struct Record {
    #[serde(rename = "eventName")]
    event_name: String,
    dynamodb: Change,
}

#[derive(Deserialize)]
struct Change {
    #[serde(rename = "NewImage", default)]
    new_image: Option<Image>,
    #[serde(rename = "OldImage", default)]
    old_image: Option<Image>,
}

#[derive(Deserialize)]
struct Image {
    kind: Text,
    order_id: Option<Text>,
    customer_id: Option<Text>,
    email: Option<Text>,
    due_at: Option<IgnoredAny>,
    lease: Option<IgnoredAny>,
}

#[derive(Deserialize)]
struct Text {
    #[serde(rename = "S")]
    text: String,
}

/// Reads a record as Lambda hands it over.
pub(crate) fn read(record: &Value) -> Result<Wanted, Unreadable> {
    let record = Record::deserialize(record).map_err(|_| Unreadable)?;
    let Change { new_image, old_image } = record.dynamodb;
    let Some(image) = new_image.or(old_image) else {
        return Ok(Wanted::Nothing);
    };
    match image.kind.text.as_str() {
        "MAIL" if record.event_name == "INSERT" => {
            let id = image.order_id.ok_or(Unreadable)?;
            let id = OrderId::parse(&id.text).map_err(|_| Unreadable)?;
            Ok(Wanted::Mail(Mail::Pass(id)))
        }
        // A new request, in place of one that was answered, too; not one that is being answered, or has been.
        "PASS_REQUEST" if image.due_at.is_some() && image.lease.is_none() => {
            let email = image.email.ok_or(Unreadable)?;
            let email = Email::parse(&email.text).map_err(|_| Unreadable)?;
            Ok(Wanted::Mail(Mail::Passes(email)))
        }
        "CANDIDATE" | "ORDER" => {
            let id = image.customer_id.ok_or(Unreadable)?;
            CustomerId::parse(&id.text)
                .map(Wanted::Projection)
                .map_err(|_| Unreadable)
        }
        _ => Ok(Wanted::Nothing),
    }
}
