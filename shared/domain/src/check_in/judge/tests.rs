use super::*;
use crate::{
    CollegeId, CourseId, PackageId, PlaceNumber,
    payment::{Channel, Status, Withdrawal, WithdrawalCause, fixture::paid_order},
};
use time::{Duration, macros::datetime};

const TEN: OffsetDateTime = datetime!(2025-05-31 10:00 +5:30);

fn single(course: &str) -> Selection {
    Selection::SpecificCollege {
        package_id: PackageId::parse("single").unwrap(),
        package_name: "Single".to_owned(),
        college_id: CollegeId::parse("college").unwrap(),
        college_name: "College".to_owned(),
        course_id: CourseId::parse(course).unwrap(),
        exam_name: "BCA".to_owned(),
    }
}

fn all() -> Selection {
    Selection::AllColleges {
        package_id: PackageId::parse("all").unwrap(),
        package_name: "All".to_owned(),
    }
}

fn sitting(date: &str, end: &str) -> Sitting {
    Sitting {
        date: date.to_owned(),
        time_start: if end.is_empty() { "" } else { "09:00" }.to_owned(),
        time_end: end.to_owned(),
        college_name: String::new(),
        exam_name: String::new(),
        venue: String::new(),
        course: CourseId::parse("bca").unwrap(),
        seat: None,
    }
}

fn day() -> List {
    List::parse("day:2025-05-31").unwrap()
}

fn exam() -> List {
    List::parse("exam:bca").unwrap()
}

fn judged(
    selection: &Selection,
    preference: ExamPreference,
    list: &List,
    sittings: &[Sitting],
) -> Result<Vec<Notice>, Refusal> {
    let pass = Presented {
        entitlement: Entitlement::Valid,
        selection,
        chosen: &ChosenExams::new(),
        preference: &preference.into(),
        typed: false,
        let_in: false,
        without_seat: false,
    };
    judge(pass, list, sittings, TEN)
}

#[test]
fn a_day_admits_every_valid_pass_and_says_what_is_unusual() {
    use ExamPreference::{Offline, Online};
    use Notice::{ExamOtherDay, ExamOver, OnlineCandidate};
    type Held = &'static [(&'static str, &'static str)];
    let cases: [(Held, ExamPreference, &[Notice]); 9] = [
        (&[("2025-05-31", "11:30")], Offline, &[]),
        (&[("2025-05-31", "10:00")], Offline, &[ExamOver]),
        (&[("2025-05-31", "10:01")], Offline, &[]),
        (&[("2025-06-01", "09:30")], Offline, &[ExamOtherDay]),
        (&[("2025-05-30", "11:30")], Offline, &[ExamOtherDay, ExamOver]),
        (&[("", "")], Offline, &[]),
        (&[], Offline, &[]),
        (&[("2025-05-31", "09:30"), ("2025-06-01", "11:30")], Offline, &[]),
        (&[("2025-05-31", "11:30")], Online, &[OnlineCandidate]),
    ];
    for (held, preference, notices) in cases {
        let sittings: Vec<_> = held.iter().map(|(date, end)| sitting(date, end)).collect();
        for selection in [single("bca"), all()] {
            let judged = judged(&selection, preference, &day(), &sittings);
            assert_eq!(judged, Ok(notices.to_vec()), "{held:?}");
        }
    }
}

#[test]
fn an_exam_admits_those_who_take_it_at_the_venue() {
    use ExamPreference::{Offline, Online};
    let held = [sitting("2025-05-31", "11:30")];
    for selection in [single("bca"), all()] {
        assert_eq!(judged(&selection, Offline, &exam(), &held), Ok(vec![]));
        assert_eq!(
            judged(&selection, Online, &exam(), &held),
            Err(Refusal::OnlineOnly)
        );
    }
    assert_eq!(
        judged(&single("bba"), Offline, &exam(), &held),
        Err(Refusal::WrongList)
    );
    assert_eq!(
        judged(&single("bba"), Online, &exam(), &held),
        Err(Refusal::WrongList)
    );
    let over = [sitting("2025-05-31", "09:59")];
    assert_eq!(
        judged(&all(), Offline, &exam(), &over),
        Ok(vec![Notice::ExamOver])
    );
    // On the evening before, the list that was chosen decides.
    let tomorrow = [sitting("2025-06-01", "11:30")];
    assert_eq!(judged(&all(), Offline, &exam(), &tomorrow), Ok(vec![]));
}

