use super::*;
use crate::seating::Spacing;
use std::collections::HashMap;

const FIRST: OffsetDateTime = time::macros::datetime!(2025-05-01 10:00 UTC);

fn exam() -> CourseId {
    CourseId::parse("course-1").unwrap()
}

fn candidate(number: usize) -> CustomerId {
    CustomerId::parse(&format!("C{number:011}")).unwrap()
}

/// Somebody with an address of their own, and one number.
fn examinee(number: usize, family: usize) -> Examinee {
    Examinee {
        customer_id: candidate(number),
        // Not in the order of the identifiers.
        paid_at: FIRST + time::Duration::minutes((number * 7 % 11) as i64),
        name: NameWords::of(["Zubaida", "asha", "Binu", "Élise"][number % 4]),
        email: Email::parse(&format!("one{number}@example.com")).unwrap(),
        phones: vec![IndianPhone::parse(&format!("98765{family:05}")).unwrap()],
        is_oversold: false,
    }
}

/// So many people of no family.
fn people(count: usize) -> Vec<Examinee> {
    (0..count).map(|number| examinee(number, number)).collect()
}

fn room(rows: u64, columns: u64, blocked: &[&str]) -> SeatRoom {
    let blocked: Vec<String> = blocked.iter().map(|label| (*label).to_owned()).collect();
    SeatRoom {
        plan: HallPlan::new(rows, columns, &blocked).unwrap(),
        taken: BTreeSet::new(),
        seated: BTreeMap::new(),
    }
}

const PLAIN: SeatingOptions = SeatingOptions {
    order: SeatOrder::Paid,
    spacing: Spacing::None,
    siblings_apart: false,
};

/// Who sits where, as `A1 0`, room by room.
fn shown(assignment: &SeatAssignment) -> Vec<String> {
    let seats = assignment.rooms.iter().flatten();
    seats
        .map(|(seat, id)| format!("{seat} {}", id.as_str()[1..].trim_start_matches('0')))
        .collect()
}

#[test]
fn who_is_one_more_than_there_are_places_comes_after_all_others() {
    let mut people = people(4);
    // Who paid first, and who comes first by name.
    people[0].is_oversold = true;
    people[1].is_oversold = true;
    for order in [SeatOrder::Paid, SeatOrder::Name, SeatOrder::Shuffled] {
        let options = SeatingOptions { order, ..PLAIN };
        let made = assign(&exam(), options, &people, &[room(1, 3, &[])]);
        let left: Vec<&CustomerId> = made.unseated.iter().map(|(id, _)| id).collect();
        assert!(left == [&candidate(0)] || left == [&candidate(1)], "{left:?}");
        let last = made.rooms[0].values().next_back().unwrap();
        assert!([candidate(0), candidate(1)].contains(last), "{order:?}");
    }
}

#[test]
fn the_first_who_paid_has_the_first_seat_of_the_first_hall() {
    let rooms = [room(1, 3, &["A2"]), room(2, 2, &[])];
    let made = assign(&exam(), PLAIN, &people(6), &rooms);
    // Paid after 0, 7, 3, 10, 6 and 2 minutes.
    assert_eq!(shown(&made), ["A1 ", "A3 5", "A1 2", "A2 4", "B1 1", "B2 3"]);
    assert_eq!(made.unseated, []);
}

#[test]
fn names_are_in_order_without_regard_to_capitals_and_accents() {
    let options = SeatingOptions {
        order: SeatOrder::Name,
        ..PLAIN
    };
    let made = assign(&exam(), options, &people(4), &[room(1, 4, &[])]);
    assert_eq!(shown(&made), ["A1 1", "A2 2", "A3 3", "A4 "]);
}

#[test]
fn each_exam_is_mixed_in_another_way_and_each_time_in_the_same() {
    let options = SeatingOptions {
        order: SeatOrder::Shuffled,
        ..PLAIN
    };
    let of = |exam: &str| {
        shown(&assign(
            &CourseId::parse(exam).unwrap(),
            options,
            &people(30),
            &[room(5, 6, &[])],
        ))
    };
    assert_eq!(of("course-1"), of("course-1"));
    assert_ne!(of("course-1"), of("course-2"));
    assert_ne!(
        of("course-1"),
        shown(&assign(&exam(), PLAIN, &people(30), &[room(5, 6, &[])]))
    );
}

