//! Five thousand candidates in forty halls, of one exam and of sixteen: how long each step takes, how much is read and
//! written, and that everybody has one seat at the end or a flag. The figures are in docs/performance.md.

use crate::*;
use domain::seating::Seat;
use futures::future::join_all;
use std::{
    collections::{BTreeSet, HashMap},
    time::Instant,
};
use store::tables::Table;
use test_support::Draw;

const PEOPLE: usize = 5_000;
/// Of every so many one has a sibling: the one before, with the same phone number.
const SIBLINGS: usize = 25;

/// Forty halls of 130 seats.
async fn forty_halls(app: &App) -> Vec<String> {
    let mut halls = Vec::new();
    for number in 0..40 {
        halls.push(hall(app, &format!("Hall {number}"), 13, 10).await);
    }
    halls
}

/// Everybody has paid, spread over the exams in turn. Returns who is whose sibling.
async fn filled(app: &App, courses: &[String]) -> HashMap<String, String> {
    // One whose items the others are copies of.
    let order = app.test_env.paid_order(SINGLE, "one@example.com").await;
    let template: Vec<Value> = app.test_env.dump(Table::Registrations).await;
    let of_candidate =
        |item: &&Value| item["pk"] == format!("REG#{}", order.customer_id) && item["kind"] != "MAIL";
    let template: Vec<String> = template
        .iter()
        .filter(of_candidate)
        .map(Value::to_string)
        .collect();
    let mut draw = Draw::new(7);
    let (mut items, mut siblings) = (Vec::new(), HashMap::new());
    let (mut former, mut phone) = (order.customer_id.to_string(), String::new());
    for number in 1..PEOPLE {
        let id = format!("C{number:06}{:05}", draw.below(100_000));
        if number % SIBLINGS == 0 {
            siblings.insert(id.clone(), former);
        } else {
            phone = format!("9{:09}", draw.below(1_000_000_000));
        }
        // Siblings sit the same exam.
        let exam = if number % SIBLINGS == 0 {
            number - 1
        } else {
            number
        };
        for item in &template {
            let item = item
                .replace(order.customer_id.as_str(), &id)
                .replace("9876543210", &phone)
                .replace("one@example.com", &format!("one{number}@example.com"))
                .replace(COURSE, &courses[exam % courses.len()]);
            items.push(serde_json::from_str(&item).unwrap());
        }
        former = id;
    }
    app.test_env.put_all(Table::Registrations, items).await;
    count(app).await;
    siblings
}

/// The seats of an exam by person, from what the interface shows: the hall, and the seat in it.
fn by_person(seats: &Value) -> HashMap<String, (String, Seat)> {
    let mut found = HashMap::new();
    for hall in seats["halls"].as_array().unwrap() {
        for seat in hall["seats"].as_array().unwrap() {
            if let Some(id) = seat["customer_id"].as_str() {
                let place = (
                    hall["hall"].as_str().unwrap().to_owned(),
                    Seat::parse(seat["seat"].as_str().unwrap()).unwrap(),
                );
                assert!(found.insert(id.to_owned(), place).is_none(), "{id} has two seats");
            }
        }
    }
    found
}

/// How many siblings sit beside one another.
fn neighbours(seats: &Value, siblings: &HashMap<String, String>) -> usize {
    let of = by_person(seats);
    let beside = |(one, other): (&String, &String)| {
        let (Some((hall, seat)), Some((other_hall, other_seat))) = (of.get(one), of.get(other)) else {
            return false;
        };
        hall == other_hall
            && seat.row().abs_diff(other_seat.row()) <= 1
            && seat.column().abs_diff(other_seat.column()) <= 1
    };
    siblings.iter().filter(|pair| beside(*pair)).count()
}

/// Twenty moves to three free seats and ten exchanges, all decided on the same version, three times over.
async fn moved_at_once(app: &App, course: &str, draw: &mut Draw) -> (usize, usize) {
    let token = app.test_env.admin_token().await;
    let (mut done, mut refused) = (0, 0);
    for _ in 0..3 {
        let now = read(app, course).await;
        let people: Vec<(String, (String, Seat))> = by_person(&now).into_iter().collect();
        let halls = now["halls"].as_array().unwrap();
        let last = halls.last().unwrap();
        let free: Vec<&str> = last["seats"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|seat| seat["customer_id"].is_null())
            .map(|seat| seat["seat"].as_str().unwrap())
            .take(3)
            .collect();
        let mut person = || people[usize::try_from(draw.below(people.len() as u64)).unwrap()].clone();
        let mut forms = Vec::new();
        for number in 0..20 {
            forms.push(json!({
                "customer_id": person().0, "hall": last["hall"], "seat": free[number % free.len()],
                "version": now["version"],
            }));
        }
        for _ in 0..10 {
            let (hall, seat) = person().1;
            forms.push(json!({
                "customer_id": person().0, "hall": hall, "seat": seat.to_string(), "version": now["version"],
                "swap": true,
            }));
        }
        let path = format!("{}/move", seating(course));
        let calls = forms
            .iter()
            .map(|form| app.call(Request::post(&path, form).bearer(&token)));
        for answer in join_all(calls).await {
            match answer.status.as_u16() {
                200 => done += 1,
                409 | 503 => refused += 1,
                other => panic!("{other}: {}", answer.json),
            }
        }
    }
    (done, refused)
}

