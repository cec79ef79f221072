//! Where somebody sits is told when it is published and when it changes: to those whom it concerns, and to each once.

use crate::App;
use aws_emulation::Fault as MailFault;
use domain::{
    CollegeId, CourseId, HallId, OrderId,
    catalogue::ExamSeating,
    payment::{Change, Order},
    registration::{ExamPreference, Selection},
    seating::{Hall, HallPlan, Seat, SeatOrder, SeatingOptions, Spacing},
};
use seating_plans::{Drafted, Moved, Publication, SeatMove, SeatingPlans, WhichPlan};
use store::{
    order_mails::SEATS_WAIT,
    registrations::{Candidate, outbox::MailHappening},
    tables::Table,
};
use test_support::{
    ALL, COLLEGE, COURSE, Fault, OTHER_COLLEGE, OTHER_COURSE, SINGLE, rebuild, withdrawn_by_organiser,
};
use time::Duration;

const SUBJECT: &str = "Your hall ticket";

fn course(id: &str) -> CourseId {
    CourseId::parse(id).unwrap()
}

impl App {
    fn plans(&self) -> SeatingPlans {
        let clock = self.test_env.clock.handle();
        SeatingPlans::from_env(&self.test_env.env(), clock, domain::Entropy::system()).unwrap()
    }

    /// Makes a hall of one row with ten seats, in which these exams are held.
    async fn hold_in_hall(&self, exams: &[&str]) {
        let catalogue = self.test_env.catalogue();
        let hall = Hall {
            id: HallId::parse("hall-a").unwrap(),
            name: "Hall A".to_owned(),
            plan: HallPlan::new(1, 10, &[]).unwrap(),
            version: 1,
        };
        catalogue.put_hall(&hall).await.unwrap();
        for (at, id) in exams.iter().enumerate() {
            let mut exam = catalogue.exam(&course(id)).await.unwrap().unwrap();
            exam.seating = ExamSeating {
                halls: vec![hall.id.clone()],
                reporting_time: "09:30".to_owned(),
            };
            // Not at the same time.
            exam.date = format!("2025-06-0{}", at + 1);
            catalogue.put_exam(&exam).await.unwrap();
        }
    }

    /// Makes the hall one of so many seats in a row.
    async fn shrink_hall(&self, seats: u64, blocked: &[&str]) {
        let blocked: Vec<String> = blocked.iter().map(|label| (*label).to_owned()).collect();
        let hall = Hall {
            id: HallId::parse("hall-a").unwrap(),
            name: "Hall A".to_owned(),
            plan: HallPlan::new(1, seats, &blocked).unwrap(),
            version: 2,
        };
        self.test_env.catalogue().put_hall(&hall).await.unwrap();
    }

    async fn count(&self) {
        let registrations = self.test_env.registrations();
        rebuild(&registrations, self.test_env.clock.now()).await.unwrap();
    }

    /// Publishes the seats of an exam, in this order of its candidates.
    async fn publish(&self, exam: &str, order: SeatOrder) {
        let options = SeatingOptions {
            order,
            spacing: Spacing::None,
            siblings_apart: false,
        };
        let plans = self.plans();
        let drafted = plans
            .draft(&course(exam), (options, false), None, "meera")
            .await
            .unwrap();
        assert!(matches!(drafted, Drafted::Done));
        let published = plans.publish(&course(exam), None, "meera").await.unwrap();
        assert!(matches!(published, Publication::Done), "{published:?}");
    }

    async fn move_to(&self, order: &Order, seat: &str, swap: bool) {
        let plans = self.plans();
        let state = plans.state(&course(COURSE)).await.unwrap().unwrap();
        let to = SeatMove {
            customer_id: order.customer_id.clone(),
            hall: HallId::parse("hall-a").unwrap(),
            seat: Seat::parse(seat).unwrap(),
            version: state.version,
            swap,
            with: None,
            of: WhichPlan::Published,
        };
        let moved = plans.move_candidate(&course(COURSE), &to, "meera").await;
        assert_eq!(moved.unwrap(), Moved::Done);
    }

    /// To whom the mails of the next runs go, until nothing waits, with what each says of seats.
    async fn told_seats(&self) -> Vec<(String, Vec<String>)> {
        self.test_env.mailbox.clear();
        self.settle_down().await;
        self.mailed_seats()
    }

