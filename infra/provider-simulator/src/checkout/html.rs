//! The frame of every page, and the one way in which text gets into HTML.

use axum::response::{Html, IntoResponse, Response};
use http::header::{CACHE_CONTROL, REFERRER_POLICY};
use time::macros::format_description;
use time::{OffsetDateTime, UtcOffset};

/// A text that may be put into an element or a quoted attribute.
pub(super) fn escape(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for symbol in text.chars() {
        match symbol {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            _ => safe.push(symbol),
        }
    }
    safe
}

/// Paise as people in India write rupees: `₹1,85,000.50`.
pub(super) fn rupees(paise: u64) -> String {
    let digits = (paise / 100).to_string();
    let (thousands, rest) = digits.split_at(digits.len().saturating_sub(3));
    let mut grouped = String::new();
    for (at, digit) in thousands.chars().enumerate() {
        if at > 0 && (thousands.len() - at).is_multiple_of(2) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    if !grouped.is_empty() {
        grouped.push(',');
    }
    format!("₹{grouped}{rest}.{:02}", paise % 100)
}

/// A moment for a person: `21 Dec 2026, 18:33 IST`.
pub(super) fn moment(at: OffsetDateTime) -> String {
    let india = UtcOffset::from_hms(5, 30, 0).unwrap_or(UtcOffset::UTC);
    let text = format_description!("[day padding:none] [month repr:short] [year], [hour]:[minute] IST");
    at.to_offset(india).format(text).unwrap_or_default()
}

/// A page; `class` is that of its main part, and `content` is HTML.
pub(super) fn page(title: &str, class: &str, content: &str) -> Response {
    let text = format!(
        r#"<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/checkout/style.css">
<script src="/checkout/page.js" defer></script>
</head>
<body>
<aside class="notice"><strong>Payment simulator.</strong> No money moves here, whatever you press.</aside>
<main class="{class}">
{content}
</main>
</body>
</html>
"#,
        title = escape(title),
    );
    (
        [(CACHE_CONTROL, "no-store"), (REFERRER_POLICY, "no-referrer")],
        Html(text),
    )
        .into_response()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rupees_are_grouped_the_indian_way() {
        for (paise, text) in [
            (100, "₹1.00"),
            (99_950, "₹999.50"),
            (185_000, "₹1,850.00"),
            (123_456_700, "₹12,34,567.00"),
            (1_000_000_000, "₹1,00,00,000.00"),
        ] {
            assert_eq!(rupees(paise), text);
        }
    }

    #[test]
    fn text_cannot_become_markup() {
        assert_eq!(escape(r#"<a b="c'&">"#), "&lt;a b=&quot;c&#39;&amp;&quot;&gt;");
    }
}
