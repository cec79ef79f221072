//! Reconciliation: what is asked, and the pages that come back.

use super::Text;
use super::payment::status;
use crate::{ReconEvent, ReconKind, ReconPage};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;
use std::ops::Range;
use time::format_description::well_known::Rfc3339;
use time::{Duration, OffsetDateTime, UtcOffset};

/// The most events that the provider puts on one page.
const PAGE: u32 = 1000;

#[derive(Serialize)]
pub(crate) struct Request<'a> {
    pagination: Pagination<'a>,
    filters: Filters,
}

#[derive(Serialize)]
struct Pagination<'a> {
    limit: u32,
    cursor: Option<&'a str>,
}

#[derive(Serialize)]
struct Filters {
    start_date: String,
    end_date: String,
}

impl<'a> Request<'a> {
    /// None for a year that RFC 3339 cannot write.
    pub(crate) fn new(range: &Range<OffsetDateTime>, cursor: Option<&'a str>) -> Option<Self> {
        let date = |moment: OffsetDateTime| {
            let whole = moment.to_offset(UtcOffset::UTC).truncate_to_second();
            whole.format(&Rfc3339).ok()
        };
        Some(Self {
            pagination: Pagination { limit: PAGE, cursor },
            filters: Filters {
                start_date: date(range.start)?,
                // In whole seconds, but with what happened in the last one.
                end_date: date(range.end.checked_add(Duration::SECOND)?)?,
            },
        })
    }
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Page {
    cursor: Text,
    /// None when the answer is no page at all: an object without a list.
    data: Option<Vec<Value>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Event {
    event_id: Text,
    event_type: Text,
    event_status: Text,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Order {
    order_id: Text,
}

impl Page {
    /// None for an answer that is no page.
    pub(crate) fn into_page(self) -> Option<ReconPage> {
        Some(ReconPage {
            events: self.data?.iter().map(event).collect(),
            next: self.cursor.0,
        })
    }
}

/// A row that names no order, or whose type is not known, changes nothing but is there.
fn event(row: &Value) -> ReconEvent {
    let event: Event = part(row, "event_details");
    let order: Order = part(row, "order_details");
    let word = event.event_type.0.unwrap_or_default();
    let kind = match word.as_str() {
        "PAYMENT" => ReconKind::Payment(status(event.event_status.as_deref())),
        "REFUND" | "AUTO_REFUND" | "REFUND_REVERSAL" => ReconKind::Refund,
        "DISPUTE" | "DISPUTE_REVERSAL" | "CHARGEBACK" | "CHARGEBACK_REVERSAL" => ReconKind::Dispute,
        _ => ReconKind::Other,
    };
    ReconEvent {
        kind,
        word,
        order_id: order.order_id.0,
        id: event.event_id.0,
        status: event.event_status.0,
    }
}

/// A part of a row: a group of its own since version 2026-01-01, among the members of the row itself before.
fn part<T: DeserializeOwned + Default>(row: &Value, group: &str) -> T {
    let part = row.get(group).filter(|part| part.is_object()).unwrap_or(row);
    super::object(part.clone()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::payment::AttemptStatus;

    fn page(json: &str) -> Option<ReconPage> {
        super::super::body::<Page>(json.as_bytes()).and_then(Page::into_page)
    }

    #[test]
    fn an_unknown_word_or_a_malformed_row_is_kept_as_other_and_fails_no_page() {
        let page = page(
            r#"{"cursor":"more","limit":9,"data":[
            {"event_details":{"event_type":"PAYMENT","event_status":"FLAGGED","event_id":7},"order_details":{"order_id":"o1"}},
            {"event_details":{"event_type":"OTHER_ADJUSTMENT"},"order_details":null},
            {"event_details":{"event_type":{"odd":1},"event_status":[]},"order_details":"none"},
            7, null, ["PAYMENT"], {},
            {"event_details":{"event_type":"CHARGEBACK","event_status":"CLOSED","event_id":"272"},"order_details":{"order_id":"o2"}}]}"#,
        )
        .unwrap();
        assert_eq!(page.next.as_deref(), Some("more"));
        assert_eq!(
            page.events[0],
            ReconEvent {
                kind: ReconKind::Payment(AttemptStatus::Unrecognised),
                word: "PAYMENT".to_owned(),
                order_id: Some("o1".to_owned()),
                id: Some("7".to_owned()),
                status: Some("FLAGGED".to_owned()),
            }
        );
        assert_eq!(
            (&page.events[1].kind, page.events[1].word.as_str()),
            (&ReconKind::Other, "OTHER_ADJUSTMENT")
        );
        for odd in &page.events[2..7] {
            assert_eq!((&odd.kind, odd.word.as_str()), (&ReconKind::Other, ""));
            assert_eq!(odd.order_id, None);
        }
        assert_eq!(page.events[7].kind, ReconKind::Dispute);
        assert_eq!(page.events[7].order_id.as_deref(), Some("o2"));
    }

    #[test]
    fn money_that_came_back_is_another_event_than_the_money_that_went() {
        let word = |word: &str| {
            let row = format!(r#"{{"data":[{{"event_type":"{word}","order_id":"o1"}}]}}"#);
            page(&row).unwrap().events.remove(0)
        };
        for (went, came_back, kind) in [
            ("REFUND", "REFUND_REVERSAL", ReconKind::Refund),
            ("DISPUTE", "DISPUTE_REVERSAL", ReconKind::Dispute),
            ("CHARGEBACK", "CHARGEBACK_REVERSAL", ReconKind::Dispute),
        ] {
            let (went, came_back) = (word(went), word(came_back));
            assert_eq!((&went.kind, went.is_return()), (&kind, false));
            assert_eq!((&came_back.kind, came_back.is_return()), (&kind, true));
        }
        assert!(!word("PAYMENT_REVERSAL").is_return());
    }

    #[test]
    fn a_row_says_the_same_whether_its_members_are_grouped_or_not() {
        // Until version 2025-01-01, and since 2026-01-01.
        let flat = r#"{"data":[{"event_id":"5114","event_type":"REFUND","event_status":"SUCCESS","event_amount":1850.00,
            "order_id":"o1","cf_payment_id":"77","refund_id":"r1","settlement_utr":null}]}"#;
        let grouped = r#"{"data":[{"event_details":{"event_id":"5114","event_type":"REFUND","event_status":"SUCCESS"},
            "order_details":{"order_id":"o1"},"payment_details":{"cf_payment_id":"77"},"refund_details":null}]}"#;
        let expected = ReconEvent {
            kind: ReconKind::Refund,
            word: "REFUND".to_owned(),
            order_id: Some("o1".to_owned()),
            id: Some("5114".to_owned()),
            status: Some("SUCCESS".to_owned()),
        };
        for row in [flat, grouped] {
            assert_eq!(
                page(row).unwrap().events,
                std::slice::from_ref(&expected),
                "{row}"
            );
        }
    }

    #[test]
    fn a_row_in_another_shape_is_neither_understood_nor_of_no_order() {
        let of = |row: &str| {
            let event = page(&format!(r#"{{"data":[{row}]}}"#)).unwrap().events.remove(0);
            (event.is_understood(), event.is_of_no_order())
        };
        for row in [
            r#"{"transaction":{"event_type":"PAYMENT","order_id":"o1"}}"#,
            r#"{"event_type":"PAYMENT","event_status":"SUCCESS","merchant_order":"o1"}"#,
            r#"{"event_details":{"event_type":"REFUND"},"order":{"order_id":"o1"}}"#,
            r#"{"event_details":{"type":"REFUND"},"order_details":{"order_id":"o1"}}"#,
            "7",
        ] {
            assert_eq!(of(row), (false, false), "{row}");
        }
        // The controls.
        assert_eq!(of(r#"{"event_type":"PAYMENT","order_id":"o1"}"#), (true, false));
        assert_eq!(
            of(r#"{"event_type":"SETTLEMENT","event_id":"45345"}"#),
            (false, true)
        );
    }

    #[test]
    fn an_answer_without_a_list_is_no_page_and_so_no_end() {
        for body in ["{}", "[]", "7", r#"{"data":null}"#, r#"{"data":{}}"#, "<html>"] {
            assert_eq!(page(body), None, "{body}");
        }
        let last = page(r#"{"cursor":null,"data":[]}"#).unwrap();
        assert_eq!((last.events.len(), last.next), (0, None));
    }
}
