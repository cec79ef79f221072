//! A message as it travels: `mixed(related(alternative(text, html), pictures), attachments)`, the outermost only where there
//! are attachments.

use crate::{File, Message};
use base64::{Engine, prelude::BASE64_STANDARD};
use domain::Email;
use mail_builder::{
    MessageBuilder,
    headers::{HeaderType, address::Address, raw::Raw, text::Text},
    mime::{BodyPart, MimePart},
};
use std::io;

/// The site's icon, at the head of every mail (`templates/layout.html`).
const LOGO: &[u8] = include_bytes!("../../../web/public/icon-192.png");

/// How many bytes of a text are in one encoded word, which has 75 characters at most.
const ENCODED_WORD: usize = 45;

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
    let logo = MimePart::new("image/png", LOGO).cid("logo.png").inline();
    let body = around("multipart/related", words, pictures.chain([logo]).collect());
    let body = around("multipart/mixed", body, attachments.collect());
    let mut built = MessageBuilder::new()
        .from(sender(from))
        .to(message.to.as_str())
        .header("Subject", subject(message.subject))
        .body(body);
    if let Some(reply_to) = message.reply_to {
        built = built.reply_to(reply_to.as_str());
    }
    if let Some(organisers) = message.unsubscribe {
        let link = format!("<mailto:{}?subject=unsubscribe>", in_a_link(organisers));
        built = built.header("List-Unsubscribe", Raw::new(link));
    }
    built.write_to_vec()
}

/// The subject, so that every program shows what it says. A text of ASCII is sent as it is, and one that has an encoded
/// word of RFC 2047 in it, such as `=?utf-8?q?paid?=` in a person's name, would be shown as something else: it is encoded.
fn subject(text: &str) -> HeaderType<'_> {
    if !text.contains("=?") {
        return Text::new(text).into();
    }
    let mut words: Vec<String> = vec![String::new()];
    for character in text.chars() {
        let word = words.last().map_or(0, String::len);
        if word + character.len_utf8() > ENCODED_WORD {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut() {
            word.push(character);
        }
    }
    let encoded = words
        .iter()
        .map(|word| format!("=?utf-8?B?{}?=", BASE64_STANDARD.encode(word)));
    Raw::new(encoded.collect::<Vec<_>>().join(" ")).into()
}

/// An address as a part of a link.
fn in_a_link(email: &Email) -> String {
    let escaped = email.as_str().chars().map(|one| match one {
        one if one.is_ascii_alphanumeric() || "@.-_+".contains(one) => one.to_string(),
        one => format!("%{:02X}", u32::from(one)),
    });
    escaped.collect()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mail_to_many_says_how_one_gets_no_more_of_them_and_another_does_not() {
        let email = |text: &str| Email::parse(text).unwrap();
        let (to, organisers) = (email("asha@example.com"), email("news&more@expo.example"));
        let composed = |unsubscribe: Option<&Email>| {
            let message = Message {
                to: &to,
                reply_to: None,
                unsubscribe,
                subject: "News",
                text: "Text",
                html: "<p>Text</p>",
                pictures: &[],
                attachments: &[],
                tags: &[],
            };
            String::from_utf8(compose("pass@expo.example", &message).unwrap()).unwrap()
        };
        let to_many = composed(Some(&organisers));
        let line = "List-Unsubscribe: <mailto:news%26more@expo.example?subject=unsubscribe>\r\n";
        assert!(to_many.contains(line), "{to_many}");
        assert!(!composed(None).contains("List-Unsubscribe"));
    }
}
