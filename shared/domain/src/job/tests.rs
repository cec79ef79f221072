use super::*;
use crate::Entropy;
use time::macros::datetime;

const BEGAN: OffsetDateTime = datetime!(2025-05-20 10:00 UTC);

/// Work that forgets a name when it is over.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Named(Option<&'static str>);

impl JobWork for Named {
    fn over(&mut self) {
        self.0 = None;
    }
}

fn job() -> Job<Named> {
    let id = JobId::generate(BEGAN, &Entropy::system());
    Job::new(id, "first".to_owned(), "asha", BEGAN, Named(Some("Meera")))
}

fn in_state(state: JobState) -> Job<Named> {
    Job {
        state: state.into(),
        ..job()
    }
}

fn lease(text: &str) -> String {
    text.to_owned()
}

/// Everything that can happen, to a worker that has the lease.
fn events() -> [JobEvent<'static>; 9] {
    [
        JobEvent::Taken {
            shown: "first",
            lease: lease("own"),
        },
        JobEvent::Lived,
        JobEvent::Left {
            until: BEGAN,
            why: None,
        },
        JobEvent::Woken { lease: lease("own") },
        JobEvent::Finished,
        JobEvent::Failed("why".to_owned()),
        JobEvent::Stopped,
        JobEvent::Resumed { lease: lease("own") },
        JobEvent::Cancelled,
    ]
}

#[test]
fn what_can_happen_to_a_job_depends_on_how_it_is() {
    use JobState::{Cancelled, Done, Failed, Running, Stopped};
    // In the order of `events`; a minute later, when its worker is not dead.
    let refused = |why| [Err(why); 9];
    let mut stopped = refused(JobRefusal::Stopped);
    (stopped[7], stopped[8]) = (Ok(Running), Ok(Cancelled));
    let running = [
        Ok(Running),
        Ok(Running),
        Ok(Running),
        Err(JobRefusal::AtWork),
        Ok(Done),
        Ok(Failed),
        Ok(Stopped),
        Err(JobRefusal::AtWork),
        Ok(Cancelled),
    ];
    let over = refused(JobRefusal::Over);
    for (state, expected) in [
        (Running, running),
        (Stopped, stopped),
        (Done, over),
        (Failed, over),
        (Cancelled, over),
    ] {
        for (event, expected) in events().into_iter().zip(expected) {
            let after = in_state(state).after(event.clone(), BEGAN + Duration::minutes(1));
            let after = after.map(|job| job.state.known().unwrap());
            assert_eq!(after, expected, "{state:?}, {event:?}");
        }
    }
    let mut other = job();
    other.state = Stored::Unrecognised("waiting".to_owned());
    for event in events() {
        assert_eq!(other.after(event, BEGAN), Err(JobRefusal::Unrecognised));
    }
}

#[test]
fn a_lease_is_taken_by_the_first_who_shows_it() {
    let take = |job: &Job<Named>, own: &str| {
        let lease = lease(own);
        job.after(
            JobEvent::Taken {
                shown: "first",
                lease,
            },
            BEGAN,
        )
    };
    let taken = take(&job(), "own").unwrap();
    assert_eq!((taken.lease.as_str(), taken.taken), ("own", true));
    assert_eq!(take(&taken, "other"), Err(JobRefusal::LeaseGone));
}

#[test]
fn a_worker_is_dead_after_two_minutes_without_a_sign_and_a_job_that_waits_is_not() {
    let at = |seconds| BEGAN + Duration::seconds(seconds);
    let job = job();
    assert_eq!((job.due(at(120)), job.due(at(121))), (Due::No, Due::Dead));
    let alive = job.after(JobEvent::Lived, at(100)).unwrap();
    assert_eq!(alive.due(at(220)), Due::No);
    let wait = JobEvent::Left {
        until: at(600),
        why: Some("Google is down".to_owned()),
    };
    let waits = job.after(wait, at(10)).unwrap();
    assert_eq!((waits.due(at(599)), waits.due(at(600))), (Due::No, Due::Awake));
    assert_eq!(waits.error.as_deref(), Some("Google is down"));
    let next = woken(&waits, at(600));
    assert_eq!((next.deaths, next.wakes, next.lease.as_str()), (0, None, "next"));
    assert_eq!(next.due(at(721)), Due::Dead, "its event was lost");
    assert_eq!(next.after(JobEvent::Lived, at(610)).unwrap().error, None);
}