#[test]
fn every_other_seat_stays_empty_like_the_squares_of_a_chessboard() {
    let options = SeatingOptions {
        spacing: Spacing::Alternate,
        ..PLAIN
    };
    let made = assign(&exam(), options, &people(9), &[room(3, 3, &[])]);
    let seats: Vec<String> = made.rooms[0].keys().map(Seat::to_string).collect();
    assert_eq!(seats, ["A1", "A3", "B2", "C1", "C3"]);
    assert_eq!(made.unseated.len(), 4);
    assert!(made.unseated.iter().all(|(_, why)| *why == NoSeat::Full));
}

#[test]
fn two_exams_in_a_hall_sit_on_the_two_colours() {
    let options = SeatingOptions {
        spacing: Spacing::Alternate,
        ..PLAIN
    };
    let first = assign(&exam(), options, &people(8), &[room(4, 4, &[])]);
    let second = SeatRoom {
        taken: first.rooms[0].keys().copied().collect(),
        ..room(4, 4, &[])
    };
    let second = assign(&exam(), options, &people(8), &[second]);
    assert_eq!(second.unseated, []);
}

#[test]
fn of_a_family_that_would_fill_a_row_some_sit_elsewhere() {
    let options = SeatingOptions {
        siblings_apart: true,
        ..PLAIN
    };
    let mut all = people(10);
    for one in &mut all[..3] {
        one.phones = vec![IndianPhone::parse("9000000001").unwrap()];
    }
    // By an exchange only: the last seat that is free is beside the first of them.
    let made = assign(&exam(), options, &all, &[room(1, 10, &[])]);
    assert_eq!(made.unseated, []);
    assert_apart(&all, &made);
}

#[test]
fn who_can_only_sit_beside_a_sibling_is_left_with_that_reason() {
    let options = SeatingOptions {
        siblings_apart: true,
        ..PLAIN
    };
    let pair = [examinee(1, 7), examinee(2, 7)];
    let made = assign(&exam(), options, &pair, &[room(1, 2, &[])]);
    assert_eq!(made.unseated, [(candidate(1), NoSeat::Sibling)]);
    let without = assign(&exam(), options, &pair, &[]);
    assert_eq!(without.unseated.len(), 2);
    assert!(without.unseated.iter().all(|(_, why)| *why == NoSeat::NoHall));
}

#[test]
fn an_alternate_number_or_an_address_makes_siblings_too() {
    let options = SeatingOptions {
        siblings_apart: true,
        ..PLAIN
    };
    let mut by_number = [examinee(1, 1), examinee(2, 2)];
    by_number[1].phones.push(by_number[0].phones[0].clone());
    let mut by_address = [examinee(1, 1), examinee(2, 2)];
    by_address[1].email = by_address[0].email.clone();
    for pair in [by_number, by_address] {
        let made = assign(&exam(), options, &pair, &[room(1, 2, &[])]);
        assert_eq!(made.unseated.len(), 1);
    }
}

#[test]
fn five_thousand_of_whom_a_school_shares_a_number_are_seated_at_once() {
    let options = SeatingOptions {
        siblings_apart: true,
        spacing: Spacing::None,
        order: SeatOrder::Name,
    };
    let all: Vec<Examinee> = (0..5_000)
        .map(|number| examinee(number, if number < 500 { 1 } else { number }))
        .collect();
    let rooms: Vec<SeatRoom> = (0..40).map(|_| room(13, 10, &["A1", "A2"])).collect();
    let made = assign(&exam(), options, &all, &rooms);
    assert_eq!(made.unseated, []);
    assert_apart(&all, &made);
}

fn assert_apart(all: &[Examinee], made: &SeatAssignment) {
    let of: HashMap<&CustomerId, &Examinee> = all.iter().map(|one| (&one.customer_id, one)).collect();
    for seated in &made.rooms {
        for (seat, id) in seated {
            for (other_seat, other) in seated {
                let near = seat != other_seat
                    && seat.row().abs_diff(other_seat.row()) <= 1
                    && seat.column().abs_diff(other_seat.column()) <= 1;
                if near {
                    let (one, other) = (of[id], of[other]);
                    assert!(one.email != other.email, "{seat} {other_seat}");
                    let shared = one.phones.iter().any(|phone| other.phones.contains(phone));
                    assert!(!shared, "{seat} {other_seat}");
                }
            }
        }
    }
}

/// Numbers that look random and are the same each time.
struct Draw(u64);