/// Everybody who has paid for an exam has one seat, by both items, or is flagged.
async fn nobody_is_forgotten(app: &App, seats: &[Value], people: usize) {
    let mut seated = 0;
    for exam in seats {
        let people = by_person(exam);
        let on_seats: BTreeSet<&(String, Seat)> = people.values().collect();
        assert_eq!(on_seats.len(), people.len(), "a seat has two people");
        seated += people.len();
    }
    let flagged = app.test_env.flags().await.len();
    assert_eq!(seated + flagged, people, "{seated} have a seat, {flagged} a flag");
}

#[tokio::test]
#[ignore = "takes minutes to fill the table"]
async fn five_thousand_candidates_of_one_exam_are_seated_in_forty_halls() {
    let app = start().await;
    let halls = forty_halls(&app).await;
    let halls: Vec<&str> = halls.iter().map(String::as_str).collect();
    put_into(&app, COURSE, &halls).await;
    let siblings = filled(&app, &[COURSE.to_owned()]).await;

    let began = Instant::now();
    let options = json!({ "order": "shuffled", "spacing": "none", "siblings_apart": true });
    let made = draft(&app, &options).await;
    println!("draft: {:?}", began.elapsed());
    assert_eq!((seated(&made).len(), &made["unseated"]), (PEOPLE, &json!([])));
    assert_eq!(neighbours(&made, &siblings), 0, "siblings");
    let again = draft(&app, &options).await;
    assert_eq!(seated(&again), seated(&made), "made twice");
    let together = json!({ "order": "paid", "spacing": "none", "siblings_apart": false });
    assert!(
        neighbours(&draft(&app, &together).await, &siblings) > 0,
        "the control"
    );
    draft(&app, &options).await;
    let began = Instant::now();
    let published = publish(&app).await;
    println!("published: {:?}", began.elapsed());
    assert_eq!(seated(&published), seated(&made));
    assert_eq!(at_candidates(&app).await, seated(&made));
    println!("answer: {} KB", published.to_string().len() / 1024);
    let items = app.test_env.dump(Table::Registrations).await;
    let plans = items.iter().filter(|item| item["kind"] == "HALL_SEATS");
    println!(
        "largest plan: {:?} bytes of JSON",
        plans.map(|plan| plan.to_string().len()).max()
    );
    let began = Instant::now();
    let late = paid(&app, 0..50).await;
    println!("50 late payers written: {:?}", began.elapsed());
    let began = Instant::now();
    let done = keep_up(&app).await;
    println!("late: {:?} in {:?}", done, began.elapsed());
    assert_eq!((done.seated, late.len()), (50, 50));
    let began = Instant::now();
    let now = read(&app, COURSE).await;
    println!("read: {:?}", began.elapsed());
    nobody_is_forgotten(&app, &[now], PEOPLE + 50).await;

    let began = Instant::now();
    let (moved, refused) = moved_at_once(&app, COURSE, &mut Draw::new(7)).await;
    println!(
        "{moved} moves and exchanges, {refused} refused: {:?}",
        began.elapsed()
    );
    assert!(moved >= 3 && refused > 0, "{moved} {refused}");
    let now = read(&app, COURSE).await;
    assert_eq!(at_candidates(&app).await, seated(&now));
    nobody_is_forgotten(&app, &[now], PEOPLE + 50).await;
}

#[tokio::test]
#[ignore = "takes minutes to fill the table"]
async fn five_thousand_candidates_of_sixteen_exams_share_forty_halls() {
    let app = start().await;
    let halls = forty_halls(&app).await;
    let catalogue = app.test_env.catalogue();
    let exam = catalogue
        .exam(&CourseId::parse(COURSE).unwrap())
        .await
        .unwrap()
        .unwrap();
    let mut courses = Vec::new();
    for number in 0..16 {
        let id = match number {
            0 => COURSE.to_owned(),
            number => format!("exam-{number:02}"),
        };
        let mut exam = exam.clone();
        exam.id = CourseId::parse(&id).unwrap();
        // Eight in the morning and eight in the afternoon, each time in five of the halls.
        (exam.date, exam.time_start, exam.time_end) = match number < 8 {
            true => ("2025-05-31".to_owned(), "10:00".to_owned(), "11:30".to_owned()),
            false => ("2025-05-31".to_owned(), "14:00".to_owned(), "15:30".to_owned()),
        };
        catalogue.put_exam(&exam).await.unwrap();
        let first = number % 8 * 5;
        let of_it: Vec<&str> = halls[first..first + 5].iter().map(String::as_str).collect();
        put_into(&app, &id, &of_it).await;
        courses.push(id);
    }
    let siblings = filled(&app, &courses).await;
    let options = json!({ "order": "paid", "spacing": "none", "siblings_apart": true });
    let began = Instant::now();
    for course in &courses {
        let made = done(&app, &seating(course), &options).await;
        assert_eq!(made["unseated"], json!([]), "{course}");
        assert_eq!(neighbours(&made, &siblings), 0, "siblings in {course}");
        let again = done(&app, &seating(course), &options).await;
        assert_eq!(seated(&again), seated(&made), "made twice");
        let published = done(&app, &format!("{}/publish", seating(course)), &json!({})).await;
        assert_eq!(seated(&published), seated(&made));
    }
    println!("sixteen exams drafted twice and published: {:?}", began.elapsed());
    paid(&app, 0..50).await;
    assert_eq!(keep_up(&app).await.seated, 50);
    let mut draw = Draw::new(11);
    for course in &courses[..4] {
        let (moved, refused) = moved_at_once(&app, course, &mut draw).await;
        assert!(moved >= 3, "{course}: {moved} {refused}");
    }
    let mut all = Vec::new();
    for course in &courses {
        all.push(read(&app, course).await);
    }
    nobody_is_forgotten(&app, &all, PEOPLE + 50).await;
}
