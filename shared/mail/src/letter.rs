//! How a mail looks, and what it says: one layout for every mail of the system. Nothing is loaded from anywhere.
//!
//! A [`Letter`] is written once, in blocks, and both of its parts are made from them. A mail that needs a form of its own
//! gives [`layout`] its cards.

use askama::Template;
use domain::{
    event,
    message::{FilledLine, FilledSpan},
};
use std::borrow::Cow;

/// A mail in words.
#[derive(Debug, Clone)]
pub struct Letter<'a> {
    /// Its subject.
    pub subject: Cow<'a, str>,
    /// Whom it greets, where that is known.
    pub name: Option<&'a str>,
    /// What it says.
    pub blocks: Vec<Block<'a>>,
}

/// A part of what a mail says. All of it is text, also what organisers wrote.
#[derive(Debug, Clone)]
pub enum Block<'a> {
    /// A paragraph; its line breaks stay.
    Text(Cow<'a, str>),
    /// A paragraph that says what it is all about.
    Strong(Cow<'a, str>),
    /// What few need to read.
    Small(Cow<'a, str>),
    /// Names and values, one pair a line.
    Facts(Vec<(&'static str, Cow<'a, str>)>),
    /// What is to be done, one thing after another.
    Steps(&'a [&'a str]),
    /// What somebody else has written.
    Quote(Cow<'a, str>),
    /// What organisers have written, with its line breaks and its links.
    Lines(&'a [FilledLine]),
    /// What is to be opened: what it is called, and its address.
    Link(&'a str, Cow<'a, str>),
}

/// What a mail says, in both of its parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Words {
    /// Its subject.
    pub subject: String,
    /// For readers of plain text.
    pub text: String,
    /// For everybody else.
    pub html: String,
}

#[derive(Template)]
#[template(path = "layout.html")]
struct Layout<'a> {
    title: &'a str,
    preview: &'a str,
    event: &'static str,
    cards: &'a [String],
    organiser: &'static str,
    address: &'static str,
    helpline: &'static str,
}

#[derive(Template)]
#[template(path = "letter.html")]
struct Html<'a> {
    letter: &'a Letter<'a>,
}

#[derive(Template)]
#[template(path = "letter.txt", escape = "none")]
struct Text<'a> {
    letter: &'a Letter<'a>,
    event: &'static str,
    helpline: &'static str,
}

/// A mail of one card or more, each of which is HTML that its template has escaped. `preview` is what a list of mails shows
/// beside the subject.
#[must_use]
pub fn layout(title: &str, preview: &str, cards: &[String]) -> String {
    let layout = Layout {
        title,
        preview,
        event: event::NAME,
        cards,
        organiser: event::ORGANISER,
        address: event::ORGANISER_ADDRESS,
        helpline: event::HELPLINE,
    };
    layout.to_string()
}

