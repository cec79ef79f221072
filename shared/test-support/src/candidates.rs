//! Many candidates of every kind, drawn from a number, and what is to be known of them without any help of the
//! code under test.

use crate::{ALL, COLLEGE, COURSE, OTHER_COLLEGE, OTHER_COURSE, SINGLE, TestEnv, paid_order_of};
use domain::{
    CollegeId, CourseId, CustomerId, Email, IndianPhone, OrderId, PackageId, Paise, Person, PersonName,
    payment::{Channel, Order, Status},
    registration::{ExamPreference, PaymentMode, Selection},
};
use serde::Serialize;
use serde_json::{Value, json};
use store::{registrations::Candidate, tables::Table};
use time::Duration;

/// Numbers that look random and are the same each time.
#[derive(Debug, Clone)]
pub struct Draw(u64);

impl Draw {
    /// The numbers of a seed.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// A number below `end`.
    pub fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % end
    }

    /// One of some things.
    pub fn one_of<T: Copy>(&mut self, things: &[T]) -> T {
        things[usize::try_from(self.below(things.len() as u64)).unwrap()]
    }

    /// Puts things into another order.
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for last in (1..things.len()).rev() {
            things.swap(last, usize::try_from(self.below(last as u64 + 1)).unwrap());
        }
    }
}

/// A candidate of any kind, with its first order in any status.
#[must_use]
pub fn anybody(draw: &mut Draw, number: u64) -> (Candidate, Order) {
    let customer_id = CustomerId::parse(&format!("C{number:06}{:05}", draw.below(100_000))).unwrap();
    let selection = match draw.below(4) {
        0 => Selection::AllColleges {
            package_id: PackageId::parse(ALL).unwrap(),
            package_name: "All-Inclusive Exam Access".to_owned(),
        },
        1 => single(OTHER_COLLEGE, "Spice Coast College", OTHER_COURSE, "BBA Entrance"),
        _ => single(COLLEGE, "Backwater College", COURSE, "BCA Entrance"),
    };
    let amount = Paise::new(if selection.course_id().is_some() {
        100_000
    } else {
        185_050
    });
    let name = draw.one_of(&["asha", "ashok", "binu", "a", "chandra.k"]);
    let person = Person {
        name: PersonName::parse("Asha Rao").unwrap(),
        email: Email::parse(&format!("{name}{number}@example.com")).unwrap(),
        phone: IndianPhone::parse("9876543210").unwrap(),
        phone2: None,
    };
    let payment_mode = draw.one_of(&PaymentMode::ALL);
    let channel = if payment_mode == PaymentMode::Cash {
        Channel::Counter
    } else {
        Channel::Online
    };
    // The last days of May on both sides of midnight in India; now and then two of one moment.
    let created_at =
        crate::TestClock::default().now() + Duration::minutes(i64::try_from(draw.below(4_000)).unwrap());
    let status = draw.one_of(&Status::ALL);
    let order = Order {
        order_id: OrderId::parse(&format!("{customer_id}-{number:020}")).unwrap(),
        customer_id: customer_id.clone(),
        amount,
        channel,
        status,
        person: person.clone(),
        selection: selection.clone(),
        created_at,
        expires_at: created_at + Duration::minutes(30),
        paid_at: (status == Status::Paid).then(|| created_at + Duration::hours(20)),
        ..paid_order_of("Asha Rao")
    };
    let candidate = Candidate {
        customer_id,
        person,
        selection,
        exam_preference: ExamPreference::Offline.into(),
        payment_mode: payment_mode.into(),
        amount,
        channel: channel.into(),
        created_at,
        terms: None,
        group: None,
        chosen: std::collections::BTreeMap::new(),
        filled_in: None,
        version: 0,
    };
    (candidate, order)
}

fn single(college: &str, college_name: &str, course: &str, exam_name: &str) -> Selection {
    Selection::SpecificCollege {
        package_id: PackageId::parse(SINGLE).unwrap(),
        package_name: "Single Exam Access".to_owned(),
        college_id: CollegeId::parse(college).unwrap(),
        college_name: college_name.to_owned(),
        course_id: CourseId::parse(course).unwrap(),
        exam_name: exam_name.to_owned(),
    }
}

