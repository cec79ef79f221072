//! What every HTTP function shares: the start, the boundary around a router, errors as responses, extractors,
//! permissions and the token that bears the role, and the caching of public lists.
//!
//! A function is an axum router. [`layers`] puts the boundary around it; [`serve`] runs it in Lambda.

mod adapter;
mod address;
mod boundary;
mod cache;
mod display_order;
mod error;
mod exam_result;
mod extract;
mod idempotency;
mod mistake;
mod money_back;
mod networks;
mod number;
mod routes;
mod serve;
mod staff;
mod token;

pub use adapter::{Encoded, adapter};
pub use address::{ClientAddress, VIEWER_ADDRESS_HEADER, VIEWER_PROOF_HEADER, require_viewer_proof};
pub use boundary::layers;
pub use cache::{cached, cached_for, cached_page};
pub use display_order::{DisplayOrderIn, DisplayOrderOut, DisplayOrderSaved};
pub use error::{ApiError, ApiResult, ErrorBody};
pub use exam_result::ExamResultOut;
pub use extract::{Json, OptionalJson, Path, Query, RawBody};
pub use idempotency::{FormKey, IdempotencyKey, KeyedJson};
pub use lambda_http::Error;
pub use mistake::MistakeOut;
pub use money_back::MoneyBackOut;
pub use networks::TrustedNetworks;
pub use number::whole_number;
pub use routes::{Calls, Description, RouteTable};
pub use serve::{serve, serve_both, serve_events};
pub use staff::{
    Asks, RequireAdmin, RequireCheckIn, RequireCounter, RequireFactorHolder, RequireLookup,
    RequirePasswordHolder, RequireReports, RequireSession, RequireSignedIn, RequireTill, SessionState,
    Sessions, Staff, StaffGate, TokenState,
};
pub use token::{SealPurpose, TokenKeys, TokenSigner};
#[doc(hidden)]
pub use utoipa_axum;
