//! The services outside the product: the payment provider, the spreadsheet, everybody's mailbox, and the controls of a test.

mod controls;
mod mailbox_page;

use aws_emulation::Mailbox;
use axum::Router;
use axum::response::{Html, Json};
use axum::routing::{get, post};

pub(crate) use controls::Controls;

/// All outside services but the payment provider and the spreadsheet, which bring their own routes.
pub(crate) fn router(mailbox: Mailbox, site_url: &str, portal_url: &str, controls: Controls) -> Router {
    let for_json = mailbox.clone();
    let index = index_page(site_url, portal_url);
    Router::new()
        .route("/", get(move || async move { Html(index) }))
        .route(
            "/mail",
            get(move || async move { mailbox_page::page(&mailbox.mails()) }),
        )
        .route("/mail.json", get(move || async move { Json(for_json.mails()) }))
        .merge(
            Router::new()
                .route("/mail/faults", post(controls::mail_faults))
                .route("/clock", get(controls::clock).post(controls::advance_clock))
                .route("/reconcile", post(controls::reconcile))
                .route("/recon", post(controls::recon))
                .route("/retention", post(controls::retention))
                .route("/collect-pictures", post(controls::collect_pictures))
                .route("/close-event", post(controls::close_event))
                .route("/operations", post(controls::operate))
                .with_state(controls),
        )
}

fn index_page(site_url: &str, portal_url: &str) -> String {
    format!(
        r#"<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Outside services</title><link rel="icon" href="data:,">
<style>body{{font:16px/1.6 system-ui;margin:2rem auto;max-width:44rem;padding:0 1rem}}code{{background:#eee;padding:.1em .3em;overflow-wrap:anywhere}}</style>
<main>
<h1>Outside services</h1>
<ul>
<li><a href="{site_url}">The site</a>, <a href="{portal_url}/login">the portal</a> and <a href="{portal_url}/door">the door</a></li>
<li><a href="/mail">Mailbox</a>, and <a href="/mail.json">the same as JSON</a></li>
<li><a href="/sheets">The spreadsheet</a>, and <a href="/sheets.json">the same as JSON</a></li>
<li>The payment provider: <code>/pg</code>, <a href="/cashfree.js">/cashfree.js</a>, <code>/checkout</code>, <code>/control</code></li>
<li><a href="/clock">The clock</a>; <code>POST /clock {{"advance_seconds": 1800}}</code> moves the whole system</li>
<li><code>POST /reconcile</code> runs what runs every minute, <code>POST /recon</code> what runs every hour: payments, refunds and disputes whose webhooks were lost. <code>POST /retention</code> forgets old unpaid registrations, as every hour does. <code>POST /collect-pictures</code> runs what runs every day: pictures that nothing shows are removed. <code>POST /close-event</code> works on the closing of the event, as every minute does</li>
<li><code>POST /operations {{"action": "list"}}</code> invokes the function <code>operations</code>, as <code>make admin</code> does</li>
<li><code>POST /mail/faults {{"fault": "down" | "throttled" | "rejected" | "slow" | "dropped" | "bounced" | "complained" | null, "times": 1, "seconds": 5}}</code>; mails to <code>bounce@simulator.amazonses.com</code> and <code>complaint@simulator.amazonses.com</code>, also with a <code>+label</code>, come back and are reported as spam by themselves</li>
<li><code>POST /sheets/faults {{"fault": {{"kind": "status", "status": 503}}, "call": "write", "times": 2}}</code>, or <code>null</code></li>
</ul></main></html>
"#
    )
}