    async fn settle_down(&self) {
        for _ in 0..3 {
            self.test_env.clock.advance(SEATS_WAIT + Duration::SECOND);
            self.run().await;
        }
        let items = self.test_env.dump(Table::Registrations).await;
        assert!(!items.iter().any(|item| item["kind"] == "NEWS"), "{items:?}");
    }

    fn mailed_seats(&self) -> Vec<(String, Vec<String>)> {
        let mails = self.test_env.mailbox.mails();
        let mut told: Vec<_> = mails
            .into_iter()
            .filter(|mail| mail.subject.starts_with(SUBJECT))
            .map(|mail| {
                let lines = mail.text.lines().filter(|line| line.starts_with("Hall A, seat"));
                (mail.to, lines.map(str::to_owned).collect())
            })
            .collect();
        told.sort();
        told
    }
}

fn told(to: &str, seats: &[&str]) -> (String, Vec<String>) {
    let lines = seats
        .iter()
        .map(|seat| format!("Hall A, seat {seat}. Please be there by 9:30 AM"));
    (to.to_owned(), lines.collect())
}

const ASHA: &str = "asha@example.com";
const BINU: &str = "binu@example.com";

/// One who holds an exam, and one who holds every exam; their passes were mailed.
async fn start() -> (App, [Order; 2]) {
    let app = App::start().await;
    app.hold_in_hall(&[COURSE, OTHER_COURSE]).await;
    let asha = app.test_env.paid_order(SINGLE, ASHA).await;
    app.test_env.clock.advance(Duration::MINUTE);
    let binu = app.test_env.paid_order(ALL, BINU).await;
    app.test_env.choose(&binu, &[COURSE, OTHER_COURSE]).await;
    app.count().await;
    for _ in 0..2 {
        app.run_after(Duration::minutes(3)).await;
    }
    assert_eq!(app.test_env.mailbox.mails().len(), 2, "the passes");
    (app, [asha, binu])
}

#[tokio::test]
async fn seats_are_told_by_one_mail_with_all_exams_and_a_revised_calendar() {
    let (app, [asha, _]) = start().await;
    let before = app
        .test_env
        .registrations()
        .mail(&asha.order_id)
        .await
        .unwrap()
        .unwrap();
    app.publish(COURSE, SeatOrder::Paid).await;
    app.publish(OTHER_COURSE, SeatOrder::Paid).await;
    assert_eq!(
        app.told_seats().await,
        [told(ASHA, &["A1"]), told(BINU, &["A2", "A1"])]
    );
    let mails = app.test_env.mailbox.mails();
    let mail = mails.iter().find(|mail| mail.to == ASHA).unwrap();
    for part in [&mail.text, &mail.html] {
        let link = format!("/hall-ticket?order_id={}", asha.order_id);
        assert!(part.contains(&link), "{part}");
    }
    let after = app
        .test_env
        .registrations()
        .mail(&asha.order_id)
        .await
        .unwrap()
        .unwrap();
    assert_eq!(after.history.last().unwrap().what, MailHappening::HallTicket);
    let sequence = |entry: store::registrations::outbox::OutboxEntry| entry.calendar.unwrap().sequence;
    assert!(sequence(after) > sequence(before));
    assert!(app.told_seats().await.is_empty());
}

#[tokio::test]
async fn the_same_seats_published_again_are_no_news_and_others_are_told() {
    let (app, [asha, _]) = start().await;
    app.publish(COURSE, SeatOrder::Paid).await;
    assert_eq!(app.told_seats().await.len(), 2);
    app.publish(COURSE, SeatOrder::Paid).await;
    assert!(app.told_seats().await.is_empty());
    app.move_to(&asha, "A7", false).await;
    assert_eq!(app.told_seats().await, [told(ASHA, &["A7"])]);
    app.publish(COURSE, SeatOrder::Paid).await;
    assert_eq!(app.told_seats().await, [told(ASHA, &["A1"])]);
}

