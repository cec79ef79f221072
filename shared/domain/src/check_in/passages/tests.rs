use super::*;
use time::{Duration, macros::datetime};

mod orders;

const BEGINS: OffsetDateTime = datetime!(2025-05-30 18:30 UTC);
const TEN: OffsetDateTime = datetime!(2025-05-31 04:30 UTC);

const IN: Direction = Direction::In;
const OUT: Direction = Direction::Out;

fn candidate() -> CustomerId {
    CustomerId::parse("CZ6S4932KF26").unwrap()
}

/// A scan by a device, so many minutes past ten.
fn passage(direction: Direction, device: &str, minute: i64, nonce: &str) -> Passage {
    Passage {
        direction,
        place: ScanPlace {
            at: TEN + Duration::minutes(minute),
            by: "meera".to_owned(),
            device: device.to_owned(),
        },
        nonce: nonce.to_owned(),
        is_through: true,
    }
}

/// The same of somebody who was said to be in already.
fn repeat(device: &str, minute: i64, nonce: &str) -> Passage {
    Passage {
        is_through: false,
        ..passage(IN, device, minute, nonce)
    }
}

fn none() -> Passages {
    Passages::of(candidate(), None, None, Some(BEGINS))
}

fn kept(all: &[Passage]) -> Passages {
    all.iter().fold(none(), |before, passage| {
        before.with(passage.clone()).unwrap_or(before)
    })
}

fn now(passages: &Passages) -> &'static str {
    match passages.now() {
        Whereabouts::NotIn { .. } => "not in",
        Whereabouts::In(_) => "in",
        Whereabouts::Out(_) => "out",
    }
}

/// The scans of each double.
fn doubles(passages: &Passages) -> Vec<(&str, &str)> {
    let doubles = passages.doubles().into_iter();
    doubles
        .map(|twice| (twice.first.nonce.as_str(), twice.second.nonce.as_str()))
        .collect()
}

fn counting(passages: &Passages) -> Option<&str> {
    passages.counting().map(|one| one.nonce.as_str())
}

#[test]
fn of_two_devices_that_both_let_somebody_in_the_earlier_one_counts_and_it_is_a_double() {
    let both = kept(&[
        passage(IN, "Gate 1", 5, "later"),
        passage(IN, "Gate 2", 0, "first"),
    ]);
    assert_eq!(counting(&both), Some("first"));
    assert_eq!(doubles(&both), [("first", "later")]);
    let one_device = kept(&[
        passage(IN, "Gate 1", 5, "later"),
        passage(IN, "Gate 1", 0, "first"),
    ]);
    assert_eq!(doubles(&one_device), []);
}

#[test]
fn each_scan_that_let_somebody_in_is_kept_and_the_earliest_counts_when_another_is_taken_back() {
    let three = kept(&[
        passage(IN, "Gate 1", 0, "known"),
        passage(IN, "Gate 2", 2, "later"),
        passage(IN, "Gate 3", -1, "earlier"),
    ]);
    let admission = three.admission(None).unwrap();
    let nonces: Vec<_> = admission.entrances().map(|(nonce, _)| nonce).collect();
    assert_eq!(nonces, ["earlier", "known", "later"]);
    let two = three.without("earlier").unwrap();
    assert_eq!(counting(&two), Some("known"));
    assert_eq!(doubles(&two), [("known", "later")]);
    assert_eq!(two.without("earlier"), None);
    let one = two.without("known").unwrap();
    assert_eq!((counting(&one), doubles(&one)), (Some("later"), vec![]));
    assert_eq!(one.without("later").unwrap().admission(None), None);
}

#[test]
fn practice_stands_in_nobodys_way_and_takes_nobodys_place() {
    let evening = passage(IN, "Gate 1", -15 * 60, "evening");
    let day = passage(IN, "Gate 2", 0, "day");
    for both in [[&evening, &day], [&day, &evening]] {
        let both = kept(&both.map(Clone::clone));
        assert_eq!((counting(&both), doubles(&both)), (Some("day"), vec![]));
        assert_eq!(both.counting_at(&evening.place), both.find("day"));
        assert_eq!(counting(&both.without("day").unwrap()), Some("evening"));
    }
    let practised = kept(&[evening]);
    assert_eq!(practised.counting_at(&day.place), None);
}

#[test]
fn who_went_out_in_practice_is_inside_on_the_day() {
    let evening = [
        passage(IN, "Gate 1", -16 * 60, "practice"),
        passage(OUT, "Gate 1", -15 * 60, "evening"),
    ];
    assert_eq!(now(&kept(&evening)), "out");
    let [came_in, went_out] = evening;
    assert_eq!(
        now(&kept(&[came_in, went_out, passage(IN, "Gate 1", 0, "day")])),
        "in"
    );
}

