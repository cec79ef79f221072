//! `GET /api/catalogue/{kind}/{id}/dependents`: what depends on a thing of the catalogue, to be shown before it is
//! deleted.

use axum::extract::State;
use catalogue_admin::{Dependents, Snapshot, Thing, WithCandidates};
use domain::{CollegeId, CourseId, PackageId, StreamId};
use http_api::{ApiError, ApiResult, ErrorBody, Json, Path, RequireAdmin};
use utoipa::ToSchema;

/// What a thing of the catalogue is.
#[derive(ToSchema)]
#[schema(rename_all = "kebab-case")]
#[expect(
    dead_code,
    reason = "describes the words of the address for the document alone"
)]
enum KindName {
    Packages,
    Colleges,
    ExamDetails,
    /// Streams.
    Exams,
}

/// What depends on a package, a college, an exam or a stream.
#[utoipa::path(
    get,
    path = "/api/catalogue/{kind}/{id}/dependents",
    tag = "packages",
    params(
        ("kind" = inline(KindName), Path, description = "What it is, as in the addresses of these."),
        ("id" = String, Path, description = "The thing."),
    ),
    responses(
        (status = 200, description = "What depends on it, and why it cannot be deleted, if so.", body = Dependents),
        (status = 404, description = "There is no such thing.", body = ErrorBody),
    )
)]
pub(crate) async fn get_dependents(
    State(state): State<WithCandidates>,
    _: RequireAdmin,
    Path((kind, id)): Path<(String, String)>,
) -> ApiResult<Json<Dependents>> {
    let thing = thing(&kind, id).ok_or_else(not_found)?;
    let snapshot = state.snapshot().await?;
    if !is_there(&state, &snapshot, &thing).await? {
        return Err(not_found());
    }
    Ok(Json(snapshot.dependents(&thing)))
}

/// What an address names; None for what can be none.
fn thing(kind: &str, id: String) -> Option<Thing> {
    match kind {
        "packages" => PackageId::try_from(id).ok().map(Thing::Package),
        "colleges" => CollegeId::try_from(id).ok().map(Thing::College),
        "exam-details" => CourseId::try_from(id).ok().map(Thing::Exam),
        "exams" => StreamId::try_from(id).ok().map(Thing::Stream),
        _ => None,
    }
}

async fn is_there(state: &WithCandidates, snapshot: &Snapshot, thing: &Thing) -> ApiResult<bool> {
    let everything = &snapshot.everything;
    Ok(match thing {
        Thing::Package(id) => everything.packages.iter().any(|package| package.id == *id),
        Thing::College(id) => everything.colleges.contains_key(id),
        Thing::Exam(id) => everything.exams.contains_key(id),
        Thing::Stream(id) => {
            let found = state.catalogue_admin.catalogue.stream(id).await;
            found.map_err(ApiError::internal)?.is_some()
        }
    })
}

fn not_found() -> ApiError {
    ApiError::not_found("There is no such part of the catalogue.")
}