impl Letter<'_> {
    /// Both parts of the mail.
    #[must_use]
    pub fn words(&self) -> Words {
        let card = Html { letter: self }.to_string();
        let text = Text {
            letter: self,
            event: event::NAME,
            helpline: event::HELPLINE,
        };
        Words {
            subject: self.subject.clone().into_owned(),
            text: text.to_string(),
            html: layout(&self.subject, self.preview(), &[card]),
        }
    }

    /// The first paragraph.
    fn preview(&self) -> &str {
        let paragraph = |block: &'_ Block<'_>| match block {
            Block::Text(_) | Block::Strong(_) | Block::Lines(_) => true,
            Block::Small(_) | Block::Facts(_) | Block::Steps(_) | Block::Quote(_) | Block::Link(..) => false,
        };
        match self.blocks.iter().find(|block| paragraph(block)) {
            Some(Block::Text(text) | Block::Strong(text)) => text,
            Some(Block::Lines(lines)) => match lines.iter().flatten().next() {
                Some(FilledSpan::Words(text) | FilledSpan::Link(text)) => text,
                None => "",
            },
            Some(Block::Small(_) | Block::Facts(_) | Block::Steps(_) | Block::Quote(_) | Block::Link(..))
            | None => "",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOSTILE: &str = "<b>Asha</b>\r\nBcc: x@y.example \"><script>alert(1)</script>";

    /// How each plain mail ends.
    fn foot() -> String {
        format!("{}\nCall us: {}", event::NAME, event::HELPLINE)
    }

    #[test]
    fn every_block_is_in_both_parts_and_none_brings_markup() {
        let letter = Letter {
            subject: HOSTILE.into(),
            name: Some(HOSTILE),
            blocks: vec![
                Block::Text(HOSTILE.into()),
                Block::Strong(HOSTILE.into()),
                Block::Small(HOSTILE.into()),
                Block::Facts(vec![("Exam", HOSTILE.into()), ("Day", "Sat 31 May".into())]),
                Block::Steps(&[HOSTILE, "Second"]),
                Block::Quote(HOSTILE.into()),
                Block::Link(HOSTILE, "https://expo.example/?a=1&b=\"><script>".into()),
            ],
        };
        let Words { subject, text, html } = letter.words();
        assert_eq!(subject, HOSTILE);
        // The name, six blocks of one text each, and the name of the link.
        assert_eq!(text.matches(HOSTILE).count(), 8, "{text}");
        // And the title and the preview.
        assert_eq!(
            html.matches("&lt;script&gt;alert(1)").count() + html.matches("&#60;script&#62;alert(1)").count(),
            10,
            "{html}"
        );
        assert!(!html.contains("<script") && !html.contains("<b>Asha"), "{html}");
        assert!(
            text.contains("Exam: ") && text.contains("\nDay: Sat 31 May\n\n1. "),
            "{text}"
        );
        assert!(text.contains("\n2. Second\n\n"), "{text}");
        assert!(text.ends_with(&foot()), "{text}");
        for fact in [
            event::NAME,
            event::ORGANISER,
            event::ORGANISER_ADDRESS,
            event::HELPLINE,
        ] {
            assert!(html.contains(fact), "{fact} is missing in {html}");
        }
        // The logo travels within the mail.
        let others = html.replacen("src=\"cid:logo.png\"", "", 1);
        assert_ne!(others, html);
        for outside in ["src=", "<link", "url(", "@import"] {
            assert!(!others.contains(outside), "{outside} loads something");
        }
    }

    #[test]
    fn lines_keep_their_breaks_and_only_what_is_a_link_is_one() {
        let link = "https://expo.example/?a=1&b=2";
        let lines = [
            vec![
                FilledSpan::Words(format!("See {HOSTILE} ")),
                FilledSpan::Link(link.to_owned()),
            ],
            vec![],
            vec![FilledSpan::Words("https://evil.example".to_owned())],
        ];
        let letter = Letter {
            subject: "Subject".into(),
            name: None,
            blocks: vec![Block::Lines(&lines)],
        };
        let Words { text, html, .. } = letter.words();
        let expected = format!("See {HOSTILE} {link}\n\nhttps://evil.example\n\n{}", foot());
        assert_eq!(text, expected);
        assert_eq!(html.matches("<a ").count(), 1, "{html}");
        assert!(html.contains("<br><br>https://evil.example</p>"), "{html}");
        assert!(
            html.contains("href=\"https://expo.example/?a=1&#38;b=2\""),
            "{html}"
        );
        assert!(!html.contains("<script"), "{html}");
    }

    #[test]
    fn the_plain_part_is_paragraphs() {
        let letter = Letter {
            subject: "Subject".into(),
            name: None,
            blocks: vec![
                Block::Strong("First".into()),
                Block::Link("Open", "https://expo.example/".into()),
                Block::Small("Last".into()),
            ],
        };
        let expected = format!("First\n\nOpen: https://expo.example/\n\nLast\n\n{}", foot());
        assert_eq!(letter.words().text, expected);
    }
}
