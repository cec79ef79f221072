//! What the mail to one address says: the text with everything filled in, in the layout of every mail.

use config::{ConfigError, Env};
use domain::{
    Email, event,
    message::{Addressee, MessageText},
    pass::{PassNo, Sitting},
    payment::{Order, PassValidity},
    registration::ExamPreference,
};
use mail::{Block, Letter, Words};
use store::{catalogue::Everything, registrations::CandidateFile, seating::OwnSeats};

/// What every message says beside its text.
#[derive(Debug, Clone)]
pub(crate) struct MessageWords {
    site_origin: String,
    /// Where answers go.
    pub(crate) organisers: Email,
}

impl MessageWords {
    pub(crate) fn from_env(env: &Env) -> Result<Self, ConfigError> {
        let organisers = Email::parse(&env.required("CONTACT_TO")?);
        Ok(Self {
            site_origin: env.url("SITE_ORIGIN")?,
            organisers: organisers.map_err(|_| ConfigError::new("CONTACT_TO", "is not an e-mail address"))?,
        })
    }

    /// A candidate as a message names one, today.
    pub(crate) fn addressee(
        &self,
        file: &CandidateFile,
        seats: &OwnSeats,
        everything: &Everything,
    ) -> Addressee {
        let CandidateFile {
            candidate, orders, ..
        } = file;
        let preference = candidate.exam_preference.known();
        let sittings = seats.seated(everything.sittings_of_candidate(candidate), everything);
        // A pass that is accepted before one that is not, and that before what is not paid.
        let shown = orders.iter().min_by_key(|order| match order.validity() {
            Some(PassValidity::Valid) => 0,
            Some(PassValidity::Withdrawn) => 1,
            None => 2,
        });
        Addressee {
            name: candidate.person.name.as_str().to_owned(),
            pass_no: PassNo::of(&candidate.customer_id).to_string(),
            exams: sittings.iter().map(|sitting| exam(sitting, preference)).collect(),
            pass_link: self.link("payment/success", shown),
            results_link: self.link("results", shown),
        }
    }

    /// Nobody, for a message that nobody is found for, and for one that is tried on oneself.
    pub(crate) fn example(&self, name: &str) -> Addressee {
        Addressee {
            name: name.to_owned(),
            pass_no: "C000 0000 0000".to_owned(),
            exams: vec!["The exams of the candidate, with day, hours and hall".to_owned()],
            pass_link: self.link("payment/success", None),
            results_link: self.link("results", None),
        }
    }

    /// A page of the site about an order.
    fn link(&self, page: &str, order: Option<&Order>) -> String {
        let site = &self.site_origin;
        order.map_or_else(
            || format!("{site}/"),
            |order| format!("{site}/{page}?order_id={}", order.pass_id()),
        )
    }

    /// Both parts of the mail to the candidates of an address.
    pub(crate) fn render(&self, text: &MessageText, addressees: &[Addressee]) -> Words {
        let lines = text.filled(addressees);
        let about = |one: &Addressee| format!("{} ({})", one.name, one.pass_no);
        let about: Vec<String> = addressees.iter().map(about).collect();
        let letter = Letter {
            subject: text.subject().into(),
            name: None,
            blocks: vec![
                Block::Lines(&lines),
                Block::Small(format!("This mail is about the registration of {}.", about.join(", ")).into()),
                Block::Small(
                    format!(
                        "You get it because you registered for {}. Questions? Just reply to this mail.",
                        event::NAME
                    )
                    .into(),
                ),
            ],
        };
        letter.words()
    }
}

/// `BCA Entrance, Backwater College: Sat 31 May, 10–11:30 AM, Hall 2`; with a seat its hall, and the seat.
fn exam(sitting: &Sitting, preference: Option<ExamPreference>) -> String {
    let place = match preference {
        Some(ExamPreference::Online) => "on the web".to_owned(),
        Some(ExamPreference::Offline) | None => sitting.shown_place(),
    };
    let parts = [sitting.shown_day(), sitting.shown_hours(), place];
    let known: Vec<&str> = parts
        .iter()
        .map(String::as_str)
        .filter(|part| !part.is_empty())
        .collect();
    let held = match sitting.day() {
        Some(_) => known.join(", "),
        None => "day, hours and hall will be announced".to_owned(),
    };
    format!("{}, {}: {held}", sitting.exam_name, sitting.college_name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hostile_text_is_text_in_both_parts_and_only_typed_addresses_are_links() {
        let words = MessageWords {
            site_origin: "https://expo.example".to_owned(),
            organisers: Email::parse("organisers@expo.example").unwrap(),
        };
        let text = MessageText::parse(
            Some("News <b>1</b> & more".to_owned()),
            Some("Dear {name},\n<script>alert(1)</script> https://expo.example/a?b=1&c=2".to_owned()),
        )
        .unwrap();
        let hostile = Addressee {
            name: "<img src=x onerror=alert(1)> https://evil.example {pass_link}".to_owned(),
            ..words.example("")
        };
        let Words { subject, text, html } = words.render(&text, &[hostile]);
        assert_eq!(subject, "News <b>1</b> & more");
        assert!(text.starts_with(
            "Dear <img src=x onerror=alert(1)> https://evil.example {pass_link},\n<script>alert(1)</script> "
        ));
        assert!(
            !html.contains("<script") && !html.contains("<img src=x") && !html.contains("<b>1"),
            "{html}"
        );
        assert_eq!(html.matches("<a ").count(), 1, "{html}");
        assert!(
            html.contains("href=\"https://expo.example/a?b=1&#38;c=2\""),
            "{html}"
        );
    }
}
