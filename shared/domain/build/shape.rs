//! The shape of the event's file, as `event.schema.json` says it, too. What only the site says is read here, so that a
//! misspelt member stops a build.

#![allow(dead_code, reason = "what only the site says is read for its shape")]

use serde::Deserialize;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Event {
    #[serde(rename = "$schema")]
    pub(crate) schema: Option<String>,
    pub(crate) placeholders: Vec<String>,
    pub(crate) name: String,
    pub(crate) short_name: String,
    pub(crate) tagline: String,
    pub(crate) promise: String,
    pub(crate) lead: String,
    pub(crate) story: String,
    pub(crate) description: String,
    pub(crate) motto: String,
    pub(crate) scholarship: String,
    pub(crate) included: String,
    pub(crate) admits: String,
    pub(crate) opens: String,
    pub(crate) register_by: String,
    pub(crate) days: Vec<Day>,
    pub(crate) steps: Vec<Step>,
    pub(crate) venue: Venue,
    pub(crate) contact: Contact,
    pub(crate) organiser: Organiser,
    pub(crate) social_pages: Vec<SocialPage>,
    pub(crate) social_video: Option<Video>,
    pub(crate) videos: Vec<Video>,
    pub(crate) media_partners: Vec<MediaPartner>,
    pub(crate) exams: Vec<ExamCard>,
    pub(crate) packages: Packages,
    pub(crate) promises: Vec<Promise>,
    pub(crate) fee: String,
    pub(crate) benefits: Vec<String>,
    pub(crate) questions: Vec<Question>,
    pub(crate) policies: Policies,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Day {
    pub(crate) date: String,
    pub(crate) programme: Vec<Item>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Item {
    pub(crate) time: Option<String>,
    pub(crate) text: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Step {
    pub(crate) title: String,
    pub(crate) when: String,
    pub(crate) date: Option<String>,
    pub(crate) page: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Venue {
    pub(crate) name: String,
    pub(crate) street: Option<String>,
    pub(crate) city: String,
    pub(crate) region: String,
    pub(crate) country: String,
    pub(crate) map: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Contact {
    pub(crate) email: String,
    pub(crate) phones: [String; 2],
    pub(crate) hours: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Organiser {
    pub(crate) legal_name: String,
    pub(crate) address: String,
    pub(crate) people: Vec<Responsible>,
    pub(crate) who_we_are: String,
    pub(crate) mission: String,
    pub(crate) vision: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Responsible {
    pub(crate) role: String,
    pub(crate) name: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SocialPage {
    pub(crate) name: String,
    pub(crate) href: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Video {
    pub(crate) id: String,
    pub(crate) title: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct MediaPartner {
    pub(crate) name: String,
    pub(crate) image: String,
    pub(crate) link: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ExamCard {
    pub(crate) college: String,
    pub(crate) course: String,
    pub(crate) field: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Packages {
    pub(crate) all: PackageKind,
    pub(crate) one: PackageKind,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PackageKind {
    pub(crate) name: String,
    pub(crate) summary: String,
    pub(crate) points: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Promise {
    pub(crate) title: String,
    pub(crate) text: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Question {
    pub(crate) question: String,
    pub(crate) answer: String,
    pub(crate) link: Option<QuestionLink>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct QuestionLink {
    pub(crate) to: String,
    pub(crate) words: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Policies {
    pub(crate) version: String,
    pub(crate) dispute_hours: u16,
    pub(crate) refund_arrival: String,
    pub(crate) complaint_answer: String,
    pub(crate) courts: String,
}
