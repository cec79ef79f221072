//! What is wrong with a list, before anything is written: in its lines, and with what is known already.

use crate::{
    State,
    form::{ListForm, here},
    people::{self, FoundPeople},
};
use counter::{CounterRefusal, Registering};
use domain::{
    Capacity, Paise, Phase,
    catalogue::{Offer, ResolvedSelection},
    payment::Channel,
    registration::{Choice, Registration},
};
use futures::{StreamExt, TryStreamExt};
use http_api::{ApiError, ApiResult};
use store::imports::ListLine;
use table_file::Mistake;

/// What is said of a line for which no place is left.
const NO_PLACE: &str = "No place of this exam is left for this line.";

/// How many addresses are asked about side by side.
const AT_ONCE: usize = 16;

/// A list that was looked through.
pub(crate) struct CheckedList {
    /// How many lines have anybody in them.
    pub(crate) rows: usize,
    /// Those that would be registered.
    pub(crate) lines: Vec<ListLine>,
    /// What is wrong with the others, in the order of the lines.
    pub(crate) mistakes: Vec<Mistake>,
    /// What is bought, and what it costs each of them.
    pub(crate) offer: Offer,
}

impl CheckedList {
    /// How many addresses are on it twice, or registered already.
    pub(crate) fn duplicates(&self) -> usize {
        let is_one = |mistake: &&Mistake| ["email_twice", "already_registered"].contains(&mistake.code);
        self.mistakes.iter().filter(is_one).count()
    }

    /// What those who would be registered cost together.
    pub(crate) fn amount(&self) -> Paise {
        Paise::new(self.offer.price.get() * self.lines.len() as u64)
    }
}

/// Looks a list through.
///
/// # Errors
/// 409 when the counter has closed, 422 when the catalogue does not have what is chosen.
pub(crate) async fn check(state: &State, form: &ListForm, clerk: &str) -> ApiResult<CheckedList> {
    let sale = state.registrations.sale().await.map_err(ApiError::internal)?;
    match sale.phase(Channel::Counter, state.clock.now()) {
        Phase::Open => {}
        Phase::NotYet | Phase::Closed => {
            return Err(ApiError::conflict(
                "registration_closed",
                "Registration has closed",
            ));
        }
    }
    let (offer, capacity) = offer(state, &form.choice).await?;
    let FoundPeople {
        rows,
        lines,
        mut mistakes,
    } = people::read(&form.csv);
    let looked = lines.into_iter().map(async |line| {
        let registration = registration_of(&line, form, offer.price);
        let registering = Registering {
            registration: &registration,
            paid: form.paid,
            refuse_similar: false,
            clerk,
            key: None,
            listed: None,
        };
        let refusal = state.counter.refusal(&registering);
        Ok::<_, ApiError>(match refusal.await.map_err(ApiError::internal)? {
            None => Ok(line),
            Some(refusal) => {
                log_unreadable(&refusal);
                Err(mistake_of(line.line, &refusal))
            }
        })
    });
    let looked: Vec<_> = futures::stream::iter(looked)
        .buffered(AT_ONCE)
        .try_collect()
        .await?;
    let mut in_order = Vec::with_capacity(looked.len());
    for line in looked {
        match line {
            Ok(line) => in_order.push(line),
            Err(mistake) => mistakes.push(mistake),
        }
    }
    if let (Some(capacity), Some(exam)) = (capacity, offer.selection.course_id()) {
        let places = state.registrations.places_within(exam, capacity).await;
        let left = usize::try_from(places.map_err(ApiError::internal)?.left()).unwrap_or(usize::MAX);
        let without = in_order.split_off(left.min(in_order.len()));
        mistakes.extend(
            without
                .iter()
                .map(|line| mistake_of(line.line, &CounterRefusal::SoldOut)),
        );
    }
    mistakes.sort_by_key(|mistake| mistake.line);
    Ok(CheckedList {
        rows,
        lines: in_order,
        mistakes,
        offer,
    })
}

/// What is chosen, as the catalogue has it today, and how many its exam has places for.
async fn offer(state: &State, choice: &Choice) -> ApiResult<(Offer, Option<Capacity>)> {
    let catalogue = &state.catalogue;
    let package = catalogue
        .package(choice.package())
        .await
        .map_err(ApiError::internal)?;
    let mut chosen = ResolvedSelection {
        package,
        ..ResolvedSelection::default()
    };
    if let Choice::SpecificCollege { college, course, .. } = choice {
        chosen.college = catalogue.college(college).await.map_err(ApiError::internal)?;
        chosen.exam = catalogue.exam(course).await.map_err(ApiError::internal)?;
    }
    let capacity = chosen.capacity();
    Ok((chosen.offer(choice).map_err(here)?, capacity))
}

fn registration_of(line: &ListLine, form: &ListForm, price: Paise) -> Registration {
    Registration {
        person: line.person.clone(),
        choice: form.choice.clone(),
        exam_preference: line.exam_preference,
        payment_mode: form.mode,
        amount: price,
        // They are on paper at the counter.
        terms: None,
    }
}

/// A refusal of the counter, as a mistake of the line.
fn mistake_of(line: u32, refusal: &CounterRefusal) -> Mistake {
    let (code, message) = words(refusal);
    Mistake::new(line, "email", code, message)
}

/// Why somebody on a list is not registered, for programs and for people.
pub(crate) const fn words(refusal: &CounterRefusal) -> (&'static str, &'static str) {
    match refusal {
        CounterRefusal::Already(_) => (
            "already_registered",
            "This address is registered for it already. Take the line out.",
        ),
        CounterRefusal::Similar(_) => (
            "similar_registration",
            "Somebody of this name and phone number is registered already.",
        ),
        CounterRefusal::SoldOut => ("sold_out", NO_PLACE),
        CounterRefusal::Closed => ("registration_closed", "Registration has closed."),
        CounterRefusal::PriceChanged(_) => ("price_changed", "The price has changed."),
        CounterRefusal::NotOffered(invalid) => ("not_offered", invalid.message),
        CounterRefusal::KeyReused => (
            "idempotency_key_reused",
            "This was sent with other fields before.",
        ),
        CounterRefusal::Unreadable(_) => (
            "unreadable",
            "What is kept about this address cannot be read. Take the line out, and contact the person who maintains the system.",
        ),
    }
}

/// What people are shown of a line that was noted by a code; None for a code that only another release knows.
pub(crate) fn words_of(code: &str) -> Option<&'static str> {
    let refusals = [
        CounterRefusal::Already(None),
        CounterRefusal::Similar(None),
        CounterRefusal::SoldOut,
        CounterRefusal::Closed,
        CounterRefusal::KeyReused,
        CounterRefusal::Unreadable(String::new()),
    ];
    let mut known = refusals.iter().map(words);
    known
        .find(|(known, _)| *known == code)
        .map(|(_, message)| message)
}

/// Says in the log what a person has to look at.
pub(crate) fn log_unreadable(refusal: &CounterRefusal) {
    if let CounterRefusal::Unreadable(cause) = refusal {
        tracing::error!(cause, "what is kept about an address on a list cannot be read");
    }
}
