//! What a record of the stream asks for.

use domain::{CustomerId, Email, OrderId};
use serde_json::Value;

/// What is to be done about a record.
pub(crate) enum RecordTask {
    /// A mail is to be sent.
    Mail(NewMail),
    /// Something of this candidate has changed.
    Projection(CustomerId),
    /// Nothing.
    Nothing,
}

/// A mail that is to be sent.
pub(crate) enum NewMail {
    /// That of this order, which nobody has tried to send.
    Pass(OrderId),
    /// A visitor asks for every pass of this address.
    Passes(Email),
}

/// The record is not one of this table.
pub(crate) struct Unreadable;

/// Reads a record as Lambda hands it over.
pub(crate) fn read(record: &Value) -> Result<RecordTask, Unreadable> {
    let event = record["eventName"].as_str().ok_or(Unreadable)?;
    let change = record["dynamodb"].as_object().ok_or(Unreadable)?;
    let Some(image) = change.get("NewImage").or(change.get("OldImage")) else {
        return Ok(RecordTask::Nothing);
    };
    let text = |name: &str| image[name]["S"].as_str().ok_or(Unreadable);
    match text("kind")? {
        // New, or written again because the address was corrected: tried by nobody yet.
        "MAIL" if event == "INSERT" || image["attempts"]["N"] == "0" => {
            let id = OrderId::parse(text("order_id")?).map_err(|_| Unreadable)?;
            Ok(RecordTask::Mail(NewMail::Pass(id)))
        }
        // A new request, in place of one that was answered, too; not one that is being answered, or has been.
        "PASS_REQUEST" if image.get("due_at").is_some() && image.get("lease").is_none() => {
            let email = Email::parse(text("email")?).map_err(|_| Unreadable)?;
            Ok(RecordTask::Mail(NewMail::Passes(email)))
        }
        "CANDIDATE" | "ORDER" => {
            let id = CustomerId::parse(text("customer_id")?).map_err(|_| Unreadable)?;
            Ok(RecordTask::Projection(id))
        }
        _ => Ok(RecordTask::Nothing),
    }
}
