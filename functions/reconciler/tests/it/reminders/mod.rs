//! Mails for the moment of a place in line.

mod failures;
mod leases;
mod moments;

use crate::App;
use domain::{
    Email,
    line::{Micros, micros},
};
use reconciler::Summary;
use serde_json::{Value, json};
use store::{Reminders, Write, line::Ticket, reminders::Reminder, tables::Table};
use time::{Duration, OffsetDateTime};

const TICKET: &str = "0123456789ABCDEFGHJKMNPQRS";

/// The moment of the place, from the start of a test.
const WAIT: Duration = Duration::minutes(20);

/// The mail is due two minutes before it.
const DUE: Duration = Duration::minutes(18);

const REMINDED: Summary = Summary {
    settled: 0,
    unsettled: 0,
    refunds: 0,
    refunds_unsettled: 0,
    mailed: 0,
    unmailed: 0,
    reminded: 1,
    unreminded: 0,
    left: 0,
    sync_resumed: false,
    exports_resumed: 0,
    imports_resumed: 0,
    messages_resumed: 0,
    bulk_resumed: 0,
    seats: 0,
    unseated: 0,
};

const UNREMINDED: Summary = Summary {
    reminded: 0,
    unreminded: 1,
    ..REMINDED
};

fn ticket(number: usize) -> Ticket {
    Ticket::parse(&format!("{number:026}")).unwrap()
}

impl App {
    /// A place whose moment is after `wait`, and the request for a mail.
    async fn place(&self, ticket: &Ticket, email: &str, wait: Duration) {
        let now = self.test_env.clock.now();
        self.write_place(ticket, micros(now + wait), false).await;
        let reminder = Reminder::new(Email::parse(email).unwrap(), now);
        let reminders = Reminders::from_env(&self.test_env.env()).unwrap();
        let due = now + wait - Duration::minutes(2);
        assert_eq!(reminders.keep(ticket, &reminder, due).await.unwrap(), Write::Done);
    }

    async fn write_place(&self, ticket: &Ticket, opens: Micros, used: bool) {
        let place = json!({
            "pk": format!("LINE#place#{}", ticket.as_str()), "sk": "PLACE", "opens_at": opens, "set_by": "line", "keyed": true,
            "used": used, "version": 1,
        });
        self.test_env.put(Table::Access, &place).await;
    }

    async fn reminders(&self) -> Vec<Value> {
        let rows = self.test_env.dump(Table::Registrations).await;
        rows.into_iter().filter(|row| row["kind"] == "REMINDER").collect()
    }

    fn receivers(&self) -> Vec<String> {
        self.test_env
            .mailbox
            .mails()
            .into_iter()
            .map(|mail| mail.to)
            .collect()
    }
}

/// A test environment with one reminder.
async fn start() -> (App, Ticket, OffsetDateTime) {
    let app = App::start().await;
    let ticket = Ticket::parse(TICKET).unwrap();
    app.place(&ticket, "asha@example.com", WAIT).await;
    let began = app.test_env.clock.now();
    (app, ticket, began)
}
