//! The permission smoke test, step by step: everything that the functions do: every route, every event, and the
//! branches that need a right of their own. The order is here; what a step does is with its like.

mod bulk;
mod catalogue;
mod messages;
mod on_site;
mod orders;
mod portal;
mod results;
mod seating;
mod staff_mails;
mod unattended;

use config::Env;
use provider_simulator::WebhookMode;

use super::smoke::{SmokeTest, message};

impl SmokeTest {
    /// `tables` configures a command on the system's tables.
    pub(super) async fn all(&mut self, tables: &Env) {
        self.system.simulator().set_webhooks(WebhookMode::Withhold);
        self.catalogue().await;
        self.content().await;
        self.pictures_that_nothing_shows().await;
        self.payments_settled_by_the_webhook(tables).await;
        self.payments_settled_by_the_status().await;
        self.an_order_that_the_provider_refuses().await;
        self.at_the_counter().await;
        self.at_the_counter_at_once().await;
        self.a_school_list(tables).await;
        let exam = self.an_exam_that_was_held().await;
        let cleared = self.at_the_door().await;
        self.results(&exam).await;
        self.the_portal().await;
        self.the_settings_of_the_event().await;
        self.the_seats().await;
        self.the_line().await;
        self.the_sheet().await;
        self.exports(&cleared).await;
        self.an_export_whose_worker_died(tables).await;
        self.a_mail_that_comes_back().await;
        self.messages(&cleared, tables).await;
        self.bulk(&cleared, tables).await;
        self.what_the_reconciler_finds().await;
        self.what_the_provider_lists().await;
        self.what_can_be_read_again(tables).await;
        self.an_old_registration(tables).await;
        self.a_place_in_line(tables).await;
        self.on_call(tables).await;
        self.passes_that_were_lost().await;
        self.call("POST /api/contact", &[], message()).await;
        // The clock has gone on for longer than a session lasts.
        self.sign_in().await;
        self.people().await;
        self.invited(tables).await;
        self.the_daily_report(tables).await;
        self.the_closing(tables).await;
        self.own_sessions().await;
    }
}
