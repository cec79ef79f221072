//! The line in front of the provider: nobody is refused, everybody keeps the place that they took.

mod addresses;
mod exam_places;
mod hold;
mod mail;
mod places;
mod provider;
mod resumed;
mod rush;
mod sale_window;
mod tickets;

use crate::{App, CREATE_ORDER, order_of, with};
use domain::Entropy;
use provider_simulator::Limits;
use serde_json::Value;
use test_support::{Answer, Request, SINGLE, TestEnv, registration};
use time::{Duration, OffsetDateTime, format_description::well_known::Rfc3339};

/// The steady pace of a provider that opens ten orders a minute: one is kept for those who come together.
const STEP: Duration = Duration::microseconds(6_666_667);

/// A place, as the answer describes it.
#[derive(Debug, Clone, PartialEq)]
struct Place {
    ticket: String,
    ahead: u64,
    opens_at: OffsetDateTime,
    eta_seconds: u64,
    waits_for: String,
}

/// The function before a provider that opens so many orders a minute.
async fn start(creates: u32) -> App {
    start_with(creates, "").await
}

/// The same with networks that are trusted.
async fn start_with(creates: u32, trusted: &str) -> App {
    let test_env = TestEnv::start().await;
    test_env.provider.set_limits(Limits {
        create_order: creates,
        ..Limits::default()
    });
    let env = test_env.env_and(&[
        ("PROVIDER_CREATES_PER_MINUTE", &creates.to_string()),
        ("TRUSTED_NETWORKS", trusted),
    ]);
    let router = payments::app_with(env, test_env.clock.handle(), Entropy::system());
    let router = router.await.unwrap();
    App(test_support::App { test_env, router })
}

/// An idempotency key of the person with this number.
fn key(person: usize) -> String {
    format!("1f0e4c0a-7a3e-4d43-9c3f-{person:012x}")
}

fn form(person: usize) -> Value {
    registration(SINGLE, &format!("student{person}@example.com"))
}

/// The address of the person, a different one for each.
fn address(person: usize) -> String {
    format!("198.51.{}.{}", person / 256, person % 256)
}

/// The person's request with the ticket of its place.
fn request(person: usize, ticket: Option<&str>) -> Request {
    let form = match ticket {
        Some(ticket) => with(&form(person), "ticket", ticket),
        None => form(person),
    };
    Request::post(CREATE_ORDER, &form)
        .header("Idempotency-Key", key(person))
        .from_address(&address(person))
}

impl App {
    async fn ask(&self, person: usize) -> Answer {
        self.call(request(person, None)).await
    }

    /// Asks, and must be given a place.
    async fn queue(&self, person: usize) -> Place {
        place(&self.ask(person).await)
    }

    /// Comes back to a place.
    async fn come_back(&self, person: usize, place: &Place) -> Answer {
        self.call(request(person, Some(&place.ticket))).await
    }

    /// The first two open at once where the provider opens ten a minute; after them everybody waits.
    async fn fill(&self) {
        for person in [0, 1] {
            order_of(&self.ask(person).await);
        }
    }
}

fn place(answer: &Answer) -> Place {
    assert_eq!(answer.status, 202, "{}", answer.json);
    let json = &answer.json;
    Place {
        ticket: json["ticket"].as_str().unwrap().to_owned(),
        ahead: json["ahead"].as_u64().unwrap(),
        opens_at: OffsetDateTime::parse(json["opens_at"].as_str().unwrap(), &Rfc3339).unwrap(),
        eta_seconds: json["eta_seconds"].as_u64().unwrap(),
        waits_for: json["waits_for"].as_str().unwrap().to_owned(),
    }
}
