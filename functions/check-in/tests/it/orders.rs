//! What phones without a network send of one person, in every order and each of it twice: the end is the same.

use crate::{App, DAY, code, minutes, offline, scan};
use domain::{CustomerId, check_in::Direction};
use serde_json::{Value, json};
use store::tables::Table;
use test_support::SINGLE;

pub(crate) const IN: Direction = Direction::In;
pub(crate) const OUT: Direction = Direction::Out;

/// What is on record of a person in the end. Gates are those of the scans, by their numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct End {
    pub(crate) admitted: i64,
    /// Those of them who are inside; 0 where that is not counted.
    pub(crate) inside: i64,
    /// Where somebody was let in: the gate that counts, and the others.
    pub(crate) gates: Vec<String>,
    /// The gates of each exit, and of each scan of somebody who was in already.
    pub(crate) crossings: Vec<String>,
    pub(crate) doubles: Vec<[String; 2]>,
}

/// Every order of some numbers.
fn orders(of: &[usize]) -> Vec<Vec<usize>> {
    let Some((first, rest)) = of.split_first() else {
        return vec![Vec::new()];
    };
    let with = |order: Vec<usize>| {
        (0..=order.len()).map(move |place| {
            let mut order = order.clone();
            order.insert(place, *first);
            order
        })
    };
    orders(rest).into_iter().flat_map(with).collect()
}

/// The same of somebody who goes out.
pub(crate) fn out(mut scan: Value) -> Value {
    scan["direction"] = json!("out");
    scan
}

/// The undo of a scan by its device, with a nonce of its own.
pub(crate) fn undo(scan: &Value) -> Value {
    json!({
        "code": scan["code"], "list": scan["list"], "device": scan["device"], "undoes": scan["nonce"],
        "reason": "Wrong person", "nonce": domain::Entropy::system().symbols(20),
    })
}

impl App {
    /// The one end in which everything ends that a person does: scans at so many minutes past ten, each by a gate of its own, and undos of
    /// some of them.
    pub(crate) async fn end(&self, scans: &[(i64, Direction)], taken_back: &[usize]) -> End {
        self.test_env.clock.set_to(minutes(300));
        let sent: Vec<usize> = (0..scans.len() + taken_back.len()).collect();
        let mut found = Vec::new();
        for order in orders(&sent) {
            let end = self.end_of(scans, taken_back, &order).await;
            if found.first().is_some_and(|first| *first != end) {
                panic!("{order:?} ends in {end:?}, another order in {:?}", found[0]);
            }
            found.push(end);
        }
        found.remove(0)
    }

    async fn end_of(&self, scans: &[(i64, Direction)], taken_back: &[usize], order: &[usize]) -> End {
        let before = self.attendance(DAY).await;
        let email = format!("{}@example.com", domain::Entropy::system().symbols(12));
        let pass = self.test_env.paid_order(SINGLE, &email).await;
        let scans: Vec<Value> = scans
            .iter()
            .zip(0..)
            .map(|((minute, direction), gate)| {
                let scan = offline(scan(&code(&pass), &format!("Gate {gate}"), minutes(*minute)));
                match direction {
                    Direction::In => scan,
                    Direction::Out => out(scan),
                }
            })
            .collect();
        let undos: Vec<Value> = taken_back
            .iter()
            .map(|place| {
                let mut undo = undo(&scans[*place]);
                undo["undone_at"] = scans[*place]["scanned_at"].clone();
                undo
            })
            .collect();
        for intention in order.iter().flat_map(|intention| [*intention; 2]) {
            match scans.get(intention) {
                Some(scan) => drop(self.verdict(scan).await),
                None => {
                    let answer = self.post("undo", &undos[intention - scans.len()]).await;
                    assert_eq!(answer.status, 200, "{}", answer.json);
                }
            }
        }
        let after = self.attendance(DAY).await;
        let more = |part: &str| {
            let of = |attendance: &Value| attendance[part].as_i64().unwrap_or_default();
            of(&after) - of(&before)
        };
        let (admitted, inside) = (more("admitted"), more("inside"));
        let end = self.on_record(&pass.customer_id).await;
        assert_eq!(more("doubles_total"), i64::try_from(end.doubles.len()).unwrap());
        End {
            admitted,
            inside,
            ..end
        }
    }

    /// What the table has of a person.
    async fn on_record(&self, id: &CustomerId) -> End {
        let gate = |place: &Value| place["device"].as_str().unwrap().replace("Gate ", "");
        let items = self.test_env.dump(Table::CheckIn).await;
        let theirs = items.iter().filter(|item| item["customer_id"] == id.as_str());
        let mut end = End {
            admitted: 0,
            inside: 0,
            gates: Vec::new(),
            crossings: Vec::new(),
            doubles: Vec::new(),
        };
        for item in theirs {
            let sk = item["sk"].as_str().unwrap();
            let some = |part: &str| item[part].as_array().cloned().unwrap_or_default();
            if sk.starts_with("LIST#") {
                end.gates.push(gate(item));
                end.gates.extend(some("others").iter().map(gate));
            } else if sk.starts_with("CROSSINGS#") {
                end.crossings.extend(some("crossings").iter().map(gate));
            } else if item["pk"].as_str().unwrap().starts_with("DOUBLES#") {
                end.doubles.push([gate(&item["first"]), gate(&item["second"])]);
            }
        }
        end.doubles.sort();
        end
    }
}