#[tokio::test]
async fn a_correction_is_told_to_whom_it_concerns_and_one_that_is_taken_back_to_nobody() {
    let (app, [asha, _]) = start().await;
    app.publish(COURSE, SeatOrder::Paid).await;
    assert_eq!(app.told_seats().await.len(), 2);
    app.move_to(&asha, "A5", false).await;
    assert_eq!(app.told_seats().await, [told(ASHA, &["A5"])]);
    app.move_to(&asha, "A2", true).await;
    assert_eq!(app.told_seats().await, [told(ASHA, &["A2"]), told(BINU, &["A5"])]);
    app.move_to(&asha, "A9", false).await;
    app.move_to(&asha, "A2", false).await;
    assert!(app.told_seats().await.is_empty());
    // Who pays later is told with the seat, and who has lost it is not told of one.
    app.test_env.paid_order(SINGLE, "chandra@example.com").await;
    app.count().await;
    assert_eq!(app.told_seats().await, [told("chandra@example.com", &["A1"])]);
    app.move_to(&asha, "A8", false).await;
    let withdrawn = withdrawn_by_organiser(app.test_env.clock.now());
    let order = app.test_env.stored(asha.order_id.as_str()).await;
    app.test_env.change_paid(&order, withdrawn).await;
    app.count().await;
    assert!(app.told_seats().await.is_empty());
}

/// The mail about the correction back goes out before there is a seat again, and its calendar takes the place of the one with it.
#[tokio::test]
async fn who_is_corrected_away_and_back_to_the_same_seat_gets_a_hall_ticket_again() {
    let to = |candidate: &mut Candidate, college: &str, exam: &str, preference: ExamPreference| {
        if let Selection::SpecificCollege {
            college_id,
            course_id,
            ..
        } = &mut candidate.selection
        {
            *college_id = CollegeId::parse(college).unwrap();
            *course_id = course(exam);
        }
        candidate.exam_preference = preference.into();
        candidate.version += 1;
    };
    for (college, exam, preference) in [
        (OTHER_COLLEGE, OTHER_COURSE, ExamPreference::Offline),
        (COLLEGE, COURSE, ExamPreference::Online),
    ] {
        let (app, [asha, _]) = start().await;
        app.publish(COURSE, SeatOrder::Paid).await;
        assert_eq!(app.told_seats().await.len(), 2);
        app.correct(&asha, |candidate| to(candidate, college, exam, preference))
            .await;
        app.count().await;
        assert_eq!(app.told_seats().await, []);
        app.correct(&asha, |candidate| {
            to(candidate, COLLEGE, COURSE, ExamPreference::Offline);
        })
        .await;
        app.count().await;
        assert_eq!(app.told_seats().await, [told(ASHA, &["A1"])]);
        assert!(app.told_seats().await.is_empty());
    }
}

/// The hall has one seat left when its seats are published again.
#[tokio::test]
async fn who_loses_a_seat_by_a_publication_is_told_once() {
    let (app, [asha, _]) = start().await;
    app.publish(COURSE, SeatOrder::Paid).await;
    assert_eq!(app.told_seats().await.len(), 2);
    app.shrink_hall(1, &[]).await;
    app.publish(COURSE, SeatOrder::Paid).await;
    app.test_env.mailbox.clear();
    app.settle_down().await;
    let lost = |app: &App| -> Vec<(String, String)> {
        let mails = app.test_env.mailbox.mails().into_iter();
        let lost = mails.filter(|mail| mail.subject.starts_with("Your seat does not count any more"));
        lost.map(|mail| (mail.to, mail.text)).collect()
    };
    let [(to, text)] = &lost(&app)[..] else {
        panic!("{:?}", lost(&app));
    };
    assert_eq!(to, BINU);
    assert!(text.contains("there is no seat for you yet"), "{text}");
    assert!(!text.contains("/hall-ticket"), "{text}");
    assert_eq!(app.mailed_seats(), []);
    // Once more, and it is nothing new; a seat is.
    app.publish(COURSE, SeatOrder::Paid).await;
    app.test_env.mailbox.clear();
    app.settle_down().await;
    assert_eq!(app.test_env.mailbox.mails().len(), 0);
    let asha = app.test_env.stored(asha.order_id.as_str()).await;
    app.test_env.withdraw(&asha).await;
    app.count().await;
    assert_eq!(app.told_seats().await, [told(BINU, &["A1"])]);
}

/// The mail about the move goes out first, and shows a pass without a seat.
#[tokio::test]
async fn who_loses_a_seat_while_the_exam_moves_is_told_that_it_does_not_count() {
    let (app, [asha, _]) = start().await;
    app.publish(COURSE, SeatOrder::Paid).await;
    assert_eq!(app.told_seats().await.len(), 2);
    app.shrink_hall(1, &[]).await;
    app.publish(COURSE, SeatOrder::Paid).await;
    app.move_and_tell(COURSE, "2025-06-05").await;
    app.test_env.mailbox.clear();
    app.settle_down().await;
    let mails = app.test_env.mailbox.mails();
    let to = |subject: &str| -> Vec<&str> {
        let mails = mails.iter().filter(|mail| mail.subject.starts_with(subject));
        mails.map(|mail| mail.to.as_str()).collect()
    };
    assert_eq!(to("Your exam has moved").len(), 2);
    assert_eq!(to("Your seat does not count any more"), [BINU]);
    let asha = app.test_env.stored(asha.order_id.as_str()).await;
    app.test_env.withdraw(&asha).await;
    app.count().await;
    assert_eq!(app.told_seats().await, [told(BINU, &["A1"])]);
}

