//! `GET /api/payments/check-email`: whether an address is registered for something already.

use crate::State;
use access_control::throttle_check;
use axum::extract;
use domain::{ClaimKey, CollegeId, CourseId, CustomerId, Email, Invalid, PackageId, claim::Claimed};
use http_api::{ApiError, ApiResult, ClientAddress, ErrorBody, Json, Query, RequireCounter};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

/// Whose registration for what: a course with its college, or an all-colleges package.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct CheckIn {
    #[param(required = true)]
    email: Option<String>,
    /// The course, with its college.
    course_category: Option<String>,
    #[serde(rename = "collegeId")]
    college_id: Option<String>,
    /// The package, for all colleges. Without it and a course: any package for all colleges that is paid.
    #[serde(rename = "packageId")]
    package_id: Option<String>,
}

/// What is known of the registration.
#[derive(Serialize, ToSchema)]
pub(crate) struct CheckOut {
    /// Paid; to staff who register people also registered at the counter and still to be paid.
    exists: bool,
    /// Paid.
    #[serde(rename = "isPaid")]
    is_paid: bool,
    /// Whose registration it is, to staff who register people alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    customer_id: Option<CustomerId>,
}

/// Whether an address has registered for a course, or for an all-colleges package.
#[utoipa::path(
    get,
    path = "/api/payments/check-email",
    tag = "payments",
    params(CheckIn),
    responses(
        (status = 200, description = "What is known.", body = CheckOut),
        (status = 422, description = "A parameter is missing or malformed.", body = ErrorBody),
        (status = 429, description = "Over 600 checks of one network address in a minute, or 20 of one e-mail address in ten; `Retry-After` says when.", body = ErrorBody),
    )
)]
pub(crate) async fn check_email(
    extract::State(state): extract::State<State>,
    client: ClientAddress,
    clerk: Result<RequireCounter, ApiError>,
    Query(query): Query<CheckIn>,
) -> ApiResult<Json<CheckOut>> {
    let (email, what) = query.parse()?;
    throttle_check(&state.access, &client, &email, &state.clock).await?;
    let claims = match what {
        Some(what) => state.registrations.claims(&ClaimKey { email, what }).await,
        None => state.registrations.claims_of_all(&email).await,
    };
    let claims = claims.map_err(ApiError::internal)?;
    let is_paid = claims.paid();
    // That a person is registered at the counter is for those alone who register people there.
    Ok(Json(match clerk {
        Ok(_) => CheckOut {
            exists: claims.holder().is_some(),
            is_paid,
            customer_id: claims.holder().cloned(),
        },
        Err(_) => CheckOut {
            exists: is_paid,
            is_paid,
            customer_id: None,
        },
    }))
}

impl CheckIn {
    /// The address, and of what it is asked; None for all colleges, whatever their package.
    fn parse(self) -> Result<(Email, Option<Claimed>), Invalid> {
        let Self {
            email,
            course_category,
            college_id,
            package_id,
        } = self;
        let filled = |text: Option<String>| text.filter(|text| !text.trim().is_empty());
        let email = Email::parse(&email.unwrap_or_default()).map_err(|invalid| invalid.on("email"))?;
        let what = match (filled(course_category), filled(college_id), filled(package_id)) {
            (Some(course), Some(college), _) => Some(Claimed::Course(
                CollegeId::parse(&college)?,
                CourseId::parse(&course)?,
            )),
            (Some(_), None, _) => {
                return Err(Invalid::new("collegeId", "The college of the course is required"));
            }
            (None, Some(_), _) => return Err(Invalid::new("course_category", "The course is required")),
            (None, None, Some(package)) => Some(Claimed::Package(PackageId::parse(&package)?)),
            (None, None, None) => None,
        };
        Ok((email, what))
    }
}
