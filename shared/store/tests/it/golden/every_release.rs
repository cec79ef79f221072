//! Today's code reads what each release wrote, and what it writes itself, kind by kind.

use super::{as_written, assert_kept, of_kind, payments, written};
use domain::{BulkOutcome, Email, Word, payment::Order};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use store::{
    Access, AccountMails, Administrators, AuditLog, BulkItems, BulkJob, CandidateMessage, Content,
    DailyReportMails, Import, ImportLines, Invitations, Jobs, PassRequests, Recipients, Reminders, Reports,
    Seating, SheetSync, Tills, exports::Export, line::Ticket, read_model::RowFilter, tables::Table,
};
use time::{Date, Duration, OffsetDateTime, macros::format_description};

#[tokio::test]
async fn candidates_orders_and_mails_of_every_release_are_read() {
    for (release, test_env) in as_written().await {
        let items = test_env.dump(Table::Registrations).await;
        let registrations = test_env.registrations();
        // What a refused order leaves until it expires is not shown, so nothing is read of it.
        let shown = |kind| of_kind(&items, kind).filter(|item| item.get("expires").is_none());
        for candidate in shown("CANDIDATE") {
            let of_it = |kind| shown(kind).filter(|item| item["pk"] == candidate["pk"]);
            let id = serde_json::from_value(candidate["customer_id"].clone()).unwrap();
            let file = registrations.candidate(&id).await.unwrap().unwrap();
            assert_kept(candidate, &file.candidate);
            assert_eq!(file.orders.len(), of_it("ORDER").count(), "{release}");
            for order in of_it("ORDER") {
                let id = serde_json::from_value(order["order_id"].clone()).unwrap();
                assert_kept(order, &registrations.order(&id).await.unwrap().unwrap());
            }
            assert_eq!(file.mails.len(), of_it("MAIL").count(), "{release}");
            for mail in of_it("MAIL") {
                let id = serde_json::from_value(mail["order_id"].clone()).unwrap();
                let read = registrations.mail(&id).await.unwrap().unwrap();
                assert_eq!(serde_json::to_value(read).unwrap()["state"], mail["state"]);
            }
        }
    }
}

#[tokio::test]
async fn what_forgotten_people_paid_is_read_of_every_release() {
    for (_, test_env) in as_written().await {
        let items = test_env.dump(Table::Registrations).await;
        let (orders, modes) = payments(&test_env).await.unwrap();
        for item in of_kind(&items, "FORGOTTEN_PAYMENT") {
            let is_it = |order: &&Order| order.order_id.as_str() == item["order_id"];
            let read = orders.iter().find(is_it).unwrap();
            let mut kept = item.clone();
            let mode = kept.as_object_mut().unwrap().remove("payment_mode").unwrap();
            assert_kept(&kept, read);
            assert_eq!(modes[&read.customer_id].as_str(), mode);
        }
    }
}

#[tokio::test]
async fn flags_claims_and_idempotency_keys_of_every_release_are_read() {
    for (release, test_env) in as_written().await {
        let items = test_env.dump(Table::Registrations).await;
        let registrations = test_env.registrations();
        let flags = test_env.flags().await;
        assert_eq!(flags.len(), of_kind(&items, "ATTENTION").count(), "{release}");
        for flag in of_kind(&items, "ATTENTION") {
            assert!(
                flags
                    .iter()
                    .any(|read| serde_json::to_value(read).unwrap()["flag"] == flag["flag"])
            );
        }
        for key in of_kind(&items, "IDEM") {
            let text = key["key"].as_str().unwrap();
            assert_kept(key, &registrations.idempotency(text).await.unwrap().unwrap());
        }
        let claims: BTreeSet<&str> = of_kind(&items, "CLAIM")
            .map(|claim| claim["order_id"].as_str().unwrap())
            .collect();
        for claim in claims {
            let id = domain::OrderId::parse(claim).unwrap();
            let order = registrations.order(&id).await.unwrap().unwrap();
            let claims = registrations.claims(&order.claim_key()).await.unwrap();
            assert_eq!(claims.own.unwrap().order_id, id, "{release}");
        }
    }
}