/// Their pass was withdrawn, and their seat is another's when it is valid again.
#[tokio::test]
async fn whose_seat_is_gone_when_the_pass_is_valid_again_is_told() {
    let (app, [asha, _]) = start().await;
    app.shrink_hall(2, &[]).await;
    app.publish(COURSE, SeatOrder::Paid).await;
    assert_eq!(app.told_seats().await.len(), 2);
    let asha = app.test_env.stored(asha.order_id.as_str()).await;
    app.test_env.withdraw(&asha).await;
    app.test_env.paid_order(SINGLE, "chandra@example.com").await;
    app.count().await;
    assert_eq!(app.told_seats().await, [told("chandra@example.com", &["A1"])]);
    app.test_env.change_paid(&asha, Change::Restored).await;
    app.count().await;
    app.test_env.mailbox.clear();
    app.settle_down().await;
    let mails = app.test_env.mailbox.mails();
    let lost: Vec<&str> = mails
        .iter()
        .filter(|mail| mail.subject.starts_with("Your seat does not count any more"))
        .map(|mail| mail.to.as_str())
        .collect();
    assert_eq!(lost, [ASHA]);
}

/// The mail would name the seat in the other exam, and say nothing of the one that is lost.
#[tokio::test]
async fn who_loses_one_of_two_seats_reads_that_it_does_not_count() {
    let (app, [_, binu]) = start().await;
    app.publish(COURSE, SeatOrder::Paid).await;
    app.publish(OTHER_COURSE, SeatOrder::Paid).await;
    assert_eq!(app.told_seats().await.len(), 2);
    let dia = app.test_env.paid_order(ALL, "dia@example.com").await;
    app.test_env.choose(&dia, &[OTHER_COURSE]).await;
    app.count().await;
    assert_eq!(app.told_seats().await, [told("dia@example.com", &["A2"])]);
    // Of the two seats there is one left, which is the later one's.
    app.shrink_hall(2, &["A1"]).await;
    let plans = app.plans();
    let options = SeatingOptions {
        order: SeatOrder::Paid,
        spacing: Spacing::None,
        siblings_apart: false,
    };
    let other = course(OTHER_COURSE);
    let drafted = plans.draft(&other, (options, true), None, "meera").await.unwrap();
    assert!(matches!(drafted, Drafted::Done));
    let published = plans.publish(&other, None, "meera").await.unwrap();
    assert!(matches!(published, Publication::Done), "{published:?}");
    assert_eq!(app.told_seats().await, [told(BINU, &["A2"])]);
    let mails = app.test_env.mailbox.mails();
    let mail = mails
        .iter()
        .find(|mail| mail.to == binu.person.email.as_str())
        .unwrap();
    for part in [&mail.text, &mail.html] {
        let says = part.matches("You have no seat in this exam yet").count();
        assert_eq!(says, 1, "{part}");
    }
}

#[tokio::test]
async fn while_the_mail_service_is_down_for_an_hour_the_mails_wait_and_go_out_once() {
    let (app, _) = start().await;
    app.publish(COURSE, SeatOrder::Paid).await;
    app.test_env.mailbox.clear();
    app.test_env.mailbox.fail(MailFault::Down);
    for _ in 0..6 {
        app.run_after(Duration::minutes(10)).await;
    }
    assert!(app.test_env.mailbox.mails().is_empty());
    app.test_env.mailbox.heal();
    for _ in 0..4 {
        app.run_after(Duration::minutes(20)).await;
    }
    assert_eq!(app.mailed_seats(), [told(ASHA, &["A1"]), told(BINU, &["A2"])]);
}