#[test]
fn deaths_are_counted_from_the_last_progress_on() {
    let at = |minutes| BEGAN + Duration::minutes(minutes);
    // A worker that dies as soon as it has come, and the next one.
    let dies = |job: &Job<Named>, minutes| woken(&taken(job, at(minutes - 3)), at(minutes));
    let dead_twice = dies(&dies(&job(), 3), 6);
    assert_eq!(dead_twice.deaths_without_progress(), 2);
    let on = Job {
        done: 1,
        ..dead_twice
    };
    assert_eq!(on.deaths_without_progress(), 0);
    let dead_again = dies(&on, 9);
    assert_eq!(dead_again.deaths_without_progress(), 1);
    assert_eq!(dies(&dead_again, 12).deaths_without_progress(), 2);
}

fn taken(job: &Job<Named>, now: OffsetDateTime) -> Job<Named> {
    let (shown, lease) = (job.lease.as_str(), lease("own"));
    job.after(JobEvent::Taken { shown, lease }, now).unwrap()
}

fn woken(job: &Job<Named>, now: OffsetDateTime) -> Job<Named> {
    job.after(JobEvent::Woken { lease: lease("next") }, now).unwrap()
}

#[test]
fn a_worker_that_never_came_has_not_died() {
    let at = |minutes| BEGAN + Duration::minutes(minutes);
    let called_thrice = woken(&woken(&job(), at(3)), at(6));
    assert_eq!((called_thrice.deaths, called_thrice.taken), (0, false));
    let died = woken(&taken(&called_thrice, at(7)), at(10));
    assert_eq!((died.deaths, died.taken), (1, false));
    // It is no sign that the one before got on.
    assert_eq!(woken(&died, at(13)).deaths_without_progress(), 1);
    // One that the clock calls comes by waking it, and shows itself by its first sign of life.
    let lived = died.after(JobEvent::Lived, at(11)).unwrap();
    assert_eq!(woken(&lived, at(14)).deaths, 2);
}

#[test]
fn who_resumes_a_job_calls_a_worker_that_has_not_come_yet() {
    let at = |minutes| BEGAN + Duration::minutes(minutes);
    let stopped = taken(&job(), at(0)).after(JobEvent::Stopped, at(1)).unwrap();
    let resumed = stopped.after(JobEvent::Resumed { lease: lease("next") }, at(2));
    assert_eq!(woken(&resumed.unwrap(), at(5)).deaths, 0);
}

#[test]
fn what_is_over_has_a_moment_and_keeps_nothing_that_it_should_not() {
    let now = BEGAN + Duration::minutes(5);
    for event in [
        JobEvent::Finished,
        JobEvent::Failed("why".to_owned()),
        JobEvent::Cancelled,
    ] {
        let over = job().after(event.clone(), now).unwrap();
        assert_eq!((over.ended_at, over.work), (Some(now), Named(None)), "{event:?}");
    }
    let stopped = job().after(JobEvent::Stopped, now).unwrap();
    assert_eq!((stopped.ended_at, stopped.work), (None, Named(Some("Meera"))));
}

#[test]
fn words_are_spelled_in_the_table_as_they_are_read() {
    use JobState::{Cancelled, Done, Failed, Running, Stopped};
    for state in [Running, Stopped, Done, Failed, Cancelled] {
        assert_eq!(serde_json::to_value(state).unwrap(), state.as_str());
    }
}
