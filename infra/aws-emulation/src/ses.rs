//! The Query protocol of SES v1: form in, XML out.

mod form;

use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{DefaultBodyLimit, Form, State};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use http::{StatusCode, header};

use self::form::{checked, raw, simple};
use crate::mail::Fault;
use crate::mail_store::MailStore;

const NAMESPACE: &str = "http://ses.amazonaws.com/doc/2010-12-01/";
/// SES takes 10 MB after encoding, and the form encodes it again.
const LARGEST_REQUEST: usize = 32 * 1024 * 1024;

pub(crate) fn router(store: Arc<MailStore>) -> Router {
    Router::new()
        .route("/", post(answer))
        .layer(DefaultBodyLimit::max(LARGEST_REQUEST))
        .with_state(store)
}

async fn answer(
    State(store): State<Arc<MailStore>>,
    Form(fields): Form<BTreeMap<String, String>>,
) -> Response {
    let fault = store.next_fault();
    if let Some(refusal) = fault.and_then(refused_by) {
        return refusal.into_response();
    }
    let action = fields.get("Action").map_or("", String::as_str);
    let parsed = match action {
        "SendEmail" => simple(&fields),
        "SendRawEmail" => raw(&fields),
        _ => Err(Refusal::sender("InvalidAction", "this action is not emulated")),
    };
    let accepted = parsed.and_then(checked).and_then(|parsed| {
        store.accept(parsed, fault).map_err(|error| {
            tracing::error!(%error, "the mailbox cannot store a mail");
            Refusal::unavailable()
        })
    });
    let message_id = match accepted {
        Ok(message_id) => message_id,
        Err(refusal) => return refusal.into_response(),
    };
    match fault {
        Some(Fault::DroppedAfterAcceptance) => return dropped_connection(),
        Some(Fault::Slow(delay)) => tokio::time::sleep(delay).await,
        Some(
            Fault::Down
            | Fault::Throttled
            | Fault::QuotaSpent
            | Fault::Rejected
            | Fault::Paused
            | Fault::Bounced
            | Fault::Complained,
        )
        | None => {}
    }
    xml(
        StatusCode::OK,
        format!(
            "<{action}Response xmlns=\"{NAMESPACE}\"><{action}Result><MessageId>{message_id}</MessageId>\
             </{action}Result><ResponseMetadata><RequestId>{message_id}</RequestId></ResponseMetadata></{action}Response>"
        ),
    )
}

fn refused_by(fault: Fault) -> Option<Refusal> {
    match fault {
        Fault::Down => Some(Refusal::unavailable()),
        Fault::Throttled => Some(Refusal::sender("Throttling", "Maximum sending rate exceeded.")),
        Fault::QuotaSpent => Some(Refusal::sender("Throttling", "Daily message quota exceeded.")),
        Fault::Rejected => Some(Refusal::sender("MessageRejected", "Address blacklisted.")),
        Fault::Paused => Some(Refusal::sender(
            "MessageRejected",
            "Sending paused for this account. For more information, please check the inbox of the email address \
             associated with your AWS account.",
        )),
        Fault::Slow(_) | Fault::DroppedAfterAcceptance | Fault::Bounced | Fault::Complained => None,
    }
}

/// A body that fails at once: the server closes the connection before a byte of the answer has left.
fn dropped_connection() -> Response {
    let broken = async { Err::<bytes::Bytes, io::Error>(io::ErrorKind::ConnectionReset.into()) };
    Response::new(Body::from_stream(futures::stream::once(broken)))
}

struct Refusal {
    status: StatusCode,
    kind: &'static str,
    code: &'static str,
    message: String,
}

impl Refusal {
    fn sender(code: &'static str, message: impl Into<String>) -> Refusal {
        Refusal {
            status: StatusCode::BAD_REQUEST,
            kind: "Sender",
            code,
            message: message.into(),
        }
    }

    fn unavailable() -> Refusal {
        Refusal {
            status: StatusCode::SERVICE_UNAVAILABLE,
            kind: "Receiver",
            code: "ServiceUnavailable",
            message: "Service is unable to handle request.".to_owned(),
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let Refusal {
            status,
            kind,
            code,
            message,
        } = self;
        xml(
            status,
            format!(
                "<ErrorResponse xmlns=\"{NAMESPACE}\"><Error><Type>{kind}</Type><Code>{code}</Code>\
                 <Message>{message}</Message></Error><RequestId>local-refused</RequestId></ErrorResponse>"
            ),
        )
    }
}

fn xml(status: StatusCode, body: String) -> Response {
    (status, [(header::CONTENT_TYPE, "text/xml")], body).into_response()
}
