//! The event's facts, as the mails state them. The site's own copy is web/src/content; a test compares.

/// The event's name.
pub const NAME: &str = "Scholarship Expo Kochi";
/// Its days.
pub const DATES: &str = "31 May - 01 Jun 2025";
/// The last of them, `YYYY-MM-DD`.
pub const LAST_DAY: &str = "2025-06-01";
/// When it opens.
pub const TIME: &str = "10:00";
/// Who holds it, as a receipt names them.
pub const ORGANISER: &str = "Scholarship Expo Kochi Events LLP";
/// The organiser's address.
pub const ORGANISER_ADDRESS: &str = "Kochi, Kerala, India";
/// Where it is held.
pub const VENUE: &str = "The Mall, Kochi";