/// What the list says of a candidate, reckoned from its items in the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Known {
    /// Who.
    pub customer_id: String,
    /// Sorts by the time of registration.
    pub place: String,
    /// The address.
    pub email: String,
    /// `PAID` if any order is, else the newest order's.
    pub status: String,
    /// The mode.
    pub mode: String,
    /// The course, or `allColleges`.
    pub course: String,
    /// The package.
    pub package: String,
    /// The college, or nothing.
    pub college: String,
    /// The day of registration in India.
    pub day: String,
    /// The days and amounts, in paise, of its payments, the earliest first.
    pub paid: Vec<(String, u64)>,
}

impl TestEnv {
    /// Lets so many candidates of every kind register.
    pub async fn seed_candidates(&self, seed: u64, count: u64) -> Vec<Candidate> {
        let mut draw = Draw::new(seed);
        let mut candidates = Vec::new();
        let mut items = Vec::new();
        for number in 0..count {
            let (candidate, order) = anybody(&mut draw, number);
            let pk = format!("REG#{}", candidate.customer_id);
            items.push(keyed(&candidate, &pk, "CANDIDATE", "CANDIDATE"));
            items.push(keyed(&order, &pk, &format!("ORDER#{}", order.order_id), "ORDER"));
            candidates.push(candidate);
        }
        self.put_all(Table::Registrations, items).await;
        candidates
    }

    /// Everybody whose order the provider has not refused, the newest first: from the candidates and orders alone.
    pub async fn everybody(&self) -> Vec<Known> {
        let items = self.dump(Table::Registrations).await;
        let of_kind = |kind: &'static str| items.iter().filter(move |item| item["kind"] == kind);
        let mut known: Vec<Known> = of_kind("CANDIDATE")
            .filter_map(|candidate| {
                let orders =
                    of_kind("ORDER").filter(|order| order["customer_id"] == candidate["customer_id"]);
                let accepted: Vec<&Value> =
                    orders.filter(|order| order.get("refused_at").is_none()).collect();
                (!accepted.is_empty()).then(|| know(candidate, accepted))
            })
            .collect();
        known.sort_by(|one, other| other.place.cmp(&one.place));
        known
    }
}

fn keyed(value: &impl Serialize, pk: &str, sk: &str, kind: &str) -> Value {
    let mut item = serde_json::to_value(value).unwrap();
    item["pk"] = json!(pk);
    item["sk"] = json!(sk);
    item["kind"] = json!(kind);
    item
}

fn know(candidate: &Value, mut orders: Vec<&Value>) -> Known {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    orders.sort_by_key(|order| moment(&order["created_at"]));
    let mut paid: Vec<&&Value> = orders.iter().filter(|order| order["status"] == "PAID").collect();
    paid.sort_by_key(|order| moment(&order["paid_at"]));
    let status = if paid.is_empty() {
        text(&orders.last().unwrap()["status"])
    } else {
        "PAID".to_owned()
    };
    let selection = &candidate["selection"];
    let course = text(&selection["course_id"]);
    Known {
        customer_id: text(&candidate["customer_id"]),
        place: format!(
            "{:014}#{}",
            moment(&candidate["created_at"]),
            text(&candidate["customer_id"])
        ),
        email: text(&candidate["person"]["email"]),
        status,
        mode: text(&candidate["payment_mode"]),
        course: if course.is_empty() {
            "allColleges".to_owned()
        } else {
            course
        },
        package: text(&selection["package_id"]),
        college: text(&selection["college_id"]),
        day: day(&candidate["created_at"]),
        paid: paid
            .iter()
            .map(|order| (day(&order["paid_at"]), order["amount"].as_u64().unwrap()))
            .collect(),
    }
}

fn parse(text: &Value) -> time::OffsetDateTime {
    let rfc3339 = &time::format_description::well_known::Rfc3339;
    time::OffsetDateTime::parse(text.as_str().unwrap(), rfc3339).unwrap()
}

fn moment(text: &Value) -> i128 {
    parse(text).unix_timestamp_nanos() / 1_000_000
}

fn day(text: &Value) -> String {
    (parse(text) + Duration::minutes(330)).date().to_string()
}

/// A record of the stream about an item.
#[must_use]
pub fn record(event: &str, kind: &str, customer: &str) -> Value {
    let image = json!({ "kind": { "S": kind }, "customer_id": { "S": customer } });
    let which = if event == "REMOVE" { "OldImage" } else { "NewImage" };
    json!({ "eventName": event, "dynamodb": { "SequenceNumber": format!("{customer}-{kind}"), which: image } })
}
