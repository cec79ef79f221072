//! The mail that a form of the Query protocol has, as fields or as a whole message.

use std::collections::BTreeMap;

use base64::Engine;
use base64::engine::general_purpose::STANDARD as BASE64;
use mail_parser::{Address, MessageParser, MessagePart, MimeHeaders};

use super::Refusal;
use crate::mail::{MailFile, ParsedMail};

const MOST_RECIPIENTS: usize = 50;

/// The members of a list as the Query protocol spells them: `prefix.member.1`, `prefix.member.2`, …
fn members(fields: &BTreeMap<String, String>, prefix: &str) -> Vec<String> {
    (1..)
        .map_while(|index| fields.get(&format!("{prefix}.member.{index}")).cloned())
        .collect()
}

fn tags(fields: &BTreeMap<String, String>) -> BTreeMap<String, String> {
    let field = |index: usize, part: &str| fields.get(&format!("Tags.member.{index}.{part}")).cloned();
    (1..)
        .map_while(|index| field(index, "Name").zip(field(index, "Value")))
        .collect()
}

pub(super) fn simple(fields: &BTreeMap<String, String>) -> Result<ParsedMail, Refusal> {
    let field = |name: &str| fields.get(name).cloned();
    let missing = |name: &str| Refusal::sender("ValidationError", format!("{name} is missing"));
    let to = ["To", "Cc", "Bcc"]
        .into_iter()
        .flat_map(|kind| members(fields, &format!("Destination.{kind}Addresses")))
        .collect();
    let text = field("Message.Body.Text.Data");
    let html = field("Message.Body.Html.Data");
    if text.is_none() && html.is_none() {
        return Err(missing("Message.Body"));
    }
    Ok(ParsedMail {
        to,
        from: field("Source").ok_or_else(|| missing("Source"))?,
        reply_to: members(fields, "ReplyToAddresses"),
        unsubscribe: String::new(),
        subject: field("Message.Subject.Data").ok_or_else(|| missing("Message.Subject"))?,
        text: text.unwrap_or_default(),
        html: html.unwrap_or_default(),
        files: Vec::new(),
        tags: tags(fields),
        configuration_set: field("ConfigurationSetName"),
    })
}

pub(super) fn raw(fields: &BTreeMap<String, String>) -> Result<ParsedMail, Refusal> {
    let broken = |what| Refusal::sender("InvalidParameterValue", what);
    let encoded = fields
        .get("RawMessage.Data")
        .ok_or_else(|| broken("RawMessage.Data is missing"))?;
    let bytes = BASE64
        .decode(encoded)
        .map_err(|_| broken("RawMessage.Data is not base64"))?;
    let message = MessageParser::default()
        .parse(&bytes)
        .ok_or_else(|| broken("RawMessage.Data is not a message"))?;
    let given = members(fields, "Destinations");
    let to = if given.is_empty() {
        [message.to(), message.cc(), message.bcc()]
            .into_iter()
            .flat_map(written)
            .collect()
    } else {
        given
    };
    let source = fields.get("Source").cloned();
    // The parser offers the HTML for a missing text and the reverse; only what was sent counts here.
    let part = |ids: &[mail_parser::MessagePartId], html: bool| {
        ids.iter()
            .filter_map(|id| message.part(*id))
            .find(|part| part.is_text() && part.is_text_html() == html)
            .and_then(|part| part.text_contents())
            // Lines end as a mail's do.
            .map(|text| text.replace("\r\n", "\n"))
            .unwrap_or_default()
    };
    Ok(ParsedMail {
        to,
        from: source
            .or_else(|| written(message.from()).into_iter().next())
            .ok_or_else(|| broken("Source is missing"))?,
        reply_to: written(message.reply_to()),
        unsubscribe: message
            .header_raw("List-Unsubscribe")
            .unwrap_or_default()
            .trim()
            .to_owned(),
        subject: message.subject().unwrap_or_default().to_owned(),
        text: part(&message.text_body, false),
        html: part(&message.html_body, true),
        files: message.attachments().map(file).collect(),
        tags: tags(fields),
        configuration_set: fields.get("ConfigurationSetName").cloned(),
    })
}

fn file(part: &MessagePart<'_>) -> MailFile {
    let kind = part.content_type().map(|kind| match kind.subtype() {
        Some(subtype) => format!("{}/{subtype}", kind.ctype()),
        None => kind.ctype().to_owned(),
    });
    MailFile {
        name: part.attachment_name().unwrap_or_default().to_owned(),
        kind: kind.unwrap_or_default(),
        content_id: part.content_id().unwrap_or_default().to_owned(),
        content: BASE64.encode(part.contents()),
    }
}

/// Addresses as a person writes them, display name first.
fn written(addresses: Option<&Address<'_>>) -> Vec<String> {
    let Some(addresses) = addresses else {
        return Vec::new();
    };
    addresses
        .iter()
        .filter_map(|one| {
            let address = one.address()?;
            Some(match one.name() {
                Some(name) => format!("{name} <{address}>"),
                None => address.to_owned(),
            })
        })
        .collect()
}

/// SES refuses the whole mail for one malformed address, and addresses are ASCII.
pub(super) fn checked(parsed: ParsedMail) -> Result<ParsedMail, Refusal> {
    if parsed.to.is_empty() || parsed.to.len() > MOST_RECIPIENTS {
        return Err(Refusal::sender(
            "InvalidParameterValue",
            "Recipient count is not between 1 and 50.",
        ));
    }
    let all = parsed
        .to
        .iter()
        .chain(&parsed.reply_to)
        .chain(std::iter::once(&parsed.from));
    for address in all {
        let bare = match address.rsplit_once('<') {
            Some((_, rest)) => rest.strip_suffix('>').unwrap_or(rest),
            None => address,
        };
        let is_valid = bare.is_ascii()
            && !bare.contains(|c: char| c.is_ascii_control() || c == ' ')
            && !address.contains(['\r', '\n'])
            && bare.split_once('@').is_some_and(|(name, domain)| {
                !name.is_empty() && domain.contains('.') && !domain.contains('@')
            });
        if !is_valid {
            return Err(Refusal::sender(
                "InvalidParameterValue",
                "Missing final '@domain'",
            ));
        }
    }
    Ok(parsed)
}
