//! What happened to a candidate at the doors: what they are in, where they went out, and what was taken back.

use crate::{State, timeline::Happened, timeline::Happening};
use domain::{
    CustomerId,
    check_in::{Direction, List, Passages, Refusal, ScanPlace, Whereabouts},
};
use serde::Serialize;
use store::{
    StoreError,
    catalogue::{Everything, Listed},
    check_in::AtDoors,
};
use time::OffsetDateTime;
use utoipa::ToSchema;

/// What a scan is that let the candidate in or out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum AdmissionStanding {
    /// It counts.
    Counts,
    /// Another scan of the same list counts.
    Also,
    /// Another one counts, and they had gone out before this one.
    Back,
    /// It was made before the list's day, and does not count on the day.
    Practice,
    /// The pass did not admit them.
    WithoutRight,
    /// They went out.
    WentOut,
}

/// A scan that let the candidate in or out.
#[derive(Serialize, ToSchema)]
pub(crate) struct AdmissionOut {
    /// `day:2025-05-31`, or `exam:` and an exam's identifier.
    list: String,
    /// The list for people.
    label: String,
    #[serde(with = "time::serde::rfc3339")]
    #[schema(value_type = String, format = DateTime)]
    at: OffsetDateTime,
    /// Who was signed in.
    by: String,
    device: String,
    /// The scan, as its undo names it.
    nonce: String,
    standing: AdmissionStanding,
    /// Of one without a right, why the pass did not admit them, for a person.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
}

/// A scan that let the candidate in or out, perhaps until it was taken back.
struct Scan {
    direction: Direction,
    list: String,
    label: String,
    nonce: String,
    place: ScanPlace,
    is_practice: bool,
    counts: bool,
    /// Whether they had gone out before it.
    is_return: bool,
    /// Why, if it was without a right.
    without_right: Option<&'static str>,
    taken_back: Option<ScanPlace>,
}

/// Every scan that let a candidate in or out, the earliest first.
pub(crate) struct Doors(Vec<Scan>);

impl Doors {
    /// Reads them. The catalogue is read for those who have been at a door.
    pub(crate) async fn of(state: &State, candidate: &CustomerId) -> Result<Self, StoreError> {
        let found = state.check_ins.of_candidate(candidate).await?;
        if found.is_empty() {
            return Ok(Self(Vec::new()));
        }
        let everything = state.catalogue.everything().await?;
        let mut scans = scans(found, &everything);
        scans.sort_by_key(|scan| scan.place.at);
        Ok(Self(scans))
    }

    /// What was not taken back.
    pub(crate) fn admissions(&self) -> Vec<AdmissionOut> {
        let left = self.0.iter().filter(|scan| scan.taken_back.is_none());
        let shown = left.map(|scan| AdmissionOut {
            list: scan.list.clone(),
            label: scan.label.clone(),
            at: scan.place.at,
            by: scan.place.by.clone(),
            device: scan.place.device.clone(),
            nonce: scan.nonce.clone(),
            standing: scan.standing(),
            reason: scan.without_right,
        });
        shown.collect()
    }

    /// What happened, for the timeline.
    pub(crate) fn happened(&self) -> impl Iterator<Item = Happened> {
        self.0.iter().flat_map(Scan::happened)
    }
}

impl Scan {
    const fn standing(&self) -> AdmissionStanding {
        match self {
            Self {
                direction: Direction::Out,
                ..
            } => AdmissionStanding::WentOut,
            Self {
                without_right: Some(_),
                ..
            } => AdmissionStanding::WithoutRight,
            Self {
                is_practice: true, ..
            } => AdmissionStanding::Practice,
            Self { counts: true, .. } => AdmissionStanding::Counts,
            Self { is_return: true, .. } => AdmissionStanding::Back,
            Self { counts: false, .. } => AdmissionStanding::Also,
        }
    }