#[tokio::test]
async fn reminders_of_every_release_are_read() {
    for (_, test_env) in as_written().await {
        let items = test_env.dump(Table::Registrations).await;
        let reminders = Reminders::from_env(&test_env.env()).unwrap();
        for item in of_kind(&items, "REMINDER") {
            let ticket = Ticket::parse(item["pk"].as_str().unwrap().split_once('#').unwrap().1).unwrap();
            let due = OffsetDateTime::from_unix_timestamp(item["due_at"].as_i64().unwrap()).unwrap();
            assert_eq!(
                reminders.due(due, 10).await.unwrap(),
                std::slice::from_ref(&ticket)
            );
            let leased = reminders.lease(&ticket, "lease", due, Duration::minutes(1)).await;
            assert_kept(item, &leased.unwrap().unwrap());
        }
    }
}

#[tokio::test]
async fn requests_for_passes_of_every_release_are_read() {
    for (_, test_env) in as_written().await {
        let items = test_env.dump(Table::Registrations).await;
        let requests = PassRequests::from_env(&test_env.env()).unwrap();
        for item in of_kind(&items, "PASS_REQUEST") {
            let email = Email::parse(item["email"].as_str().unwrap()).unwrap();
            let due = OffsetDateTime::from_unix_timestamp(item["due_at"].as_i64().unwrap()).unwrap();
            assert_eq!(requests.due(due, 10).await.unwrap(), std::slice::from_ref(&email));
            let leased = requests.lease(&email, "lease", due, Duration::minutes(1)).await;
            assert_kept(item, &leased.unwrap().unwrap());
        }
    }
}

#[tokio::test]
async fn mails_about_accounts_of_every_release_are_read() {
    for (_, test_env) in as_written().await {
        let items = test_env.dump(Table::Registrations).await;
        let mails = AccountMails::from_env(&test_env.env()).unwrap();
        for item in of_kind(&items, "SIGN_IN") {
            let session = item["pk"].as_str().unwrap().split_once('#').unwrap().1;
            let due = OffsetDateTime::from_unix_timestamp(item["due_at"].as_i64().unwrap()).unwrap();
            assert_eq!(mails.due(due, 10).await.unwrap(), [session]);
            let leased = mails.lease(session, "lease", due, Duration::minutes(1)).await;
            assert_kept(item, &leased.unwrap().unwrap());
        }
    }
}

#[tokio::test]
async fn invitations_and_daily_reports_of_every_release_are_read() {
    for (_, test_env) in as_written().await {
        let (env, items) = (test_env.env(), test_env.dump(Table::Registrations).await);
        let due =
            |item: &Value| OffsetDateTime::from_unix_timestamp(item["due_at"].as_i64().unwrap()).unwrap();
        let invitations = Invitations::from_env(&env).unwrap();
        for item in of_kind(&items, "INVITATION") {
            let id = item["pk"].as_str().unwrap().split_once('#').unwrap().1;
            let leased = invitations
                .lease(id, "lease", due(item), Duration::minutes(1))
                .await;
            assert_kept(item, &leased.unwrap().unwrap());
        }
        let reports = DailyReportMails::from_env(&env).unwrap();
        for item in of_kind(&items, "DAILY_REPORT") {
            let [id] = &reports.due(due(item), 10).await.unwrap()[..] else {
                panic!("{item}");
            };
            assert_eq!((id.day(), id.account()), ("2025-05-19", "admin-1"));
            let leased = reports.lease(id, "lease", due(item), Duration::minutes(1)).await;
            assert_kept(item, &leased.unwrap().unwrap());
        }
        let latest = Reports::from_env(&env).unwrap().latest().await.unwrap();
        let admin = test_env.dump(Table::Admin).await;
        let kept = admin
            .iter()
            .find(|item| item["pk"] == "REPORTS" && item["sk"] == "LATEST");
        assert_eq!(latest.is_some(), kept.is_some());
        if let Some((item, latest)) = kept.zip(latest) {
            assert_kept(item, &latest);
        }
    }
}

