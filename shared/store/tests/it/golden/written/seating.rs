//! A hall, and the seats of an exam in it: published, with a draft beside.

use super::entry;
use domain::{
    CourseId, CustomerId, HallId,
    seating::{Hall, HallPlan, Seat, SeatOrder, SeatingOptions, Spacing},
};
use std::collections::BTreeMap;
use store::{
    AuditLog, Seating, Write,
    seating::{HallSeats, SeatingPlan, SeatingState},
};
use test_support::{COURSE, TestEnv};
use time::Duration;

pub(super) async fn seats(test_env: &TestEnv) {
    let env = test_env.env();
    let (seating, log) = (
        Seating::from_env(&env).unwrap(),
        AuditLog::from_env(&env).unwrap(),
    );
    let (course, now) = (CourseId::parse(COURSE).unwrap(), test_env.clock.now());
    let hall = Hall {
        id: HallId::parse("hall-a").unwrap(),
        name: "Hall A".to_owned(),
        plan: HallPlan::new(3, 4, &["A2".to_owned()]).unwrap(),
        version: 2,
    };
    test_env.catalogue().put_hall(&hall).await.unwrap();
    let plan = |generation: &str, made_from| SeatingPlan {
        generation: generation.to_owned(),
        exam_name: "BCA Entrance".to_owned(),
        options: SeatingOptions {
            order: SeatOrder::Shuffled,
            spacing: Spacing::Alternate,
            siblings_apart: true,
        },
        halls: vec![hall.id.clone()],
        with_all: true,
        at: now,
        by: "meera".to_owned(),
        made_from,
    };
    let seats = |generation: &str| HallSeats {
        hall: hall.id.clone(),
        course: course.clone(),
        generation: generation.to_owned(),
        name: hall.name.clone(),
        plan: hall.plan.clone(),
        date: "2025-05-31".to_owned(),
        time_start: "10:00".to_owned(),
        time_end: "12:00".to_owned(),
        seats: BTreeMap::from([(
            Seat::parse("C4").unwrap(),
            CustomerId::parse("CZ6S4932KF26").unwrap(),
        )]),
    };
    let published = plan("0123456789", Some(1));
    let mut state = SeatingState {
        published: Some(published.clone()),
        version: 1,
        ..SeatingState::none(course.clone())
    };
    let audited = entry(test_env, "seating.published");
    let written = seating
        .publish(
            (&state, &published),
            &[seats("0123456789")],
            &[(hall.id.clone(), 0)],
            now - Duration::minutes(2),
            log.table().audit(&audited),
        )
        .await;
    assert_eq!(written.unwrap(), Write::Done);
    state.version = 2;
    state.draft = Some(plan("ABCDEFGHJK", None));
    let audited = entry(test_env, "seating.drafted");
    let written = seating
        .keep_draft(&state, &[seats("ABCDEFGHJK")], log.table().audit(&audited))
        .await;
    assert_eq!(written.unwrap(), Write::Done);
}
