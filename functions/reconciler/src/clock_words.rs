//! Moments as people in India read them.

use time::{
    OffsetDateTime,
    macros::{format_description, offset},
};

/// `31 May 2025, 12:45 am`.
pub(crate) fn shown(moment: OffsetDateTime) -> String {
    let format = format_description!(
        "[day padding:none] [month repr:short] [year], [hour repr:12 padding:none]:[minute] [period case:lower]"
    );
    moment
        .to_offset(offset!(+5:30))
        .format(format)
        .unwrap_or_default()
}
