//! What becomes of a scan, by the pass that it shows and by what is known of its person.

use super::known::KnownPerson;
use crate::scan::Request;
use domain::{
    CustomerId,
    check_in::{
        Code, Direction, Entitlement, List, Notice, Passages, Presented, Refusal, ScanPlace, Twice,
        Whereabouts, judge,
    },
};
use store::{
    catalogue::Everything,
    check_in::{Answer, Crossed, WithoutRight},
    registrations::CandidateFile,
    seating::OwnSeats,
};

/// What becomes of a scan.
pub(super) struct Decided {
    pub(super) answer: Answer,
    pub(super) kept: Option<KeptScan>,
}

/// What is kept of a scan.
pub(super) enum KeptScan {
    Passage {
        before: Passages,
        /// With the scan.
        after: Passages,
        /// Whether the device has let them through. Otherwise it said that they are in already.
        is_through: bool,
    },
    WithoutRight(WithoutRight),
}

impl KeptScan {
    /// Whether the same scan, sent again, changes nothing: its device has let somebody through, and that is on record.
    pub(super) const fn is_final(&self) -> bool {
        match self {
            Self::WithoutRight(_) => true,
            Self::Passage { is_through, .. } => *is_through,
        }
    }
}

/// That a pass is not in order.
struct NotInOrder {
    reason: Refusal,
    /// Whether the code is one of its candidate's.
    is_theirs: bool,
}

impl Decided {
    /// What becomes of a scan that has let nobody in so far.
    pub(super) fn of(
        request: &Request,
        file: Option<&CandidateFile>,
        seats: &OwnSeats,
        known: &KnownPerson<'_>,
        everything: &Everything,
    ) -> Self {
        if request.direction == Direction::Out {
            return Self::going_out(request, file, known);
        }
        match judged(request, file, seats, known, everything) {
            Ok((file, notices)) => Self::coming_in(request, &file.candidate.customer_id, notices, known),
            Err(NotInOrder { reason, is_theirs }) => {
                Self::refused(request, file.filter(|_| is_theirs), reason)
            }
        }
    }

    /// The pass is in order.
    ///
    /// What was scanned earlier counts, but only a device without a network may say so after another scan: it has let the person in.
    /// A scan that still waits for its verdict has not, and comes second. What was scanned before the list began is practice, and
    /// never stands in the way of what comes after.
    fn coming_in(
        request: &Request,
        customer_id: &CustomerId,
        notices: Vec<Notice>,
        known: &KnownPerson<'_>,
    ) -> Self {
        let Request { scan, nonce, .. } = request;
        let before = known.passages(customer_id);
        let is_first = before.counting_at(&scan.place).is_none();
        let exit = match before.before(&scan.place, nonce) {
            Whereabouts::Out(exit) => Some(exit.clone()),
            Whereabouts::In(_) | Whereabouts::NotIn { .. } => None,
        };
        let is_through = scan.offline || is_first || exit.is_some();
        let is_kept = is_through || known.keeps_who_is_in();
        let after = before.with(known.passage(is_through)).filter(|_| is_kept);
        let then = after.as_ref().unwrap_or(&before);
        let counting = then.counting();
        let counts = is_through && after.is_some() && counting.is_some_and(|one| one.nonce == *nonce);
        let answer = Answer {
            admitted: is_first || exit.is_some() || counts,
            notices: notices.into_iter().map(Into::into).collect(),
            customer_id: Some(customer_id.clone()),
            place: counting.map(|one| one.place.clone()),
            double: double(then, nonce).cloned(),
            crossed: exit.is_some().then(|| Crossed::Back.into()),
            went_out: exit,
            ..Answer::default()
        };
        let kept = after.map(|after| KeptScan::Passage {
            before,
            after,
            is_through,
        });
        Self { answer, kept }
    }