impl Draw {
    fn new(seed: u64) -> Self {
        Self((seed + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// A number below `end`.
    fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % end
    }

    fn index(&mut self, end: u64) -> usize {
        usize::try_from(self.below(end)).unwrap()
    }

    /// A small hall, in which some seats are blocked and some are another exam's.
    fn room(&mut self) -> SeatRoom {
        let (rows, columns) = (1 + self.below(5), 1 + self.below(5));
        let mut room = room(rows, columns, &[]);
        let mut blocked = Vec::new();
        for seat in room.plan.seats().collect::<Vec<_>>() {
            match self.below(6) {
                0 => blocked.push(seat.to_string()),
                1 => {
                    room.taken.insert(seat);
                }
                _ => {}
            }
        }
        room.plan = HallPlan::new(rows, columns, &blocked).unwrap();
        room
    }

    fn options(&mut self) -> SeatingOptions {
        SeatingOptions {
            order: [SeatOrder::Paid, SeatOrder::Name, SeatOrder::Shuffled][self.index(3)],
            spacing: [Spacing::None, Spacing::Alternate][self.index(2)],
            siblings_apart: self.below(2) == 1,
        }
    }

    /// People of whom some are of one family.
    fn people(&mut self) -> Vec<Examinee> {
        let count = self.index(60);
        let of = |number| {
            let family = self.index(12);
            examinee(number, if family < 4 { family } else { 100 + number })
        };
        (0..count).map(of).collect()
    }

    fn shuffle<T>(&mut self, things: &mut [T]) {
        for last in (1..things.len()).rev() {
            things.swap(last, self.index(last as u64 + 1));
        }
    }
}

/// What is tried: options, people and up to three halls, by a number that says it again.
fn cases() -> impl Iterator<Item = (Draw, SeatingOptions, Vec<Examinee>, Vec<SeatRoom>)> {
    (0..300).map(|seed| {
        let mut draw = Draw::new(seed);
        let (options, people) = (draw.options(), draw.people());
        let rooms = (0..draw.below(4)).map(|_| draw.room()).collect();
        (draw, options, people, rooms)
    })
}

/// What holds of each assignment.
fn assert_sound(options: SeatingOptions, all: &[Examinee], rooms: &[SeatRoom], made: &SeatAssignment) {
    let mut known = BTreeSet::new();
    for (room, seated) in rooms.iter().zip(&made.rooms) {
        for (seat, id) in seated {
            assert!(room.plan.takes(*seat), "{seat} is blocked or not there");
            assert!(!room.taken.contains(seat), "{seat} is another's");
            assert!(known.insert(id.clone()), "{id} has two seats");
        }
        if options.spacing == Spacing::Alternate {
            for seat in seated.keys() {
                let beside = |other: &Seat| {
                    other.row().abs_diff(seat.row()) + other.column().abs_diff(seat.column()) == 1
                };
                assert!(!seated.keys().any(beside), "{seat} has a neighbour");
            }
        }
    }
    assert!(
        made.unseated.iter().all(|(id, _)| known.insert(id.clone())),
        "seated and not"
    );
    assert_eq!(known.len(), all.len(), "somebody is forgotten");
    if options.siblings_apart {
        assert_apart(all, made);
    } else if !made.unseated.is_empty() && options.spacing == Spacing::None {
        let free = |(room, seated): (&SeatRoom, &BTreeMap<Seat, CustomerId>)| {
            room.plan
                .seats()
                .filter(|seat| !room.taken.contains(seat) && !seated.contains_key(seat))
                .count()
        };
        let free: usize = rooms.iter().zip(&made.rooms).map(free).sum();
        assert_eq!(free, 0, "a seat is free and somebody has none");
    }
}

#[test]
fn each_has_one_seat_that_is_nobody_elses_or_a_reason() {
    for (_, options, all, rooms) in cases() {
        assert_sound(options, &all, &rooms, &assign(&exam(), options, &all, &rooms));
    }
}

#[test]
fn the_same_is_made_twice_in_whatever_order_the_candidates_are_read() {
    for (mut draw, options, all, rooms) in cases() {
        let mut mixed = all.clone();
        draw.shuffle(&mut mixed);
        assert_eq!(
            assign(&exam(), options, &all, &rooms),
            assign(&exam(), options, &mixed, &rooms)
        );
    }
}

#[test]
fn those_who_come_later_move_nobody() {
    for (mut draw, options, all, rooms) in cases() {
        let early = &all[..draw.index(all.len() as u64 + 1)];
        let before = assign(&exam(), options, early, &rooms);
        let filled: Vec<SeatRoom> = rooms
            .iter()
            .zip(&before.rooms)
            .map(|(room, seated)| SeatRoom {
                seated: seated.clone(),
                ..room.clone()
            })
            .collect();
        let after = assign(&exam(), options, &all, &filled);
        for (before, after) in before.rooms.iter().zip(&after.rooms) {
            for (seat, id) in before {
                assert_eq!(after.get(seat), Some(id));
            }
        }
        assert_sound(options, &all, &filled, &after);
    }
}
