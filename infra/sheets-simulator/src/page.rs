//! The spreadsheet for people and for tests: a table, its values as JSON, and the faults.

use crate::fault::Rule;
use crate::grid::Cell;
use crate::state::Inner;
use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::response::{Html, IntoResponse, Json, Response};
use axum::routing::{get, post};
use http::{StatusCode, header};
use serde_json::json;
use std::fmt::Write;
use std::sync::Arc;

/// Nothing from elsewhere and no script: the cells are what strangers typed.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

pub(crate) fn router(inner: Arc<Inner>) -> Router {
    Router::new()
        .route("/sheets", get(page))
        .route("/sheets.json", get(values))
        .route("/sheets/faults", post(faults))
        .with_state(inner)
}

async fn values(State(inner): State<Arc<Inner>>) -> Response {
    let rows = inner.contents();
    let values: Vec<Vec<_>> = rows
        .iter()
        .map(|row| row.iter().map(Cell::unformatted).collect())
        .collect();
    Json(values).into_response()
}

async fn page(State(inner): State<Arc<Inner>>) -> Response {
    let title = escaped(&inner.config.tab);
    let rows = inner.contents();
    let mut body = format!(
        r#"<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Spreadsheet</title><link rel="icon" href="data:,">
<style>body{{font:15px/1.5 system-ui;margin:2rem;}}table{{border-collapse:collapse}}td,th{{border:1px solid #999;padding:.2rem .5rem;text-align:left;white-space:nowrap}}
th{{background:#eee;position:sticky;top:0}}td.number{{text-align:right}}</style>
<main><h1>{title}</h1><p>{} rows. <a href="/sheets.json">As JSON</a></p>
"#,
        rows.len().saturating_sub(1)
    );
    if rows.is_empty() {
        body.push_str("<p>Nothing was written yet.</p>");
    }
    body.push_str("<table>");
    for (index, row) in rows.iter().enumerate() {
        let tag = if index == 0 { "th" } else { "td" };
        body.push_str("<tr>");
        for cell in row {
            let class = match cell {
                Cell::Number(_) => " class=\"number\"",
                Cell::Empty | Cell::Text(_) => "",
            };
            // Writing to a String cannot fail.
            let _ = write!(body, "<{tag}{class}>{}</{tag}>", escaped(&cell.shown()));
        }
        body.push_str("</tr>\n");
    }
    body.push_str("</table></main></html>\n");
    ([(header::CONTENT_SECURITY_POLICY, POLICY)], Html(body)).into_response()
}

/// `{"fault": {"kind": "status", "status": 503}, "call": "write", "after": 2, "times": 3}`, or `null` to clear
/// the faults, which also answers the requests that are held.
async fn faults(State(inner): State<Arc<Inner>>, body: Bytes) -> Response {
    match serde_json::from_slice::<Option<Rule>>(&body) {
        Ok(Some(rule)) => inner.state().faults.add(rule),
        Ok(None) => {
            inner.state().faults.clear();
            inner.held.notify_waiters();
        }
        Err(error) => {
            let body = Json(json!({ "message": error.to_string() }));
            return (StatusCode::UNPROCESSABLE_ENTITY, body).into_response();
        }
    }
    StatusCode::NO_CONTENT.into_response()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