/// Publishes, with a run that dies by this fault of the database; returns how often it was told before the fault was mended, and
/// after it.
async fn runs_after(fault: Fault, is_late: bool) -> (usize, usize) {
    let (app, _) = start().await;
    app.publish(COURSE, SeatOrder::Paid).await;
    app.test_env.mailbox.clear();
    if is_late {
        app.run().await;
        app.test_env.clock.advance(SEATS_WAIT + Duration::SECOND);
    }
    app.test_env.database.set(fault);
    let _ = app.reconciler.run().await;
    app.test_env.database.set(Fault::None);
    let first = app.mailed_seats().len();
    app.test_env.mailbox.clear();
    app.settle_down().await;
    (first, app.mailed_seats().len())
}

#[tokio::test]
async fn a_search_that_dies_behind_any_write_tells_each_once() {
    for write in 0..6 {
        assert_eq!(
            runs_after(Fault::CrashAfter(write), false).await,
            (0, 2),
            "{write}"
        );
        assert_eq!(
            runs_after(Fault::CrashBefore(write), false).await,
            (0, 2),
            "{write}"
        );
    }
}

#[tokio::test]
async fn a_sender_that_dies_behind_any_write_tells_each_once() {
    for write in 0..6 {
        let (first, then) = runs_after(Fault::CrashAfter(write), true).await;
        // One that dies with a mail out before its end is written sends it again: two leases, then the ends.
        let again = match write {
            2 => first + then - 2,
            _ => 0,
        };
        assert!(
            again <= 1 && first + then - again == 2,
            "{write}: {first}, {then}"
        );
    }
}

async fn runs_at_once(fault: Fault) -> usize {
    let (app, _) = start().await;
    app.publish(COURSE, SeatOrder::Paid).await;
    app.run().await;
    app.test_env.clock.advance(SEATS_WAIT + Duration::SECOND);
    app.test_env.mailbox.clear();
    app.test_env.database.set(fault);
    futures::future::join_all((0..4).map(|_| app.reconciler.run())).await;
    app.mailed_seats().len()
}

#[tokio::test]
async fn runs_side_by_side_tell_each_once() {
    assert_eq!(runs_at_once(Fault::None).await, 2);
}

#[tokio::test]
async fn without_the_lease_they_would_be_told_several_times() {
    assert!(runs_at_once(Fault::NoConditions).await > 2);
}

/// A seat that changes while the mail about it is being sent is told after it.
#[tokio::test]
async fn what_changes_while_it_is_told_is_told_next() {
    let (app, [asha, _]) = start().await;
    app.publish(COURSE, SeatOrder::Paid).await;
    app.run().await;
    app.test_env.clock.advance(SEATS_WAIT + Duration::SECOND);
    let mails = store::OrderMails::from_env(&app.test_env.env()).unwrap();
    let id = format!("{}#SEATS", asha.order_id);
    let now = app.test_env.clock.now();
    let leased = mails
        .lease(id.as_str(), "me", now, Duration::MINUTE)
        .await
        .unwrap();
    assert!(leased.is_some());
    app.move_to(&asha, "A6", false).await;
    assert_eq!(mails.remove(&id, "me").await.unwrap(), store::Write::Stale);
    assert_eq!(app.told_seats().await, [told(ASHA, &["A6"]), told(BINU, &["A2"])]);
}

/// The mails about the seats of thousands hold up neither a mail about a pass nor a message of the organisers.
#[tokio::test]
async fn hall_tickets_wait_for_every_other_mail_and_none_waits_for_them() {
    let (app, [asha, _]) = start().await;
    let registrations = app.test_env.registrations();
    for number in 0..101 {
        let id = OrderId::parse(&format!("C{number:011}-{number:020}")).unwrap();
        let kept = registrations.tell_seats(&id, app.test_env.clock.now()).await;
        assert_eq!(kept.unwrap(), store::Write::Done);
    }
    app.test_env.clock.advance(SEATS_WAIT + Duration::MINUTE);
    let recipients = store::Recipients::from_env(&app.test_env.env()).unwrap();
    let now = app.test_env.clock.now();
    assert!(!recipients.others_are_due(now).await.unwrap());
    let withdrawn = withdrawn_by_organiser(app.test_env.clock.now());
    let order = app.test_env.stored(asha.order_id.as_str()).await;
    app.test_env.change_paid(&order, withdrawn).await;
    assert!(recipients.others_are_due(now).await.unwrap());
    app.test_env.mailbox.clear();
    app.run().await;
    let subjects = app.test_env.mailbox.mails().into_iter().map(|mail| mail.subject);
    assert_eq!(subjects.collect::<Vec<_>>(), ["Your pass is no longer valid"]);
}