#[test]
fn of_two_of_one_moment_the_nonce_decides() {
    for (one, other, end) in [("a", "b", "out"), ("b", "a", "in")] {
        let both = [
            passage(IN, "Gate 1", 0, "0"),
            passage(IN, "Gate 1", 120, one),
            passage(OUT, "Gate 1", 120, other),
        ];
        assert_eq!(now(&kept(&both)), end);
    }
}

#[test]
fn a_scan_is_kept_once_and_may_turn_out_to_have_let_somebody_in() {
    let asked = kept(&[passage(IN, "Gate 1", 0, "first"), repeat("Gate 2", 5, "asked")]);
    assert_eq!(asked.with(repeat("Gate 2", 5, "asked")), None);
    assert_eq!(doubles(&asked), []);
    let let_in = asked.with(passage(IN, "Gate 2", 5, "asked")).unwrap();
    assert_eq!(doubles(&let_in), [("first", "asked")]);
    assert_eq!(let_in.with(repeat("Gate 2", 5, "asked")), None);
}

#[test]
fn what_is_kept_is_read_again_as_it_was() {
    let day = kept(&[
        passage(IN, "Gate 1", 0, "first"),
        repeat("Gate 2", 30, "again"),
        passage(OUT, "Gate 1", 120, "lunch"),
        passage(IN, "Gate 3", 150, "back"),
    ]);
    // Each of them alone: the repeat after the exit may itself be the admission.
    for taken_back in ["first", "again", "lunch", "back", "nothing"] {
        let left = day.without(taken_back).unwrap_or(day.clone());
        let left = left.without("back").unwrap_or(left);
        let (admission, crossings) = (left.admission(None), left.crossings(None));
        let read = Passages::of(candidate(), admission.as_ref(), crossings.as_ref(), Some(BEGINS));
        assert_eq!(read, left, "{taken_back}");
    }
}

#[test]
fn whom_a_second_device_let_in_after_an_exit_was_not_in_twice() {
    let both = [
        passage(IN, "Gate 1", 0, "first"),
        passage(IN, "Gate 2", 150, "again"),
    ];
    assert_eq!(doubles(&kept(&both)), [("first", "again")]);
    let [first, again] = both;
    for (minute, found) in [(120, vec![]), (160, vec![("first", "again")])] {
        let exit = passage(OUT, "Gate 3", minute, "lunch");
        assert_eq!(doubles(&kept(&[first.clone(), again.clone(), exit])), found);
    }
    // Of who came back by two devices, the second one is told beside the one by which they came back.
    let twice_back = [
        first,
        passage(OUT, "Gate 3", 120, "lunch"),
        again,
        passage(IN, "Gate 1", 155, "third"),
    ];
    assert_eq!(doubles(&kept(&twice_back)), [("again", "third")]);
}

#[test]
fn a_scan_of_somebody_who_was_in_already_lets_nobody_in_when_the_first_one_is_taken_back() {
    let day = kept(&[passage(IN, "Gate 1", 0, "first"), repeat("Gate 2", 30, "again")]);
    let left = day.without("first").unwrap();
    assert_eq!((counting(&left), now(&left)), (None, "not in"));
    // Unless they had gone out before it.
    let exit = passage(OUT, "Gate 3", 20, "out");
    let returned = left.with(exit).unwrap();
    assert_eq!((counting(&returned), now(&returned)), (Some("again"), "in"));
    assert_eq!(counting(&returned.without("out").unwrap()), None);
}

#[test]
fn who_came_back_stays_in_by_that_whatever_else_is_taken_back() {
    let day = kept(&[
        passage(IN, "Gate 1", 0, "first"),
        passage(OUT, "Gate 1", 120, "lunch"),
        passage(IN, "Gate 2", 150, "back"),
    ]);
    for taken_back in [["first", "lunch"], ["lunch", "first"]] {
        let left = taken_back
            .iter()
            .fold(day.clone(), |day, nonce| day.without(nonce).unwrap());
        assert_eq!((counting(&left), now(&left)), (Some("back"), "in"));
    }
}

#[test]
fn the_latest_exits_are_kept_and_every_entrance() {
    let most = i64::try_from(MOST).unwrap();
    let nonces: Vec<String> = (0..most + 5).map(|minute| format!("{minute:03}")).collect();
    let mut all: Vec<_> = nonces
        .iter()
        .zip(0..)
        .map(|(nonce, minute)| passage(OUT, "Gate 1", minute, nonce))
        .collect();
    all.push(passage(IN, "Gate 1", -1, "first"));
    let mut turned = all.clone();
    turned.reverse();
    for order in [all, turned] {
        let kept = kept(&order);
        let exits: Vec<_> = kept.exits().map(|exit| exit.nonce.as_str()).collect();
        assert_eq!((exits.len(), exits[0]), (MOST, "005"));
        assert_eq!(counting(&kept), Some("first"));
    }
}
