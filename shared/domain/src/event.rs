//! The event's facts, as the mails state them. The site's own copy is web/src/content; a test compares.

use time::{Date, macros::date};

/// The event's name.
pub const NAME: &str = "Scholarship Expo Kochi";
/// Its days.
pub const DATES: &str = "31 May - 01 Jun 2025";
/// The last of them, `YYYY-MM-DD`.
pub const LAST_DAY: &str = "2025-06-01";
/// Its days, one by one.
pub const DAYS: [Date; 2] = [date!(2025 - 05 - 31), date!(2025 - 06 - 01)];
/// When it opens.
pub const TIME: &str = "10:00";
/// Who holds it, as a receipt names them.
pub const ORGANISER: &str = "Scholarship Expo Kochi Events LLP";
/// The organiser's address.
pub const ORGANISER_ADDRESS: &str = "Kochi, Kerala, India";
/// Where it is held.
pub const VENUE: &str = "The Mall, Kochi";

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::format_description;

    #[test]
    fn the_days_are_those_of_the_text() {
        let [first, last] = DAYS;
        let day = format_description!("[day] [month repr:short]");
        let last = format!("{} {}", last.format(day).unwrap(), last.year());
        assert_eq!(format!("{} - {last}", first.format(day).unwrap()), DATES);
    }
}