    /// Nobody is kept from going out. It is kept whatever is known of the person: that they came in may become known later.
    fn going_out(request: &Request, file: Option<&CandidateFile>, known: &KnownPerson<'_>) -> Self {
        let Request {
            scan, nonce, code, ..
        } = request;
        let at = scan.place.at;
        let theirs = code.as_ref().zip(file);
        let theirs = theirs.filter(|(code, file)| Presented::order(&file.orders, code, at).is_some());
        let Some((_, file)) = theirs else {
            let reason = code.as_ref().map_or(Refusal::Malformed, |_| Refusal::Unknown);
            return Self {
                answer: Answer {
                    reason: Some(reason.into()),
                    ..Answer::default()
                },
                kept: None,
            };
        };
        let customer_id = &file.candidate.customer_id;
        let before = known.passages(customer_id);
        let (crossed, went_out) = match before.before(&scan.place, nonce) {
            Whereabouts::In(_) => (Crossed::Out, None),
            Whereabouts::Out(exit) => (Crossed::NotIn, Some(exit)),
            Whereabouts::NotIn { out } => (Crossed::NotIn, out),
        };
        let answer = Answer {
            customer_id: Some(customer_id.clone()),
            place: before.counting().map(|one| one.place.clone()),
            crossed: Some(crossed.into()),
            went_out: went_out.cloned(),
            ..Answer::default()
        };
        let kept = before.with(known.passage(true)).map(|after| KeptScan::Passage {
            before,
            after,
            is_through: true,
        });
        Self { answer, kept }
    }

    /// Nobody is admitted, but a device without a network may have let them in.
    fn refused(request: &Request, theirs: Option<&CandidateFile>, reason: Refusal) -> Self {
        let customer_id = theirs.map(|file| file.candidate.customer_id.clone());
        // Of a code that is nobody's it is known whose it claims to be.
        let claimed = request.code.as_ref().filter(|_| request.scan.offline);
        let kept = claimed.map(|code| {
            KeptScan::WithoutRight(WithoutRight {
                customer_id: code.candidate().clone(),
                list: request.listed.list.to_string(),
                reason: reason.into(),
                place: request.scan.place.clone(),
                nonce: request.nonce.clone(),
                dealt_with: None,
            })
        });
        let answer = Answer {
            reason: Some(reason.into()),
            customer_id,
            ..Answer::default()
        };
        Self { answer, kept }
    }
}

/// Where the other scan was made, of a scan by which somebody was let in a second time.
fn double<'a>(passages: &'a Passages, nonce: &str) -> Option<&'a ScanPlace> {
    let doubles = passages.doubles();
    let is_second = |twice: &&Twice<'_>| twice.second.nonce == nonce;
    let twice = doubles.iter().find(is_second);
    let twice = twice.or_else(|| doubles.iter().find(|twice| twice.first.nonce == nonce));
    twice.map(|twice| &twice.second.place)
}

/// What is to be said of a pass that is in order.
fn judged<'a>(
    request: &Request,
    file: Option<&'a CandidateFile>,
    seats: &OwnSeats,
    known: &KnownPerson<'_>,
    everything: &Everything,
) -> Result<(&'a CandidateFile, Vec<Notice>), NotInOrder> {
    let nobodys = |reason| NotInOrder {
        reason,
        is_theirs: false,
    };
    let code = request.code.as_ref().ok_or(nobodys(Refusal::Malformed))?;
    let file = file.ok_or(nobodys(Refusal::Unknown))?;
    let at = request.scan.place.at;
    let order = Presented::order(&file.orders, code, at).ok_or(nobodys(Refusal::Unknown))?;
    let candidate = &file.candidate;
    let is_in = || {
        let passages = known.passages(&candidate.customer_id);
        passages.counting_at(&request.scan.place).is_some()
    };
    let pass = Presented {
        entitlement: Entitlement::of(order, at),
        selection: &candidate.selection,
        chosen: &everything.counting_choice(&candidate.chosen),
        preference: &candidate.exam_preference,
        typed: matches!(code, Code::Typed(_)),
        let_in: request.scan.offline || is_in(),
        without_seat: match &request.listed.list {
            List::Exam(exam) => seats.is_without(exam),
            List::Day(_) => false,
        },
    };
    let sittings = request.listed.sittings_of_candidate(candidate, everything);
    let notices = judge(pass, &request.listed.list, &sittings, at).map_err(|reason| NotInOrder {
        reason,
        is_theirs: true,
    })?;
    Ok((file, notices))
}
