//! A message as it travels: `mixed(related(alternative(text, html), pictures), attachments)`, each level only where it
//! has something to hold.

use crate::{File, Message};
use mail_builder::{
    MessageBuilder,
    headers::address::Address,
    mime::{BodyPart, MimePart},
};
use std::io;

/// The bytes of a message.
pub(crate) fn compose(from: &str, message: &Message<'_>) -> io::Result<Vec<u8>> {
    let words = MimePart::new(
        "multipart/alternative",
        vec![
            MimePart::new("text/plain", message.text),
            MimePart::new("text/html", message.html),
        ],
    );
    let pictures = message
        .pictures
        .iter()
        .map(|file| part(file).cid(file.name.as_str()).inline());
    let attachments = message
        .attachments
        .iter()
        .map(|file| part(file).attachment(file.name.as_str()));
    let body = around("multipart/related", words, pictures.collect());
    let body = around("multipart/mixed", body, attachments.collect());
    let mut built = MessageBuilder::new()
        .from(sender(from))
        .to(message.to.as_str())
        .subject(message.subject)
        .body(body);
    if let Some(reply_to) = message.reply_to {
        built = built.reply_to(reply_to.as_str());
    }
    built.write_to_vec()
}

fn part(file: &File) -> MimePart<'_> {
    MimePart::new(file.kind, file.content.as_slice())
}

fn around<'a>(kind: &'static str, first: MimePart<'a>, others: Vec<MimePart<'a>>) -> MimePart<'a> {
    if others.is_empty() {
        return first;
    }
    let parts = std::iter::once(first).chain(others).collect();
    MimePart::new(kind, BodyPart::Multipart(parts))
}

/// `pass@expo.example`, or the same with a name before it.
fn sender(from: &str) -> Address<'_> {
    match from.split_once('<') {
        Some((name, rest)) => Address::new_address(Some(name.trim()), rest.trim_end_matches('>')),
        None => Address::new_address(None::<&str>, from),
    }
}
