//! Who was let in at the door, as a file.

use super::*;
use crate::contents::pass_no;

/// As `check_in` keeps what happened, at moments of the same day in Kochi.
struct Door<'a> {
    app: &'a App,
    list: &'a str,
}

impl Door<'_> {
    fn place(at: &str, device: &str) -> Value {
        json!({ "at": format!("2025-05-{at}:00Z"), "by": "meera", "device": device })
    }

    fn shard(id: &str) -> u32 {
        id.bytes().map(u32::from).sum::<u32>() % 4
    }

    /// `known` counts up in the order in which things become known.
    async fn happened(&self, known: u32, movement: &str, id: &str, place: Value) {
        let item = json!({
            "pk": format!("EVENTS#{}#{}", self.list, Self::shard(id)), "sk": format!("{known:014}#{id}#AAAAAA"),
            "movement": movement, "customer_id": id, "lookups": [], "place": place,
        });
        self.app.test_env.put(Table::CheckIn, &item).await;
    }

    async fn is_in(&self, id: &str, place: Value) {
        let mut item = json!({ "pk": format!("PASS#{id}"), "sk": format!("LIST#{}", self.list), "customer_id": id, "nonce": id });
        item.as_object_mut()
            .unwrap()
            .extend(place.as_object().unwrap().clone());
        self.app.test_env.put(Table::CheckIn, &item).await;
    }

    async fn double(&self, known: u32, id: &str, first: Value, second: Value) {
        let item = json!({
            "pk": format!("DOUBLES#{}", self.list), "sk": format!("{known:014}#{id}#AAAAAA"),
            "customer_id": id, "lookups": [], "first": first, "second": second,
            "dealt_with": { "at": "2025-05-31T06:00:00Z", "by": "ravi" },
        });
        self.app.test_env.put(Table::CheckIn, &item).await;
    }
}

const DAY: &str = "day:2025-05-31";

#[tokio::test]
async fn each_admission_is_a_line_that_says_what_became_of_it() {
    let app = App::with_candidates(4).await;
    let known = app.test_env.everybody().await;
    let [a, b, c, d] = [0, 1, 2, 3].map(|index| known[index].customer_id.as_str());
    let gone = "CGGGGGGGGGGG";
    let door = Door { app: &app, list: DAY };
    let at = Door::place;
    // Practice of the evening before, replaced by the scan of the day.
    door.happened(1, "in", a, at("30T12:00", "Gate 1")).await;
    // Practice that was cleared.
    door.happened(2, "in", b, at("30T12:01", "Gate 1")).await;
    let cleared = json!({ "pk": "CLEARED", "sk": DAY, "at": "2025-05-30T13:00:00Z" });
    app.test_env.put(Table::CheckIn, &cleared).await;
    door.happened(3, "in", a, at("31T04:00", "Gate 1")).await;
    door.is_in(a, at("31T04:00", "Gate 1")).await;
    // Undone, and let in again.
    door.happened(4, "in", c, at("31T04:01", "Gate 1")).await;
    door.happened(5, "out", c, at("31T04:02", "Gate 2")).await;
    door.happened(6, "in", c, at("31T04:03", "Gate 2")).await;
    door.is_in(c, at("31T04:03", "Gate 2")).await;
    // Let in again by a device without a network, whose scan was later.
    door.happened(7, "in", d, at("31T04:04", "Gate 1")).await;
    door.is_in(d, at("31T04:04", "Gate 1")).await;
    door.double(8, d, at("31T04:04", "Gate 1"), at("31T04:05", "Gate 2"))
        .await;
    // The same, whose scan was earlier, of somebody who has been deleted since.
    door.happened(9, "in", gone, at("31T05:04", "Gate 1")).await;
    door.happened(10, "in", gone, at("31T05:03", "Gate 2")).await;
    door.is_in(gone, at("31T05:03", "Gate 2")).await;
    door.double(10, gone, at("31T05:03", "Gate 2"), at("31T05:04", "Gate 1"))
        .await;

    let lines = app.lines("attendance", json!({ "list": DAY })).await;
    let got: Vec<String> = lines
        .iter()
        .map(|line| {
            let cells = [
                "Pass no.",
                "At",
                "Device",
                "Admission",
                "Practice",
                "Also let in by",
                "Undone At",
                "Undone By",
            ];
            let cells = cells.map(|name| line[name].as_str().unwrap().to_owned());
            cells.join("|")
        })
        .collect();
    let [a_no, b_no, c_no, d_no, gone_no] = [a, b, c, d, gone].map(pass_no);
    assert_eq!(
        got,
        [
            format!("{a_no}|2025-05-30 17:30:00|Gate 1|replaced|yes|||"),
            format!("{b_no}|2025-05-30 17:31:00|Gate 1|cleared|yes|||"),
            format!("{a_no}|2025-05-31 09:30:00|Gate 1|counts||||"),
            format!("{c_no}|2025-05-31 09:31:00|Gate 1|undone|||2025-05-31 09:32:00|meera"),
            format!("{c_no}|2025-05-31 09:33:00|Gate 2|counts||||"),
            format!("{d_no}|2025-05-31 09:34:00|Gate 1|counts||Gate 2||"),
            format!("{d_no}|2025-05-31 09:35:00|Gate 2|double||Gate 1||"),
            format!("{gone_no}|2025-05-31 10:34:00|Gate 1|replaced||Gate 2||"),
            format!("{gone_no}|2025-05-31 10:33:00|Gate 2|counts||Gate 1||"),
        ]
    );
    let dealt_with: Vec<&Value> = lines.iter().map(|line| &line["Dealt With By"]).collect();
    assert_eq!(
        json!(dealt_with),
        json!(["", "", "", "", "", "ravi", "ravi", "ravi", "ravi"])
    );
    assert_eq!(lines[0]["List"], "Sat 31 May");
    assert_eq!(
        (&lines[0]["Name"], &lines[0]["By"]),
        (&json!("Asha Rao"), &json!("meera"))
    );
    assert!(!lines[0]["Course"].as_str().unwrap().is_empty());
    assert_eq!((&lines[7]["Name"], &lines[7]["Course"]), (&json!(""), &json!("")));
}

