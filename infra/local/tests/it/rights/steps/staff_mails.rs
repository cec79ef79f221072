//! What staff are mailed: an invitation, and the daily report.

use config::Env;
use domain::{Email, Entropy, Role};
use http::StatusCode;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use store::{
    Administrator, Administrators, AuditEntry, DailyReport, DailyReportMailId, DailyReportMails,
    INVITATION_LASTS, Invitation, InvitationChange, InvitationMail, Invitations, MailsAfter, ReportTotals,
    Reports, Write,
};

use crate::rights::smoke::{SmokeTest, post};

const CINI: &str = "cini@organiser.example";

impl SmokeTest {
    /// One that is accepted, and one that was over before its mail was sent.
    pub(super) async fn invited(&mut self, tables: &Env) {
        let form = json!({ "username": "Cini", "role": "counter", "email": CINI, "invite": true });
        let (status, made) = self.ask("POST /api/admin/users", &[], form).await;
        assert_eq!(status, StatusCode::CREATED, "{made}{}", self.refusals());
        let again = json!({ "invite": true });
        self.call("PUT /api/admin/users/{username}", &["Cini"], again)
            .await;
        self.until("an invitation", async || {
            self.reconcile().await;
            self.system.mailbox().mails().iter().any(|mail| mail.to == CINI)
        })
        .await;
        let mails = self.system.mailbox().mails();
        let mail = mails.iter().find(|mail| mail.to == CINI).unwrap();
        let (_, link) = mail.text.split_once("/login/invitation#").unwrap();
        let token = link.split_whitespace().next().unwrap();
        self.call("POST /api/admin/invitation", &[], json!({ "token": token }))
            .await;
        let accept = json!({ "token": token, "password": "kadavu plum lantern" });
        self.call("PUT /api/admin/invitation", &[], accept).await;

        let now = self.system.clock().now();
        let invitation = Invitation {
            expires_at: now - INVITATION_LASTS,
            ..Invitation::new(&Entropy::system(), now)
        };
        let email = Email::parse(CINI).unwrap();
        let mail = InvitationMail::new(email, "Devi", Role::Door, "asha", invitation.expires_at);
        let (id, name) = ("ID-OF-DEVI".to_owned(), "Devi".to_owned());
        let account = Administrator::new(id, name, "none".to_owned(), Role::Door);
        let entry = AuditEntry::new(
            now,
            &Entropy::system(),
            "asha",
            "admin.created",
            "devi",
            Value::Null,
            Value::Null,
        );
        let mails = MailsAfter {
            told: None,
            invitation: Some(InvitationChange {
                invitations: &Invitations::from_env(tables).unwrap(),
                void: None,
                sent: Some((&invitation, &mail)),
            }),
        };
        let administrators = Administrators::from_env(tables).unwrap();
        let created = administrators.create(&account, &entry, mails).await;
        assert_eq!(created.unwrap(), Write::Done);
        self.until("an invitation that was over", async || {
            self.reconcile().await;
            let items = Invitations::from_env(tables).unwrap();
            let due = items.due(self.system.clock().now() + INVITATION_LASTS, 10).await;
            due.unwrap().is_empty()
        })
        .await;
    }

    /// It is switched off and on, mailed, and dropped; and those on call change an account that reads it.
    pub(super) async fn the_daily_report(&mut self, tables: &Env) {
        // The clock has gone on for hours.
        self.sign_in().await;
        for on in [true, false, true] {
            let switch = json!({ "on": on });
            self.call("PUT /api/admin/daily-report", &[], switch).await;
        }
        // The report of a day that is later than any: its mails go out at the next run.
        let totals = ReportTotals {
            at: self.system.clock().now(),
            candidates: 1,
            of_day: 1,
            modes: Vec::new(),
        };
        let report = DailyReport {
            day: "9999-12-31".to_owned(),
            before: Some(totals.clone()),
            totals,
            registered: 1,
            attention: BTreeMap::new(),
            is_queued: false,
        };
        let reports = Reports::from_env(tables).unwrap();
        assert_eq!(reports.begin(&report).await.unwrap(), Write::Done);
        let mails = DailyReportMails::from_env(tables).unwrap();
        let old = DailyReportMailId::new("2025-01-01", "nobody");
        let kept = mails.keep(&old, self.system.clock().now()).await;
        assert_eq!(kept.unwrap(), Write::Done);
        self.until("a daily report", async || {
            self.reconcile().await;
            let mails = self.system.mailbox().mails();
            mails.iter().any(|mail| mail.subject.starts_with("Daily report"))
        })
        .await;
        let url = format!("{}/operations", self.system.outside_url());
        let same = json!({ "action": "change_role", "username": local::ADMINISTRATOR, "role": "admin" });
        let (status, answer) = post("POST", &url, [], same.to_string()).await;
        assert_eq!(status, StatusCode::OK, "{answer}{}", self.refusals());
        self.sign_in().await;
    }
}