    fn happened(&self) -> impl Iterator<Item = Happened> {
        let said = |place: &ScanPlace, event, more: Option<&str>| {
            let practice = self.is_practice.then_some("practice");
            let parts = [self.label.as_str(), place.device.as_str()].into_iter();
            let parts: Vec<&str> = parts.chain(practice).chain(more).collect();
            Happened {
                by: Some(place.by.clone()),
                text: Some(parts.join(" · ")),
                ..Happened::new(place.at, event)
            }
        };
        let (event, undone) = match (self.direction, self.without_right) {
            (Direction::Out, _) => (Happening::WentOut, Happening::ExitUndone),
            (Direction::In, Some(_)) => (Happening::LetInWithoutRight, Happening::AdmissionUndone),
            (Direction::In, None) => (Happening::Admitted, Happening::AdmissionUndone),
        };
        let taken_back = self.taken_back.as_ref();
        let undone = taken_back.map(|place| said(place, undone, None));
        [said(&self.place, event, self.without_right)]
            .into_iter()
            .chain(undone)
    }
}

fn scans(found: AtDoors, everything: &Everything) -> Vec<Scan> {
    let AtDoors {
        admissions,
        crossings,
        without_right,
        taken_back,
    } = found;
    let scan = |list: &str, nonce: &str, place: &ScanPlace| {
        // The catalogue may have lost the exam since.
        let alone = |list| Listed { list, exam: None };
        let listed = Listed::parse(list, everything)
            .or_else(|_| List::parse(list).map(alone))
            .ok();
        let begins_at = listed.as_ref().and_then(Listed::begins_at);
        Scan {
            direction: Direction::In,
            list: list.to_owned(),
            label: listed.map_or_else(|| list.to_owned(), |listed| listed.label()),
            nonce: nonce.to_owned(),
            place: place.clone(),
            is_practice: begins_at.is_some_and(|begins| place.at < begins),
            counts: false,
            is_return: false,
            without_right: None,
            taken_back: None,
        }
    };
    let why = |refusal: Option<Refusal>| words(refusal.unwrap_or(Refusal::Unknown));
    let mut scans = Vec::new();
    for (list, admission) in &admissions {
        let beside = crossings.iter().find(|(of, _)| of == list);
        let id = admission.customer_id.clone();
        let passages = Passages::of(id, Some(admission), beside.map(|(_, all)| all), None);
        scans.extend(admission.entrances().map(|(nonce, place)| Scan {
            counts: nonce == admission.nonce,
            is_return: matches!(passages.before(place, nonce), Whereabouts::Out(_)),
            ..scan(list, nonce, place)
        }));
    }
    for (list, crossings) in &crossings {
        let crossings = crossings.crossings.iter();
        let exits = crossings.filter(|crossing| crossing.direction == Direction::Out);
        scans.extend(exits.map(|exit| Scan {
            direction: Direction::Out,
            ..scan(list, &exit.nonce, &exit.place)
        }));
    }
    scans.extend(without_right.iter().map(|record| Scan {
        without_right: Some(why(record.reason.known())),
        ..scan(&record.list, &record.nonce, &record.place)
    }));
    scans.extend(taken_back.into_iter().map(|taken| Scan {
        direction: taken.direction,
        without_right: taken.reason.as_ref().map(|reason| why(reason.known())),
        taken_back: Some(taken.place),
        ..scan(&taken.list, &taken.nonce, &taken.scanned)
    }));
    scans
}

const fn words(refusal: Refusal) -> &'static str {
    match refusal {
        Refusal::Malformed => "the code is no pass",
        Refusal::Unknown => "there is no such pass",
        Refusal::Unpaid => "the pass is not paid for",
        Refusal::Withdrawn => "the pass was withdrawn",
        Refusal::WrongList => "the pass is for another exam",
        Refusal::NotChosen => "they have chosen other exams",
        Refusal::OnlineOnly => "the exam is taken online",
        Refusal::Undone => "the scan was taken back",
    }
}
