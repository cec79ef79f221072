//! `POST /api/imports`: a school's list is looked through, and registered.

use crate::{
    State,
    check::{CheckedList, check},
    form::{ImportIn, ListForm},
    out::ListedPerson,
};
use axum::{
    extract,
    response::{IntoResponse, Response},
};
use domain::{
    Paise,
    job::{Job, JobId},
};
use http::StatusCode;
use http_api::{ApiError, ApiResult, ErrorBody, KeyedJson, MistakeOut, RequireCounter};
use jobs::Called;
use serde::Serialize;
use serde_json::{Value, json};
use store::{AuditEntry, Import, Made, imports::ListLine};
use time::Duration;
use utoipa::ToSchema;

/// How long a line is kept that is not registered: as long as its list may go on.
const LINES_KEPT: Duration = <Import as Called>::LASTS;

/// What a list comes to.
#[derive(Serialize, ToSchema)]
pub(crate) struct ImportAnswer {
    /// The list that has begun to be registered; absent in a preview.
    #[serde(skip_serializing_if = "Option::is_none")]
    import_id: Option<String>,
    /// How many lines have anybody in them.
    rows: usize,
    /// How many of them would be registered.
    ok: usize,
    /// What is wrong with the others, in the order of the lines.
    errors: Vec<MistakeOut>,
    /// How many addresses are on it twice, or registered already. They are among the errors.
    duplicates: usize,
    /// Who would be registered, as the file was read; empty once the list is taken.
    people: Vec<ListedPerson>,
    /// What it costs each of them, in rupees.
    #[schema(value_type = f64)]
    price: serde_json::Number,
    /// What those who would be registered cost together, in rupees.
    #[schema(value_type = f64)]
    amount: serde_json::Number,
}

/// Looks a school's list through, and with `commit` registers everybody on it at the counter.
///
/// Nothing is written while anything is wrong with it. With `commit`, work begins that registers one after the other, by the
/// rules of a single registration at the counter: each has a pass of their own, and what is paid goes into the till of who
/// sends the list. Whatever becomes of that work, nobody is registered twice. Who registers by themselves meanwhile is left
/// out, and named in the list.
#[utoipa::path(
    post,
    path = "/api/imports",
    tag = "imports",
    params(
        ("Idempotency-Key" = Option<String>, Header,
            description = "A UUID of the form's own: the same key takes a list once, however often it is sent."),
    ),
    request_body = ImportIn,
    responses(
        (status = 200, description = "What it comes to; nothing was written.", body = ImportAnswer),
        (status = 202, description = "It is being registered.", body = ImportAnswer),
        (status = 409, description = "`price_changed`: `amount` is not the sum any more; `price` is the sum now. `registration_closed`: the counter has closed. `idempotency_key_reused`: the key came with something else before. `deleted_since`: the list that it took is deleted.", body = ErrorBody),
        (status = 422, description = "A field is missing, or the catalogue does not have what is chosen. `list_has_errors`: with `commit`, something is wrong with the list; `errors` is what a preview says.", body = ErrorBody),
        (status = 503, description = "The list is being taken by others at this moment; nothing was done. Try again after Retry-After.", body = ErrorBody),
    )
)]
pub(crate) async fn import_list(
    extract::State(state): extract::State<State>,
    RequireCounter(clerk): RequireCounter,
    KeyedJson { form, key }: KeyedJson<ImportIn>,
) -> ApiResult<Response> {
    let form = form.parse()?;
    let find = async |KnownList(id)| state.dispatcher.jobs().job(&id).await;
    let key = key.filter(|_| form.commit);
    if let Some(job) = state.form_keys.made_before(key.as_ref(), find).await? {
        return Ok(taken(&job));
    }
    let checked = check(&state, &form, &clerk.username).await?;
    if !form.commit {
        return Ok(axum::Json(answer(checked, None)).into_response());
    }
    if !checked.mistakes.is_empty() {
        let answer = answer(checked, None);
        let refused = ApiError::invalid("csv", "Some lines are not in order. Nobody was registered.");
        return Err(refused
            .code("list_has_errors")
            .with("rows", answer.rows)
            .with("ok", answer.ok)
            .with("duplicates", answer.duplicates)
            .with("errors", json!(answer.errors)));
    }
    let amount = checked.amount();
    if form.amount.is_some_and(|shown| shown != amount) {
        let message = format!(
            "The list comes to {} now. Please look at it again.",
            amount.in_words()
        );
        let refused = ApiError::conflict("price_changed", message).field("amount");
        return Err(refused.with("price", amount.to_json()));
    }
    let (job, lines) = planned(&state, form, checked, &clerk.username);
    let until = state.clock.now() + LINES_KEPT;
    state
        .lines
        .keep(&job.id, &lines, until)
        .await
        .map_err(ApiError::internal)?;
    let entry = entry(&state, &job, &clerk.username, amount);
    let key_use = state.form_keys.using(key.as_ref(), job.id.as_str());
    let written = state
        .dispatcher
        .begin_once(&job, state.admin_table.audit(&entry), key_use.as_ref())
        .await
        .map_err(ApiError::internal)?;
    match written {
        Made::Done => {}
        // The form was sent twice at once, and the lines of the other one are the list.
        Made::Met => state.lines.remove_all(&job.id).await.unwrap_or_else(|error| {
            tracing::warn!(cause = %error, "the lines of no list are left until they expire");
        }),
    }
    let job = state
        .form_keys
        .made_once(key.as_ref(), written, job, "a school's list", find)
        .await?;
    Ok(taken(&job))
}