#[tokio::test]
async fn who_went_out_has_the_last_time_of_it() {
    let app = App::with_candidates(2).await;
    let known = app.test_env.everybody().await;
    let [a, b] = [0, 1].map(|index| known[index].customer_id.as_str());
    let door = Door { app: &app, list: DAY };
    let at = Door::place;
    for (number, id) in [(1, a), (2, b)] {
        door.happened(number, "in", id, at("31T04:00", "Gate 1")).await;
        door.is_in(id, at("31T04:00", "Gate 1")).await;
    }
    door.happened(3, "left", a, at("31T06:00", "Gate 2")).await;
    door.happened(4, "back", a, at("31T07:00", "Gate 2")).await;
    let crossing = |direction: &str, place: Value| {
        let mut crossing = json!({ "direction": direction, "nonce": format!("{direction}-{place}") });
        let members = place.as_object().unwrap().clone();
        crossing.as_object_mut().unwrap().extend(members);
        crossing
    };
    let evening = crossing("out", at("30T12:00", "Gate 1"));
    let lunch =
        [("out", "31T06:00"), ("in", "31T07:00")].map(|(way, time)| crossing(way, at(time, "Gate 2")));
    // Who went out in practice, or before they came in, has not gone out since.
    for (id, crossings) in [(a, json!([evening, lunch[0], lunch[1]])), (b, json!([evening]))] {
        let crossings = json!({
            "pk": format!("PASS#{id}"), "sk": format!("CROSSINGS#{DAY}"), "customer_id": id, "version": 2,
            "crossings": crossings,
        });
        app.test_env.put(Table::CheckIn, &crossings).await;
    }
    let lines = app.lines("attendance", json!({ "list": DAY })).await;
    let outs: Vec<_> = lines
        .iter()
        .map(|line| line["Last Out At"].as_str().unwrap())
        .collect();
    assert_eq!(outs, ["2025-05-31 11:30:00", ""]);
}