#[tokio::test]
async fn lists_of_schools_of_every_release_are_read() {
    for (_, test_env) in as_written().await {
        let (env, items) = (test_env.env(), test_env.dump(Table::Registrations).await);
        let below = |start: &'static str| {
            let is_below = move |item: &&Value| item["sk"].as_str().unwrap().starts_with(start);
            items.iter().filter(is_below)
        };
        let jobs = Jobs::<Import>::from_env(&env).unwrap();
        for item in items.iter().filter(|item| item["pk"] == "IMPORT#JOBS") {
            let id = serde_json::from_value(item["id"].clone()).unwrap();
            assert_kept(item, &jobs.job(&id).await.unwrap().unwrap());
            let lines = ImportLines::from_env(&env).unwrap().next(&id, 10).await.unwrap();
            assert_eq!(lines.len(), below("LINE#").count());
            for line in below("LINE#") {
                assert_kept(line, &lines[0]);
            }
        }
    }
}

#[tokio::test]
async fn bulk_actions_of_every_release_are_read() {
    for (_, test_env) in as_written().await {
        let (env, items) = (test_env.env(), test_env.dump(Table::Registrations).await);
        let (jobs, kept) = (
            Jobs::<BulkJob>::from_env(&env).unwrap(),
            BulkItems::from_env(&env).unwrap(),
        );
        for item in items.iter().filter(|item| item["pk"] == "BULK#JOBS") {
            let id = serde_json::from_value(item["id"].clone()).unwrap();
            assert_kept(item, &jobs.job(&id).await.unwrap().unwrap());
            let left = kept.next(&id, 10).await.unwrap();
            assert_eq!(left.len(), of_kind(&items, "BULK_LEFT").count());
            for (item, left) in of_kind(&items, "BULK_LEFT").zip(&left) {
                assert_kept(item, left);
            }
            let over = kept.listed(&id, BulkOutcome::Skipped, None, 10).await.unwrap();
            for (item, over) in of_kind(&items, "BULK_RESULT").zip(&over.results) {
                assert_kept(item, over);
            }
        }
    }
}

#[tokio::test]
async fn messages_and_their_recipients_of_every_release_are_read() {
    for (release, test_env) in as_written().await {
        let (env, items) = (test_env.env(), test_env.dump(Table::Registrations).await);
        let jobs = Jobs::<CandidateMessage>::from_env(&env).unwrap();
        let admin = test_env.dump(Table::Admin).await;
        for item in admin.iter().filter(|item| item["pk"] == "MESSAGES") {
            let id = serde_json::from_value(item["id"].clone()).unwrap();
            assert_kept(item, &jobs.job(&id).await.unwrap().unwrap());
        }
        let recipients = Recipients::from_env(&env).unwrap();
        for item in of_kind(&items, "MESSAGE") {
            let message = serde_json::from_value(item["message"].clone()).unwrap();
            let email = Email::parse(item["email"].as_str().unwrap()).unwrap();
            let read = recipients.of_address(&message, &email).await.unwrap().unwrap();
            let mut kept = item.clone();
            // What says who sends it is nobody's to read.
            kept.as_object_mut().unwrap().remove("lease");
            assert_kept(&kept, &read);
        }
        let unreachable = recipients.unreachable().await.unwrap();
        assert_eq!(
            unreachable.len(),
            of_kind(&items, "UNREACHABLE").count(),
            "{release}"
        );
        for item in of_kind(&items, "UNREACHABLE") {
            let email = Email::parse(item["email"].as_str().unwrap()).unwrap();
            assert_eq!(unreachable[&email].as_str(), item["cause"]);
        }
    }
}

#[tokio::test]
async fn results_of_exams_of_every_release_are_read() {
    for (release, test_env) in as_written().await {
        let items = test_env.dump(Table::Registrations).await;
        let registrations = test_env.registrations();
        for head in of_kind(&items, "RESULTS") {
            let exam = serde_json::from_value(head["exam"].clone()).unwrap();
            let read = registrations.exam_results(&exam).await.unwrap().unwrap();
            assert_kept(head, &read.head);
            let of_exam = |kind| of_kind(&items, kind).filter(|item| item["pk"] == head["pk"]);
            let sheets = of_exam("RESULT_SHEET").map(|sheet| sheet["results"].as_object().unwrap().len());
            assert_eq!(read.results.len(), sheets.sum::<usize>(), "{release}");
            let corrections: Vec<_> = of_exam("RESULT_CORRECTION").collect();
            assert_eq!(read.corrections.len(), corrections.len(), "{release}");
            for (correction, read) in corrections.into_iter().zip(&read.corrections) {
                assert_kept(correction, read);
                let of_candidate = registrations
                    .results_of(&read.customer_id, std::slice::from_ref(&exam))
                    .await;
                assert_eq!(of_candidate.unwrap()[0].result, read.after, "{release}");
            }
        }
    }
}

