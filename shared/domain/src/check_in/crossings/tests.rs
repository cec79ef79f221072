use super::*;
use time::{Duration, macros::datetime};

const BEGINS: OffsetDateTime = datetime!(2025-05-30 18:30 UTC);
const TEN: OffsetDateTime = datetime!(2025-05-31 04:30 UTC);

fn candidate() -> CustomerId {
    CustomerId::parse("CZ6S4932KF26").unwrap()
}

fn place(minutes: i64) -> ScanPlace {
    ScanPlace {
        at: TEN + Duration::minutes(minutes),
        by: "meera".to_owned(),
        device: "Gate 1".to_owned(),
    }
}

fn crossing(direction: Direction, minutes: i64, nonce: &str) -> Crossing {
    Crossing {
        direction,
        place: place(minutes),
        nonce: nonce.to_owned(),
    }
}

fn crossings(all: &[(Direction, i64, &str)]) -> Crossings {
    all.iter().fold(
        Crossings::none(candidate()),
        |before, (direction, minutes, nonce)| before.with(crossing(*direction, *minutes, nonce)).unwrap(),
    )
}

fn now(admission: Option<&Admission>, crossings: &Crossings) -> &'static str {
    let passage = Passage {
        admission,
        crossings: Some(crossings),
        begins_at: Some(BEGINS),
    };
    match passage.now() {
        Whereabouts::NotIn { .. } => "not in",
        Whereabouts::In => "in",
        Whereabouts::Out(_) => "out",
    }
}

#[test]
fn the_last_crossing_by_its_scan_decides_in_whatever_order_they_come() {
    let admission = Admission::new(candidate(), place(0), "first".to_owned());
    let all = [
        (Direction::Out, 120, "lunch"),
        (Direction::In, 150, "back"),
        (Direction::Out, 200, "home"),
    ];
    for (end, of) in [("out", &all[..1]), ("in", &all[..2]), ("out", &all[..])] {
        let mut turned = of.to_vec();
        turned.reverse();
        for order in [of, &turned] {
            assert_eq!(now(Some(&admission), &crossings(order)), end, "{order:?}");
        }
    }
    assert_eq!(now(None, &crossings(&all)), "not in");
}

#[test]
fn of_two_of_one_moment_the_nonce_decides() {
    let admission = Admission::new(candidate(), place(0), "first".to_owned());
    for (one, other, end) in [("a", "b", "out"), ("b", "a", "in")] {
        for order in [[0, 1], [1, 0]] {
            let both = [(Direction::In, 120, one), (Direction::Out, 120, other)];
            let both = order.map(|place| both[place]);
            assert_eq!(now(Some(&admission), &crossings(&both)), end);
        }
    }
}

#[test]
fn who_went_out_in_practice_is_inside_on_the_day() {
    let evening = crossings(&[(Direction::Out, -15 * 60, "evening")]);
    let admission = Admission::new(candidate(), place(0), "first".to_owned());
    assert_eq!(now(Some(&admission), &evening), "in");
    let practice = Admission::new(candidate(), place(-16 * 60), "practice".to_owned());
    assert_eq!(now(Some(&practice), &evening), "out");
}

#[test]
fn a_crossing_counts_once_and_is_taken_back_by_its_nonce() {
    let one = crossings(&[(Direction::Out, 120, "lunch")]);
    assert_eq!(one.with(crossing(Direction::Out, 120, "lunch")), None);
    assert_eq!(one.without("another"), None);
    let none = one.without("lunch").unwrap();
    assert_eq!((none.crossings.len(), none.version), (0, 2));
}

#[test]
fn the_latest_are_kept() {
    let most = i64::try_from(MOST).unwrap();
    let nonces: Vec<String> = (0..most + 5).map(|minute| format!("{minute:03}")).collect();
    let all: Vec<_> = nonces
        .iter()
        .zip(0..)
        .map(|(nonce, minute)| (Direction::Out, minute, nonce.as_str()))
        .collect();
    let mut turned = all.clone();
    turned.reverse();
    for order in [all, turned] {
        let kept = crossings(&order);
        assert_eq!(kept.crossings.len(), MOST);
        assert_eq!(kept.crossings[0].nonce, "005");
    }
}

#[test]
fn whom_a_second_device_let_in_after_an_exit_was_not_in_twice() {
    let mut admission = Admission::new(candidate(), place(0), "first".to_owned());
    admission.others.push(Entrance {
        place: place(150),
        nonce: "again".to_owned(),
        double: Some("double".to_owned()),
    });
    let explained = |minutes| {
        let exit = crossings(&[(Direction::Out, minutes, "lunch")]);
        let passage = Passage {
            admission: Some(&admission),
            crossings: Some(&exit),
            begins_at: Some(BEGINS),
        };
        passage.explained()
    };
    assert_eq!(explained(120).unwrap().others[0].double, None);
    assert_eq!(explained(160), None);
}

#[test]
fn who_came_in_again_stays_admitted_when_the_first_scan_is_taken_back() {
    let admission = Admission::new(candidate(), place(0), "first".to_owned());
    let both = crossings(&[(Direction::Out, 120, "lunch"), (Direction::In, 150, "back")]);
    let passage = Passage {
        admission: Some(&admission),
        crossings: Some(&both),
        begins_at: Some(BEGINS),
    };
    let (next, left) = passage.next_admission().unwrap();
    assert_eq!((next.nonce.as_str(), next.version), ("back", 1));
    assert_eq!(now(Some(&next), &left), "in");
    let exit = both.without("back").unwrap();
    let alone = Passage {
        crossings: Some(&exit),
        ..passage
    };
    assert_eq!(alone.next_admission(), None);
}

#[test]
fn a_scan_of_somebody_who_was_in_already_lets_nobody_in_when_the_first_one_is_taken_back() {
    let admission = Admission::new(candidate(), place(0), "first".to_owned());
    let of = |crossings: &Crossings| {
        let passage = Passage {
            admission: Some(&admission),
            crossings: Some(crossings),
            begins_at: Some(BEGINS),
        };
        passage.next_admission().map(|(next, _)| next.nonce)
    };
    let repeat = crossings(&[(Direction::In, 30, "again")]);
    assert_eq!(of(&repeat), None);
    let returned = [
        (Direction::In, 30, "again"),
        (Direction::Out, 120, "lunch"),
        (Direction::In, 150, "back"),
    ];
    assert_eq!(of(&crossings(&returned)).as_deref(), Some("back"));
}
