//! What becomes of a scan, by the pass that it shows and by what is known of its person.

use super::known::KnownPassage;
use crate::scan::Request;
use domain::check_in::{
    Admission, Attempted, Code, Crossings, Direction, Entitlement, Notice, Passage, Presented, Refusal,
    Whereabouts, decide, judge,
};
use store::{
    catalogue::Everything,
    check_in::{Answer, Crossed, WithoutRight},
    registrations::CandidateFile,
};

/// What becomes of a scan.
pub(super) struct Decided {
    pub(super) answer: Answer,
    pub(super) let_in: Option<LetThrough>,
}

/// What is on record when a device has let somebody in or out.
pub(super) enum LetThrough {
    Admitted {
        /// The admission as it is then.
        next: Admission,
        /// The crossings, where the scan was one of them before.
        crossings: Option<Crossings>,
    },
    Crossed {
        /// The crossings with the scan.
        crossings: Crossings,
        /// The admission, where the exit explains a double of it.
        explained: Option<Admission>,
        /// Whether the device has let them through. Otherwise it said that they are in already.
        is_through: bool,
    },
    WithoutRight(WithoutRight),
}

impl LetThrough {
    /// Whether the same scan, sent again, changes nothing: its device has let somebody through, and that is on record.
    pub(super) const fn is_final(&self) -> bool {
        match self {
            Self::Admitted { .. } | Self::WithoutRight(_) => true,
            Self::Crossed { is_through, .. } => *is_through,
        }
    }
}

impl Decided {
    /// What becomes of a scan that has let nobody in so far.
    pub(super) fn of(
        request: &Request,
        file: Option<&CandidateFile>,
        known: &KnownPassage<'_>,
        everything: &Everything,
    ) -> Self {
        let Request {
            scan,
            nonce,
            direction,
            ..
        } = request;
        if *direction == Direction::Out {
            return Self::going_out(request, file, known);
        }
        let (file, notices) = match judged(request, file, everything) {
            Ok(judged) => judged,
            Err((reason, is_theirs)) => return Self::refused(request, file.filter(|_| is_theirs), reason),
        };
        let customer_id = file.candidate.customer_id.clone();
        let Passage {
            admission, begins_at, ..
        } = known.passage;
        let notices = notices.into_iter().map(Into::into).collect();
        let before = known.passage.before(&scan.place, nonce);
        let attempted = decide(admission, scan, begins_at);
        if let (Some(admission), Attempted::Already { .. }, Whereabouts::Out(exit)) =
            (admission, attempted, before)
        {
            let answer = Answer {
                admitted: true,
                notices,
                customer_id: Some(customer_id.clone()),
                place: Some(admission.place.clone()),
                crossed: Some(Crossed::Back.into()),
                went_out: Some(exit.clone()),
                ..Answer::default()
            };
            let let_in = known
                .with(&customer_id, request)
                .map(|crossings| LetThrough::Crossed {
                    crossings,
                    explained: None,
                    is_through: true,
                });
            return Self { answer, let_in };
        }
        let next = match admission {
            None => Some(Admission::new(
                customer_id.clone(),
                scan.place.clone(),
                nonce.clone(),
            )),
            Some(known) => known.after(scan, nonce, begins_at),
        };
        let counting = admission.map_or(&scan.place, |known| &known.place);
        let (admitted, place, other, double) = match attempted {
            Attempted::Admitted => (true, &scan.place, counting, false),
            Attempted::Instead { double } => {
                (true, &scan.place, counting, double && !known.explains(request))
            }
            Attempted::Already { double } => (false, counting, &scan.place, double),
        };
        let answer = Answer {
            admitted,
            notices,
            customer_id: Some(customer_id.clone()),
            place: Some(place.clone()),
            double: double.then(|| other.clone()),
            ..Answer::default()
        };
        let let_in = match next {
            Some(next) => Some(LetThrough::Admitted {
                next,
                crossings: known.passage.crossings.and_then(|all| all.without(nonce)),
            }),
            None if known.keeps_crossings() => {
                known
                    .with(&customer_id, request)
                    .map(|crossings| LetThrough::Crossed {
                        crossings,
                        explained: None,
                        is_through: false,
                    })
            }
            None => None,
        };
        Self { answer, let_in }
    }

    /// Nobody is kept from going out. It is kept whatever is known of the person: that they came in may become known later.
    fn going_out(request: &Request, file: Option<&CandidateFile>, known: &KnownPassage<'_>) -> Self {
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
                let_in: None,
            };
        };
        let customer_id = &file.candidate.customer_id;
        let (crossed, went_out) = match known.passage.before(&scan.place, nonce) {
            Whereabouts::In => (Crossed::Out, None),
            Whereabouts::Out(exit) => (Crossed::NotIn, Some(exit)),
            Whereabouts::NotIn { out } => (Crossed::NotIn, out),
        };
        let admission = known.passage.admission;
        let answer = Answer {
            customer_id: Some(customer_id.clone()),
            place: admission.map(|admission| admission.place.clone()),
            crossed: Some(crossed.into()),
            went_out: went_out.cloned(),
            ..Answer::default()
        };
        let let_in = known
            .with(customer_id, request)
            .map(|crossings| LetThrough::Crossed {
                explained: Passage {
                    crossings: Some(&crossings),
                    ..known.passage
                }
                .explained(),
                crossings,
                is_through: true,
            });
        Self { answer, let_in }
    }

    /// Nobody is admitted, but a device without a network may have let them in.
    fn refused(request: &Request, theirs: Option<&CandidateFile>, reason: Refusal) -> Self {
        let customer_id = theirs.map(|file| file.candidate.customer_id.clone());
        // Of a code that is nobody's it is known whose it claims to be.
        let claimed = request.code.as_ref().filter(|_| request.scan.offline);
        let let_in = claimed.map(|code| {
            LetThrough::WithoutRight(WithoutRight {
                customer_id: code.candidate().clone(),
                list: request.listed.list.to_string(),
                reason: reason.into(),
                place: request.scan.place.clone(),
                nonce: request.nonce.clone(),
            })
        });
        let answer = Answer {
            reason: Some(reason.into()),
            customer_id,
            ..Answer::default()
        };
        Self { answer, let_in }
    }
}

/// Whether a pass is in order; if not, why, and whether the code is one of its candidate's.
fn judged<'a>(
    request: &Request,
    file: Option<&'a CandidateFile>,
    everything: &Everything,
) -> Result<(&'a CandidateFile, Vec<Notice>), (Refusal, bool)> {
    let code = request.code.as_ref().ok_or((Refusal::Malformed, false))?;
    let file = file.ok_or((Refusal::Unknown, false))?;
    let at = request.scan.place.at;
    let order = Presented::order(&file.orders, code, at).ok_or((Refusal::Unknown, false))?;
    let selection = &file.candidate.selection;
    let pass = Presented {
        entitlement: Entitlement::of(order, at),
        selection,
        preference: &file.candidate.exam_preference,
        typed: matches!(code, Code::Typed(_)),
    };
    let sittings = request.listed.sittings(selection, everything);
    let notices = judge(pass, &request.listed.list, &sittings, at).map_err(|refusal| (refusal, true))?;
    Ok((file, notices))
}