#[test]
fn of_all_exams_those_are_admitted_that_are_chosen_until_somebody_at_the_door_says_otherwise() {
    let judged = |chosen: &[&str], list: &List, let_in| {
        let chosen = chosen
            .iter()
            .map(|exam| (CourseId::parse(exam).unwrap(), PlaceNumber::new(1)));
        let pass = Presented {
            entitlement: Entitlement::Valid,
            selection: &all(),
            chosen: &chosen.collect(),
            preference: &ExamPreference::Offline.into(),
            typed: false,
            let_in,
            without_seat: false,
        };
        judge(pass, list, &[sitting("2025-05-31", "11:30")], TEN)
    };
    assert_eq!(judged(&["bba"], &exam(), false), Err(Refusal::NotChosen));
    assert_eq!(judged(&["bba"], &exam(), true), Ok(vec![Notice::NotChosen]));
    for (chosen, list) in [
        (vec!["bba", "bca"], exam()),
        (vec!["bba"], day()),
        // Who has chosen none yet may sit any.
        (vec![], exam()),
    ] {
        assert_eq!(judged(&chosen, &list, false), Ok(vec![]), "{chosen:?}");
        assert_eq!(judged(&chosen, &list, true), Ok(vec![]), "{chosen:?}");
    }
}

#[test]
fn who_has_no_seat_where_seats_are_published_is_admitted_with_a_word() {
    for (list, notices) in [(exam(), vec![Notice::NoSeat]), (day(), vec![])] {
        let pass = Presented {
            entitlement: Entitlement::Valid,
            selection: &single("bca"),
            chosen: &ChosenExams::new(),
            preference: &ExamPreference::Offline.into(),
            typed: false,
            let_in: false,
            without_seat: true,
        };
        assert_eq!(judge(pass, &list, &[], TEN), Ok(notices));
    }
}

#[test]
fn a_preference_of_another_release_is_at_the_venue() {
    let pass = Presented {
        entitlement: Entitlement::Valid,
        selection: &all(),
        chosen: &ChosenExams::new(),
        preference: &Stored::Unrecognised("Hybrid".to_owned()),
        typed: false,
        let_in: false,
        without_seat: false,
    };
    assert_eq!(judge(pass, &exam(), &[], TEN), Ok(vec![]));
}

#[test]
fn a_pass_that_is_not_valid_admits_nowhere_and_its_number_alone_is_noticed() {
    for list in [day(), exam()] {
        for (entitlement, expected) in [
            (Entitlement::Valid, Ok(vec![Notice::NumberOnly])),
            (Entitlement::Withdrawn, Err(Refusal::Withdrawn)),
            (Entitlement::Unpaid, Err(Refusal::Unpaid)),
        ] {
            let pass = Presented {
                entitlement,
                selection: &all(),
                chosen: &ChosenExams::new(),
                preference: &ExamPreference::Offline.into(),
                typed: true,
                let_in: false,
                without_seat: false,
            };
            assert_eq!(judge(pass, &list, &[], TEN), expected);
        }
    }
}

#[test]
fn a_pass_is_accepted_until_it_is_withdrawn_and_an_unpaid_order_never() {
    let order = paid_order(Channel::Online, TEN);
    assert_eq!(Entitlement::of(&order, TEN), Entitlement::Valid);
    let withdrawn = Order {
        withdrawn: Some(Withdrawal {
            cause: WithdrawalCause::Organiser.into(),
            reason: String::new(),
            by: None,
            at: TEN,
        }),
        ..order.clone()
    };
    assert_eq!(Entitlement::of(&withdrawn, TEN), Entitlement::Withdrawn);
    let before = TEN - Duration::seconds(1);
    assert_eq!(Entitlement::of(&withdrawn, before), Entitlement::Valid);
    for status in Status::ALL.into_iter().filter(|status| *status != Status::Paid) {
        let unpaid = Order {
            status,
            ..order.clone()
        };
        assert_eq!(Entitlement::of(&unpaid, TEN), Entitlement::Unpaid, "{status}");
    }
}

#[test]
fn a_scanned_code_is_that_of_one_order_and_a_typed_number_that_of_the_best() {
    let paid = paid_order(Channel::Online, TEN);
    let number = format!("{}-{}", paid.customer_id, "0".repeat(20));
    let unpaid = Order {
        order_id: crate::OrderId::parse(&number).unwrap(),
        status: Status::Expired,
        ..paid.clone()
    };
    let orders = [unpaid.clone(), paid.clone()];
    let scanned = |order: &Order| Code::Scanned {
        candidate: order.customer_id.clone(),
        text: qr_text(&order.order_id),
    };
    for order in [&paid, &unpaid] {
        assert_eq!(Presented::order(&orders, &scanned(order), TEN), Some(order));
    }
    let typed = Code::Typed(paid.customer_id.clone());
    assert_eq!(Presented::order(&orders, &typed, TEN), Some(&paid));
    assert_eq!(Presented::order(&orders[..1], &typed, TEN), Some(&unpaid));
    assert_eq!(Presented::order(&orders[..1], &scanned(&paid), TEN), None);
}

#[test]
fn words_are_stored_and_shown_alike() {
    for word in Refusal::ALL {
        assert_eq!(serde_json::to_value(word).unwrap(), word.as_str());
    }
    for word in Notice::ALL {
        assert_eq!(serde_json::to_value(word).unwrap(), word.as_str());
    }
}