#[tokio::test]
async fn the_seats_of_every_release_are_read() {
    for (release, test_env) in as_written().await {
        let (env, items) = (test_env.env(), test_env.dump(Table::Registrations).await);
        let seating = Seating::from_env(&env).unwrap();
        for item in of_kind(&items, "SEATING_STATE") {
            let course = serde_json::from_value(item["course"].clone()).unwrap();
            let state = seating.state(&course).await.unwrap();
            assert_kept(item, &state);
            let plan = state.published.unwrap();
            assert!(
                seating
                    .published()
                    .await
                    .unwrap()
                    .is_current(&course, &plan.generation),
                "{release}"
            );
            for hall in seating.plans(&course, &plan).await.unwrap() {
                let now = seating.hall_now(&hall.hall).await.unwrap();
                assert!(now.clock > 0 && now.plans.contains(&hall), "{release}");
                for id in hall.seats.values() {
                    let seat = seating.seat_of(id, &course, &plan.generation).await.unwrap();
                    let is_of = |item: &&Value| {
                        item["pk"] == format!("REG#{id}") && item["generation"] == plan.generation
                    };
                    assert_kept(of_kind(&items, "SEAT").find(is_of).unwrap(), &seat.unwrap());
                }
            }
        }
        for hall in test_env.catalogue().halls().await.unwrap() {
            let catalogue = test_env.dump(Table::Catalogue).await;
            let is_of = |item: &&Value| item["sk"] == format!("HALL#{}", hall.id);
            assert_kept(catalogue.iter().find(is_of).unwrap(), &hall);
        }
    }
}

#[tokio::test]
async fn lists_and_aggregates_of_every_release_are_read() {
    for (release, test_env) in as_written().await {
        let items = test_env.dump(Table::Registrations).await;
        let projected = of_kind(&items, "PROJECTION");
        let candidates = projected.filter(|item| item["row"].is_object()).count();
        let registrations = test_env.registrations();
        let page = registrations
            .rows(&RowFilter::default(), 1_000, None)
            .await
            .unwrap();
        assert_eq!(page.rows.len(), candidates, "{release}");
        let aggregates = registrations.aggregates().await.unwrap();
        assert_eq!(aggregates.candidates(), candidates as u64, "{release}");
    }
}

/// The display orders among items of a table, and the rest.
fn orders_in(items: Vec<Value>) -> (Vec<Value>, Vec<Value>) {
    items
        .into_iter()
        .partition(|item| item["sk"].as_str().unwrap().contains("DISPLAY_ORDER"))
}

#[tokio::test]
async fn the_catalogue_and_the_content_of_every_release_are_read() {
    for (release, test_env) in as_written().await {
        let items = test_env.dump(Table::Catalogue).await;
        let catalogue = test_env.catalogue();
        let mut read: Vec<Value> = Vec::new();
        read.extend(catalogue.packages().await.unwrap().iter().map(|one| json!(one)));
        read.extend(catalogue.colleges().await.unwrap().iter().map(|one| json!(one)));
        read.extend(catalogue.exams().await.unwrap().iter().map(|one| json!(one)));
        read.extend(catalogue.halls().await.unwrap().iter().map(|one| json!(one)));
        read.extend(catalogue.streams().await.unwrap().iter().map(|one| json!(one)));
        let everything = catalogue.everything_now().await.unwrap();
        let (orders, items) = orders_in(items);
        for order in &orders {
            assert_kept(order, &everything.package_order);
        }
        assert_eq!(read.len(), items.len(), "{release}");
        for item in &items {
            assert_kept(item, read.iter().find(|one| one["id"] == item["id"]).unwrap());
        }
        let content = Content::from_env(&test_env.env()).unwrap();
        let mut banners = Vec::new();
        let mut set = Vec::new();
        for group in domain::content::Group::ALL {
            let shown = content.shown(group).await.unwrap();
            banners.extend(shown.banners);
            set.push(json!(shown.order));
        }
        let (orders, items) = orders_in(test_env.dump(Table::Content).await);
        for order in &orders {
            let read = set.iter().find(|read| read["ids"] == order["ids"]);
            assert_kept(order, read.unwrap());
        }
        assert_eq!(banners.len(), items.len(), "{release}");
        for item in &items {
            assert_kept(
                item,
                banners.iter().find(|one| json!(one.id) == item["id"]).unwrap(),
            );
        }
    }
}