/// An identifier that the key of a form remembers.
struct KnownList(JobId);

impl TryFrom<String> for KnownList {
    type Error = ();

    fn try_from(text: String) -> Result<Self, ()> {
        JobId::parse(&text).map(Self).ok_or(())
    }
}

/// The job of a list that is in order, and its lines, whose places are counted from 0 on.
fn planned(
    state: &State,
    form: ListForm,
    checked: CheckedList,
    username: &str,
) -> (Job<Import>, Vec<ListLine>) {
    let work = Import {
        group: form.group,
        selection: checked.offer.selection,
        price: checked.offer.price,
        paid: form.paid,
        mode: form.mode.into(),
        reference: form.reference,
        seed: state.entropy.symbols(26),
        refused: Vec::new(),
    };
    let mut job = state.dispatcher.plan(work, username);
    job.total = checked.lines.len() as u64;
    (job, checked.lines)
}

/// What the audit log says of who takes a list; the people on it have entries of their own.
fn entry(state: &State, job: &Job<Import>, username: &str, amount: Paise) -> AuditEntry {
    let Import {
        group,
        selection,
        price: _,
        paid,
        mode,
        reference,
        seed: _,
        refused: _,
    } = &job.work;
    let after = json!({
        "group": group,
        "packageName": selection.package_name(),
        "people": job.total,
        "order_amount": amount.to_json(),
        "paid": paid,
        "payment_mode": mode,
        "reference": reference,
    });
    let (now, subject) = (state.clock.now(), job.id.as_str());
    AuditEntry::new(
        now,
        &state.entropy,
        username,
        "import.started",
        subject,
        Value::Null,
        after,
    )
}

fn taken(job: &Job<Import>) -> Response {
    let people = usize::try_from(job.total).unwrap_or_default();
    let price = job.work.price;
    let answer = ImportAnswer {
        import_id: Some(job.id.to_string()),
        rows: people,
        ok: people,
        errors: Vec::new(),
        duplicates: 0,
        people: Vec::new(),
        price: price.to_json(),
        amount: Paise::new(price.get() * job.total).to_json(),
    };
    (StatusCode::ACCEPTED, axum::Json(answer)).into_response()
}

fn answer(checked: CheckedList, import_id: Option<String>) -> ImportAnswer {
    let amount = checked.amount();
    ImportAnswer {
        import_id,
        rows: checked.rows,
        ok: checked.lines.len(),
        duplicates: checked.duplicates(),
        people: checked.lines.iter().map(ListedPerson::from).collect(),
        price: checked.offer.price.to_json(),
        amount: amount.to_json(),
        errors: checked.mistakes.into_iter().map(MistakeOut::from).collect(),
    }
}
