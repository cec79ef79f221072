//! Scans and undos in every order: the end is the same, as the table keeps it.

use super::*;
use std::collections::BTreeSet;

/// What reaches the server.
#[derive(Clone, Copy)]
enum Arrival<'a> {
    Scan(&'a Passage),
    Undo(&'a str),
}

/// What the table has of a person.
#[derive(Default)]
struct Table {
    admission: Option<Admission>,
    crossings: Option<Crossings>,
    taken_back: BTreeSet<String>,
}

/// What is in the table in the end, without how often it was changed.
type End = (
    Option<Admission>,
    Vec<Crossing>,
    Vec<(String, String)>,
    &'static str,
);

impl Table {
    fn passages(&self) -> Passages {
        Passages::of(
            candidate(),
            self.admission.as_ref(),
            self.crossings.as_ref(),
            Some(BEGINS),
        )
    }

    fn take(&mut self, arrival: Arrival<'_>) {
        let known = self.passages();
        let next = match arrival {
            Arrival::Scan(passage) if self.taken_back.contains(&passage.nonce) => None,
            Arrival::Scan(passage) => known.with(passage.clone()),
            Arrival::Undo(nonce) => {
                self.taken_back.insert(nonce.to_owned());
                known.without(nonce)
            }
        };
        if let Some(next) = next {
            self.admission = next.admission(self.admission.as_ref());
            self.crossings = next.crossings(self.crossings.as_ref());
        }
    }

    fn end(&self) -> End {
        let passages = self.passages();
        let doubles = doubles(&passages).into_iter();
        let crossings = self.crossings.as_ref().map(|all| all.crossings.clone());
        (
            self.admission.clone(),
            crossings.unwrap_or_default(),
            doubles
                .map(|(one, other)| (one.to_owned(), other.to_owned()))
                .collect(),
            now(&passages),
        )
    }
}

fn orders<T: Copy>(of: &[T]) -> Vec<Vec<T>> {
    let Some((first, rest)) = of.split_first() else {
        return vec![Vec::new()];
    };
    let with = |order: Vec<T>| {
        (0..=order.len()).map(move |place| {
            let mut order = order.clone();
            order.insert(place, *first);
            order
        })
    };
    orders(rest).into_iter().flat_map(with).collect()
}

/// Every day of so many scans: in by either of two gates, said to be in already, or out.
fn days(scans: usize) -> Vec<Vec<Passage>> {
    let Some(before) = scans.checked_sub(1) else {
        return vec![Vec::new()];
    };
    let nonce = format!("scan-{scans}");
    let minute = 30 * i64::try_from(scans).unwrap();
    let next = [
        passage(IN, "Gate 1", minute, &nonce),
        passage(IN, "Gate 2", minute, &nonce),
        repeat("Gate 2", minute, &nonce),
        passage(OUT, "Gate 1", minute, &nonce),
    ];
    let with = |day: Vec<Passage>| next.clone().map(|one| [&day[..], &[one]].concat()).into_iter();
    days(before).into_iter().flat_map(with).collect()
}

/// The scans of a day, with as many undos as are asked for, of each of them.
fn arrivals(day: &[Passage], undos: usize) -> Vec<Vec<Arrival<'_>>> {
    let scans: Vec<_> = day.iter().map(Arrival::Scan).collect();
    (0..1_usize << day.len())
        .filter(|taken_back| taken_back.count_ones() as usize == undos)
        .map(|taken_back| {
            let is_taken_back = |place: &usize| taken_back >> place & 1 == 1;
            let undos = (0..day.len())
                .filter(is_taken_back)
                .filter_map(|place| Some(Arrival::Undo(&day.get(place)?.nonce)));
            scans.iter().copied().chain(undos).collect()
        })
        .collect()
}

/// How many days end in more than one way.
fn several_ends(scans: usize, undos: usize, end: impl Fn(&[Arrival<'_>]) -> End) -> usize {
    let mut several = 0;
    for day in days(scans) {
        for arrivals in arrivals(&day, undos) {
            let mut ends: Vec<End> = Vec::new();
            for order in orders(&arrivals) {
                let end = end(&order);
                if !ends.contains(&end) {
                    ends.push(end);
                }
            }
            several += usize::from(ends.len() > 1);
        }
    }
    several
}

/// As the table does it: what is kept is read, changed and kept again.
fn kept_again(arrivals: &[Arrival<'_>]) -> End {
    let mut table = Table::default();
    for arrival in arrivals {
        table.take(*arrival);
    }
    table.end()
}

#[test]
fn every_order_of_scans_exits_and_undos_ends_in_the_same_state() {
    for (scans, undos) in [(3, 0), (3, 1), (3, 2), (3, 3), (4, 0), (4, 1)] {
        assert_eq!(several_ends(scans, undos, kept_again), 0, "{scans} {undos}");
    }
}

/// A double is told when the second scan comes, and stays.
#[test]
fn doubles_that_are_told_when_a_scan_comes_depend_on_the_order() {
    let told = |arrivals: &[Arrival<'_>]| {
        let mut table = Table::default();
        let mut told = BTreeSet::new();
        for arrival in arrivals {
            table.take(*arrival);
            told.extend(table.end().2);
        }
        let (admission, crossings, _, now) = table.end();
        (admission, crossings, told.into_iter().collect(), now)
    };
    assert!(several_ends(3, 0, told) > 0);
}

/// Somebody came in again only as long as the exit before is known.
#[test]
fn returns_that_are_judged_when_they_come_depend_on_the_order() {
    let judged = |arrivals: &[Arrival<'_>]| {
        let mut table = Table::default();
        for arrival in arrivals {
            let known = table.passages();
            match arrival {
                Arrival::Scan(scan) if !scan.is_through => {
                    let place = &scan.place;
                    let is_through = matches!(known.before(place, &scan.nonce), Whereabouts::Out(_));
                    let scan = Passage {
                        is_through,
                        ..(*scan).clone()
                    };
                    table.take(Arrival::Scan(&scan));
                }
                Arrival::Scan(_) | Arrival::Undo(_) => table.take(*arrival),
            }
        }
        table.end()
    };
    assert!(several_ends(3, 1, judged) > 0);
}
