//! The event's facts, as mails, passes and the door state them. They stand in `event.json`, which the site is made of, too;
//! `build.rs` makes constants of it.

include!(concat!(env!("OUT_DIR"), "/event.rs"));

#[cfg(test)]
#[path = "../build/facts.rs"]
mod facts;

#[cfg(test)]
mod tests {
    use super::{facts, *};
    use serde_json::{Value, json};

    /// Another event, whatever this build is of.
    const ANOTHER: &str = include_str!("event/another.json");

    fn refusal(change: impl FnOnce(&mut Value)) -> String {
        let mut file: Value = serde_json::from_str(ANOTHER).unwrap();
        change(&mut file);
        facts::Event::read(&file.to_string()).err().unwrap_or_default()
    }

    #[test]
    fn the_last_day_is_the_last_of_the_days() {
        assert_eq!(DAYS.last().unwrap().to_string(), LAST_DAY);
        assert!(DATES.ends_with(&DAYS.last().unwrap().year().to_string()));
    }

    #[test]
    fn days_are_written_from_the_first_to_the_last() {
        let cases: Vec<(Vec<String>, String)> =
            serde_json::from_str(include_str!("event/dates.json")).unwrap();
        assert!(cases.len() > 3);
        for (days, written) in cases {
            let days: Vec<&str> = days.iter().map(String::as_str).collect();
            assert_eq!(facts::dates(&days), Ok(written));
        }
    }

    #[test]
    fn a_file_with_a_member_too_many_or_too_few_is_refused_and_so_are_days_that_cannot_be() {
        assert_eq!(refusal(|_| ()), "");
        assert!(refusal(|file| file["title"] = json!("Expo")).contains("unknown field `title`"));
        assert!(refusal(|file| file["venue"]["road"] = json!("MG Road")).contains("`road`"));
        let missing = |file: &mut Value| drop(file.as_object_mut().unwrap().remove("name"));
        assert!(refusal(missing).contains("missing field `name`"));
        let without_video = |file: &mut Value| drop(file.as_object_mut().unwrap().remove("socialVideo"));
        assert_eq!(refusal(without_video), "");
        for day in ["2025-5-31", "2025-13-01", "31 May 2025", "2025-05-31-1", ""] {
            assert!(
                refusal(|file| file["days"][0]["date"] = json!(day)).contains("is no day"),
                "{day}"
            );
        }
        let backwards = |file: &mut Value| file["days"][0]["date"] = json!("2027-02-13");
        assert!(refusal(backwards).contains("one after the other"));
        assert!(refusal(|file| file["days"] = json!([])).contains("none"));
        assert!(refusal(|file| file["registerBy"] = json!("2027-02-15")).contains("the last day"));
    }

    #[test]
    fn constants_are_those_of_the_file_with_street_and_map_where_they_are_known() {
        let mut file: Value = serde_json::from_str(ANOTHER).unwrap();
        let made = |file: &Value| facts::Event::read(&file.to_string()).unwrap().constants();
        let known = made(&file);
        for line in [
            r#"NAME: &str = "Career Days Pune";"#,
            r#"DATES: &str = "12 Feb - 14 Feb 2027";"#,
            r#"LAST_DAY: &str = "2027-02-14";"#,
            r#"TIME: &str = "09:30";"#,
            r#"ADMITS: &str = "1 Visitor";"#,
            r#"VENUE: &str = "Deccan Hall, Pune";"#,
            r#"ADDRESS: &str = "Deccan Hall, 12 Fergusson Road, Pune";"#,
            r#"MAP: &str = "https://maps.example/deccan-hall";"#,
            r#"ORGANISER: &str = "Deccan Learning Trust";"#,
            r#"ORGANISER_ADDRESS: &str = "4 Lake Street, Pune 411001";"#,
            r#"DISPUTE_HOURS: &str = "48";"#,
            r#"REFUND_ARRIVAL: &str = "ten working days";"#,
            "Date; 3] = [time::macros::date!(2027 - 02 - 12), ",
        ] {
            assert!(known.contains(line), "{line} is missing in {known}");
        }
        let venue = file["venue"].as_object_mut().unwrap();
        venue.remove("map");
        assert!(made(&file).contains(r#"query=Deccan%20Hall%2C%2012%20Fergusson%20Road%2C%20Pune";"#));
        file["venue"].as_object_mut().unwrap().remove("street");
        assert!(made(&file).contains(r#"ADDRESS: &str = "Deccan Hall, Pune";"#));
        file["name"] = json!("The \"Expo\"");
        assert!(made(&file).contains(r#"NAME: &str = "The \"Expo\"";"#));
    }
}
