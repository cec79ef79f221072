use super::*;
use time::{Duration, macros::datetime};

/// When seats are published.
const PUBLISHED: OffsetDateTime = datetime!(2025-05-26 12:00 UTC);
/// Who paid before that.
const CANDIDATE: ChoiceBy = ChoiceBy::Candidate(Some(PUBLISHED));

fn id(name: &str) -> CourseId {
    CourseId::parse(name).unwrap()
}

fn offer(name: &str, date: &str, start: &str, end: &str) -> ExamOffer {
    ExamOffer {
        exam: id(name),
        sitting: Sitting {
            date: date.to_owned(),
            time_start: start.to_owned(),
            time_end: end.to_owned(),
            college_name: "Backwater College".to_owned(),
            exam_name: name.to_owned(),
            venue: String::new(),
            course: id(name),
            seat: None,
        },
        published: None,
        left: None,
    }
}

/// Three of one morning, of which the second overlaps with both others, and two of which hours or day are not known.
fn offers() -> Vec<ExamOffer> {
    vec![
        offer("late", "2025-05-31", "11:00", "12:00"),
        offer("middle", "2025-05-31", "10:30", "11:30"),
        offer("early", "2025-05-31", "10:00", "11:00"),
        offer("nextday", "2025-06-01", "10:00", "11:00"),
        offer("nohours", "2025-06-01", "", ""),
        offer("noday", "", "", ""),
    ]
}

fn set(names: &[&str]) -> BTreeSet<CourseId> {
    names.iter().map(|name| id(name)).collect()
}

fn chosen(names: &[&str]) -> ChosenExams {
    names.iter().map(|name| (id(name), PlaceNumber::new(1))).collect()
}

#[test]
fn exams_that_only_touch_are_not_at_one_time_and_unknown_hours_clash_with_nothing() {
    let offers = offers();
    let at_one_time = |one: usize, other: usize| {
        let both = are_at_one_time(&offers[one].sitting, &offers[other].sitting);
        assert_eq!(
            both,
            are_at_one_time(&offers[other].sitting, &offers[one].sitting)
        );
        both
    };
    assert!(!at_one_time(0, 2), "one ends when the other begins");
    assert!(at_one_time(0, 1));
    assert!(at_one_time(1, 2));
    assert!(!at_one_time(2, 3), "on another day");
    assert!(!at_one_time(3, 4));
    assert!(!at_one_time(4, 5));
}

#[test]
fn what_is_chosen_is_on_offer_and_at_no_other_s_time() {
    let offers = offers();
    let check = |after: &[&str]| {
        check_choice(&offers, &chosen(&[]), &set(after), CANDIDATE).map_err(|why| format!("{why:?}"))
    };
    assert_eq!(check(&[]), Ok(()));
    assert_eq!(check(&["early", "late", "nextday", "nohours", "noday"]), Ok(()));
    assert!(check(&["early", "middle"]).unwrap_err().starts_with("Overlap"));
    assert!(
        check(&["early", "elsewhere"])
            .unwrap_err()
            .starts_with("NotOnOffer")
    );
}

#[test]
fn what_was_chosen_stays_when_it_is_not_on_offer_any_more() {
    let offers = offers();
    let check = |after: &[&str]| check_choice(&offers, &chosen(&["gone"]), &set(after), CANDIDATE);
    assert_eq!(check(&["gone", "early"]), Ok(()));
    assert_eq!(check(&["early"]), Ok(()));
}

#[test]
fn all_that_is_chosen_counts_while_any_of_it_is_on_offer() {
    let on_offer = set(&["early", "late"]);
    let has_chosen = |names: &[&str]| has_chosen(&set(names), &on_offer);
    assert!(has_chosen(&["gone", "early"]));
    assert!(has_chosen(&["late"]));
    assert!(!has_chosen(&["gone"]));
    assert!(!has_chosen(&[]));
}

#[test]
fn what_is_closed_is_neither_added_nor_dropped_and_stays() {
    let mut offers = offers();
    offers[2].published = Some(PUBLISHED);
    offers[3].published = Some(PUBLISHED);
    let check = |after: &[&str]| check_choice(&offers, &chosen(&["early"]), &set(after), CANDIDATE);
    assert_eq!(check(&["early", "late"]), Ok(()));
    assert_eq!(check(&["late"]), Err(NotChosen::Closed(id("early"))));
    assert_eq!(
        check(&["early", "nextday"]),
        Err(NotChosen::Closed(id("nextday")))
    );
}

#[test]
fn who_has_paid_since_the_seats_are_published_may_add_an_exam_and_keeps_what_is_chosen() {
    let mut offers = offers();
    offers[2].published = Some(PUBLISHED);
    offers[3].published = Some(PUBLISHED);
    let paid = |at| ChoiceBy::Candidate(Some(at));
    let check = |after: &[&str], by| check_choice(&offers, &chosen(&["early"]), &set(after), by);
    let late = paid(PUBLISHED + Duration::SECOND);
    assert_eq!(check(&["early", "nextday"], late), Ok(()));
    assert_eq!(check(&["nextday"], late), Err(NotChosen::Closed(id("early"))));
    for by in [paid(PUBLISHED), ChoiceBy::Candidate(None)] {
        let added = check(&["early", "nextday"], by);
        assert_eq!(added, Err(NotChosen::Closed(id("nextday"))), "{by:?}");
    }
    assert_eq!(check(&["nextday"], ChoiceBy::Staff), Ok(()));
}

#[test]
fn the_earliest_are_filled_in_without_a_clash_and_only_where_a_place_is_left() {
    let mut offers = offers();
    assert_eq!(filled_in(&offers), set(&["early", "late", "nextday"]));
    offers[2].left = Some(0);
    assert_eq!(filled_in(&offers), set(&["middle", "nextday"]));
    offers[2].left = Some(1);
    offers[3].published = Some(PUBLISHED);
    assert_eq!(filled_in(&offers), set(&["early", "late"]));
    let is_fine = check_choice(&offers, &chosen(&[]), &filled_in(&offers), CANDIDATE);
    assert_eq!(is_fine, Ok(()));
}

#[test]
fn a_form_names_each_exam_once_and_not_too_many() {
    let names = |names: &[&str]| parse_chosen(&names.iter().map(|&name| name.to_owned()).collect::<Vec<_>>());
    assert_eq!(
        names(&["late", "early", "late"]).unwrap(),
        set(&["early", "late"])
    );
    assert_eq!(names(&["late", "a b"]).unwrap_err().field, "exams");
    let many: Vec<String> = (0..=MOST_CHOSEN).map(|number| format!("exam{number}")).collect();
    assert_eq!(parse_chosen(&many).unwrap_err().field, "exams");
    assert!(parse_chosen(&many[..MOST_CHOSEN]).is_ok());
}

#[test]
fn a_place_of_any_number_fits_the_keys() {
    for bytes in [0, 1, 127, 255] {
        let entropy = Entropy::from_fn(move |buffer| buffer.fill(bytes));
        let place = unlimited_place(&entropy).get();
        assert!((1..=NUMBERS).contains(&place), "{place}");
    }
}
