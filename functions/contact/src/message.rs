//! A message as it is read from the form and as the organisers get it.

use domain::{Email, Invalid, PersonName, field};
use mail::{Block, Letter, Words};
use serde::Deserialize;
use utoipa::ToSchema;

/// The most characters of a message.
const LONGEST: usize = 4_000;
const MISSING: &str = "Please fill all required fields";
const TRAPPED: &str = "Your message was not sent: a field that is not shown was filled in, perhaps by your browser. \
                       Please send it again with that field empty.";

/// The form.
#[derive(Deserialize, ToSchema)]
pub(crate) struct MessageIn {
    /// Your Name.
    #[schema(required = true)]
    name: Option<String>,
    /// Your Email: the organisers' answer goes there.
    #[schema(required = true)]
    email: Option<String>,
    /// Your Message, at most 4,000 characters.
    #[schema(required = true)]
    message: Option<String>,
    /// Not shown to people. A program fills it in, or a browser that helps: a message with it is refused, never lost.
    website: Option<String>,
}

/// A message that can be sent.
pub(crate) struct ContactMessage {
    pub(crate) name: PersonName,
    pub(crate) email: Email,
    pub(crate) text: String,
}

impl MessageIn {
    /// Reads the form.
    ///
    /// # Errors
    /// Names the field that is missing, malformed or too long.
    pub(crate) fn parse(self) -> Result<ContactMessage, Invalid> {
        let Self {
            name,
            email,
            message,
            website,
        } = self;
        let name =
            PersonName::parse(name.as_deref().unwrap_or_default()).map_err(|invalid| invalid.on("name"))?;
        let email = field::required("email", email, 254, MISSING)?;
        let email = Email::parse(&email).map_err(|invalid| invalid.on("email"))?;
        let text = field::required("message", message, LONGEST, MISSING)?;
        if website.is_some_and(|website| !website.is_empty()) {
            return Err(Invalid::new("website", TRAPPED));
        }
        Ok(ContactMessage { name, email, text })
    }
}

impl ContactMessage {
    pub(crate) fn render(&self) -> Words {
        let (name, email, text) = (self.name.as_str(), self.email.as_str(), self.text.as_str());
        let letter = Letter {
            subject: format!("Message from {name}").into(),
            name: None,
            blocks: vec![
                Block::Strong(format!("{name} <{email}> wrote on the site:").into()),
                Block::Quote(text.into()),
                Block::Small(format!("Answer this mail to answer {name}.").into()),
            ],
        };
        letter.words()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_visitor_writes_is_text_in_the_html_too() {
        let message = ContactMessage {
            name: PersonName::parse("<b>Asha</b>").unwrap(),
            email: Email::parse("asha@example.com").unwrap(),
            text: "Is <script>alert(1)</script> on?\nThanks & bye".to_owned(),
        };
        let Words { text, html, .. } = message.render();
        assert!(text.contains("Is <script>alert(1)</script> on?\nThanks & bye"));
        assert!(text.contains("asha@example.com"));
        assert!(!html.contains("<script>") && !html.contains("<b>Asha"));
        assert!(html.contains("Thanks &#38; bye"));
    }
}
