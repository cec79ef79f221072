//! IAM, as far as template.yaml uses it: statements, the rights they grant, and whether a policy allows a request.
//!
//! Pure: nothing here knows the template, the environment or the emulated services.

mod access;
mod pattern;
mod policy;
mod principal;
mod right;
mod statement;

pub(crate) use access::{AccessRequest, PartitionKeys, Service};
pub(crate) use policy::Policy;
pub(crate) use principal::{access_key, function};
pub use right::Right;
pub use statement::Rule;
pub(crate) use statement::Statement;

/// The account that the local system is in.
pub(crate) const ACCOUNT: &str = "000000000000";

/// The region that the local system is in.
pub(crate) const REGION: &str = "ap-south-1";

/// The ARN of a resource of `service`; `what` is its kind and name.
pub(crate) fn arn(service: &str, what: &str) -> String {
    match service {
        "s3" => format!("arn:aws:s3:::{what}"),
        _ => format!("arn:aws:{service}:{REGION}:{ACCOUNT}:{what}"),
    }
}
