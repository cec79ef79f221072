//! What goes to candidates when results are published or corrected: that it is so, and where they see theirs. No marks.
//!
//! It is a [message](store::CandidateMessage) as organisers send them, kept in the transaction of what it tells, so there is one
//! for each publication and each correction. The function `messages` does the rest, and sends nothing of what is not
//! published at that moment.

use crate::{State, exam::ResultsExam};
use domain::{
    CustomerId, Invalid,
    job::{Job, JobEvent, JobId},
    message::{Audience, LONGEST_SUBJECT, MessageText},
};
use http_api::Staff;
use store::{CandidateMessage, ResultsEvent, ResultsNews, StoreError, Write};
use time::{Duration, OffsetDateTime};

const WITHDRAWN: &str = "The results were withdrawn, or are published at another moment or without a mail.";
const NOT_YET: &str = "It goes out when the results are published.";

/// To each who has a result, from the moment on at which they are published.
pub(crate) fn of_publication(
    state: &State,
    admin: &Staff,
    exam: &ResultsExam,
    at: OffsetDateTime,
) -> Result<Job<CandidateMessage>, Invalid> {
    let name = in_a_text(&exam.exam.exam_name);
    let text = text(
        format!("Your result is here: {name}"),
        format!("the results of {name} are out. This is yours:"),
    )?;
    Ok(planned(
        state,
        admin,
        exam,
        at,
        text,
        Audience::default(),
        ResultsEvent::Published,
    ))
}

/// To one whose result is another one now, or is there only now.
pub(crate) fn of_correction(
    state: &State,
    admin: &Staff,
    exam: &ResultsExam,
    candidate: &CustomerId,
    is_new: bool,
) -> Result<Job<CandidateMessage>, Invalid> {
    let name = in_a_text(&exam.exam.exam_name);
    let text = match is_new {
        true => text(
            format!("Your result is here: {name}"),
            format!("your result of {name} is out. This is it:"),
        ),
        false => text(
            format!("Your result was corrected: {name}"),
            format!("your result of {name} was corrected. This is it now:"),
        ),
    }?;
    let audience = Audience {
        customer_ids: vec![candidate.clone()],
        ..Audience::default()
    };
    let now = state.clock.now();
    Ok(planned(
        state,
        admin,
        exam,
        now,
        text,
        audience,
        ResultsEvent::Corrected,
    ))
}

/// Ends the message of a publication that is taken back. It would send nothing more anyway, and says so now.
pub(crate) async fn end(state: &State, id: &JobId) -> Result<(), StoreError> {
    let Some(job) = state.messages.job(id).await? else {
        return Ok(());
    };
    let event = JobEvent::Failed(WITHDRAWN.to_owned());
    if let Ok(ended) = job.after(event, state.clock.now()) {
        let (Write::Done | Write::Stale) = state.messages.replace(&job, &ended).await?;
    }
    Ok(())
}

fn planned(
    state: &State,
    admin: &Staff,
    exam: &ResultsExam,
    at: OffsetDateTime,
    text: MessageText,
    audience: Audience,
    what: ResultsEvent,
) -> Job<CandidateMessage> {
    let now = state.clock.now();
    let mut work = CandidateMessage::new(text, audience);
    work.results = Some(ResultsNews {
        exam: exam.id.clone(),
        exam_name: exam.exam.exam_name.clone(),
        what: what.into(),
    });
    if at > now {
        work.waiting = Some(NOT_YET.to_owned());
    }
    // The reconciler looks at the jobs by the moment in their identifiers.
    let id = JobId::generate(at, &state.entropy);
    let mut job = Job::new(id, state.entropy.symbols(16), &admin.username, now, work);
    job.wakes = Some(whole_second(at).unix_timestamp());
    job
}

/// A job wakes at a second, and not before its moment.
fn whole_second(at: OffsetDateTime) -> OffsetDateTime {
    match at.nanosecond() {
        0 => at,
        _ => at + Duration::SECOND,
    }
}

fn text(subject: String, news: String) -> Result<MessageText, Invalid> {
    let subject = subject.chars().take(LONGEST_SUBJECT).collect();
    let body = format!("Dear {{name}},\n\n{news}\n{{results_link}}\n\nPass no.: {{pass_no}}");
    MessageText::parse(Some(subject), Some(body))
}

/// A name of the catalogue as a part of a text: on one line, and neither a placeholder nor a link.
fn in_a_text(name: &str) -> String {
    let plain = name.chars().map(|one| match one {
        '{' => '(',
        '}' => ')',
        '\u{2028}' | '\u{2029}' => ' ',
        one if one.is_control() => ' ',
        one => one,
    });
    let plain: String = plain.collect();
    match plain.trim() {
        "" => "your exam".to_owned(),
        plain => plain.replace("://", ": //"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_of_the_catalogue_is_no_placeholder_link_or_line() {
        for (name, plain) in [
            ("B.Tech Computer Science", "B.Tech Computer Science"),
            ("{name} {x}", "(name) (x)"),
            ("See https://evil.example", "See https: //evil.example"),
            ("Physics\r\nBcc: all@example.com", "Physics  Bcc: all@example.com"),
            ("\u{2028}", "your exam"),
        ] {
            assert_eq!(in_a_text(name), plain);
        }
    }

    #[test]
    fn the_longest_name_fits() {
        let name = in_a_text(&"É".repeat(400));
        let text = text(format!("Your result was corrected: {name}"), name).unwrap();
        assert_eq!(text.subject().chars().count(), LONGEST_SUBJECT);
    }

    #[test]
    fn a_moment_within_a_second_is_waited_for_to_its_end() {
        let at = time::macros::datetime!(2025-06-05 10:00:00.000001 UTC);
        assert_eq!(whole_second(at).unix_timestamp(), at.unix_timestamp() + 1);
        let at = time::macros::datetime!(2025-06-05 10:00 UTC);
        assert_eq!(whole_second(at), at);
    }
}