#[tokio::test]
async fn a_candidate_is_exported_with_where_they_came_in_and_no_practice() {
    let app = App::with_candidates(3).await;
    let known = app.test_env.everybody().await;
    let [a, b, c] = [0, 1, 2].map(|index| known[index].customer_id.as_str());
    let at = Door::place;
    for list in [DAY, "day:2025-06-01"] {
        let door = Door { app: &app, list };
        // Practice of the evening before each day.
        let evening = if list == DAY { "30T12:00" } else { "31T12:00" };
        door.happened(1, "in", b, at(evening, "Gate 1")).await;
        door.is_in(b, at(evening, "Gate 1")).await;
    }
    let door = Door { app: &app, list: DAY };
    door.happened(2, "in", a, at("31T04:00", "Gate 1")).await;
    door.is_in(a, at("31T04:00", "Gate 1")).await;
    door.happened(3, "in", c, at("31T04:01", "Gate 1")).await;
    door.happened(4, "out", c, at("31T04:02", "Gate 1")).await;
    let exam = Door {
        app: &app,
        list: "exam:gone",
    };
    exam.happened(5, "in", a, at("31T05:00", "Hall 1")).await;
    exam.is_in(a, at("31T05:00", "Hall 1")).await;
    let count = json!({
        "pk": "COUNTS#0", "sk": "exam:gone#2025-05-31T10#Hall 1#meera", "list": "exam:gone",
        "hour": "2025-05-31T10", "device": "Hall 1", "by": "meera", "admitted": 1,
    });
    app.test_env.put(Table::CheckIn, &count).await;
    let record = json!({
        "pk": format!("WITHOUT_RIGHT#{DAY}"), "sk": "nonce-1", "customer_id": c, "list": DAY, "reason": "unpaid",
        "place": at("31T04:05", "Gate 2"), "nonce": "nonce-1",
    });
    app.test_env.put(Table::CheckIn, &record).await;
    let lines = app.lines("candidates", json!({})).await;
    let of = |id: &str| {
        let line = lines.iter().find(|line| line["Pass no."] == pass_no(id)).unwrap();
        ["Let In", "Let In Without a Right"].map(|name| line[name].as_str().unwrap().to_owned())
    };
    assert_eq!(
        of(a),
        [
            "Sat 31 May: 2025-05-31 09:30 at Gate 1; gone: 2025-05-31 10:30 at Hall 1",
            ""
        ]
    );
    assert_eq!(of(b), ["", ""]);
    assert_eq!(of(c), ["", "Sat 31 May: 2025-05-31 09:35 at Gate 2"]);
}

#[tokio::test]
async fn the_attendance_of_all_lists_has_each_of_them_and_that_of_one_no_other() {
    let app = App::start().await;
    // More than one page, and an exam that the catalogue has lost.
    for (list, many) in [(DAY, 501), ("day:2025-06-01", 2), ("exam:gone", 1)] {
        let door = Door { app: &app, list };
        for number in 0..many {
            door.happened(
                number,
                "in",
                &format!("C{number:011}"),
                Door::place("31T04:00", "Gate 1"),
            )
            .await;
        }
        // Whose admission was taken back came in all the same.
        door.happened(many, "out", "C00000000000", Door::place("31T05:00", "Gate 1"))
            .await;
        let count = json!({
            "pk": "COUNTS#0", "sk": format!("{list}#2025-05-31T04#Gate 1#meera"), "list": list,
            "hour": "2025-05-31T04", "device": "Gate 1", "by": "meera", "admitted": many,
        });
        app.test_env.put(Table::CheckIn, &count).await;
    }
    let lines = app.lines("attendance", json!({})).await;
    let lists = column(&lines, "List");
    let of = |label: &str| lists.iter().filter(|list| *list == label).count();
    assert_eq!((of("Sat 31 May"), of("Sun 1 Jun"), of("gone")), (501, 2, 1));
    assert_eq!(lines.len(), 504);
    assert_eq!(totals(&app).await, [504]);
    let one = app.lines("attendance", json!({ "list": "exam:gone" })).await;
    assert_eq!(column(&one, "List"), ["gone"]);
    let none = app.lines("attendance", json!({ "list": "exam:never" })).await;
    assert_eq!(none.len(), 0);
}

/// How many lines each export was begun with, by which it is told from one that is not whole.
async fn totals(app: &App) -> Vec<u64> {
    let rows = app.test_env.dump(Table::Admin).await;
    rows.iter().filter_map(|row| row["total"].as_u64()).collect()
}