#[tokio::test]
async fn administrators_the_audit_log_the_sync_and_sessions_of_every_release_are_read() {
    for (release, test_env) in as_written().await {
        let env = test_env.env();
        let items = test_env.dump(Table::Admin).await;
        let of_partition = |prefix: &'static str| {
            items
                .iter()
                .filter(move |item| item["pk"].as_str().unwrap().starts_with(prefix))
        };
        let administrators = Administrators::from_env(&env).unwrap();
        for item in of_partition("ADMIN#") {
            let name = item["username"].as_str().unwrap();
            assert_kept(item, &administrators.find(name).await.unwrap().unwrap());
        }
        let log = AuditLog::from_env(&env).unwrap();
        let entries = written::everything_in(&log, test_env.clock.now()).await;
        assert_eq!(entries, of_partition("AUDIT#").count(), "{release}");
        let tills = Tills::from_env(&env).unwrap();
        for listed in of_partition("TILLS#") {
            let day = listed["pk"].as_str().unwrap().trim_start_matches("TILLS#");
            let day = Date::parse(day, format_description!("[year]-[month]-[day]")).unwrap();
            let till = tills.till(day, listed["clerk"].as_str().unwrap()).await.unwrap();
            let its_key = listed["pk"].as_str().unwrap().replace("TILLS#", "TILL#");
            for item in
                of_partition("TILL#").filter(|item| item["pk"].as_str().unwrap().starts_with(&its_key))
            {
                let closing = till
                    .closings
                    .iter()
                    .find(|closing| item["number"] == closing.number);
                let entry = till
                    .entries
                    .iter()
                    .find(|entry| item["reference"] == entry.reference);
                match (closing, entry) {
                    (Some(closing), _) => assert_kept(item, closing),
                    (None, entry) => assert_kept(item, entry.unwrap()),
                }
            }
        }
        let syncs = Jobs::<SheetSync>::from_env(&env).unwrap();
        let last = syncs.newest(1).await.unwrap();
        assert_kept(of_partition("SYNC").next().unwrap(), &last[0]);
        let exports = Jobs::<Export>::from_env(&env).unwrap();
        for export in of_partition("EXPORTS") {
            let id = serde_json::from_value(export["id"].clone()).unwrap();
            assert_kept(export, &exports.job(&id).await.unwrap().unwrap());
        }
        let access = Access::from_env(&env).unwrap();
        assert_eq!(
            access
                .token_record(written::ADMINISTRATOR, None)
                .await
                .unwrap()
                .version,
            Some(2),
            "{release}"
        );
    }
}

#[tokio::test]
async fn places_of_every_release_are_read() {
    for (release, test_env) in as_written().await {
        let items = test_env.dump(Table::Registrations).await;
        for capacity in of_kind(&items, "CAPACITY") {
            let exam = capacity["pk"].as_str().unwrap().strip_prefix("PLACE#").unwrap();
            let held = of_kind(&items, "PLACE")
                .filter(|place| place["pk"] == capacity["pk"])
                .count();
            let id = domain::CourseId::parse(exam).unwrap();
            let places = test_env.registrations().exam_places(&id).await.unwrap().unwrap();
            assert_eq!(places.taken() as usize, held, "{release}");
            assert_eq!(
                u64::from(places.left()),
                capacity["places"].as_u64().unwrap() - held as u64
            );
        }
    }
}
