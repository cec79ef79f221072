//! Moments as the sheet has them.

use time::{
    OffsetDateTime,
    macros::{format_description, offset},
};

/// The clock on the wall in Asia/Kolkata, in an order that sorts by time.
pub(crate) fn in_india(moment: OffsetDateTime) -> String {
    let wall = moment.to_offset(offset!(+5:30));
    let format = format_description!("[year]-[month]-[day] [hour]:[minute]");
    wall.format(format).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use time::macros::datetime;

    #[test]
    fn the_time_is_that_of_india() {
        assert_eq!(in_india(datetime!(2025-05-31 19:15:59 UTC)), "2025-06-01 00:45");
    }
}
