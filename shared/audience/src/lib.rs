//! Use case: who is meant by an audience, as a form names it and as the candidate list has it. What is written to many, or
//! done to many, is for one.

mod audited;
mod form;
mod gather;
mod out;
mod scope;

pub use audited::audited;
pub use form::AudienceIn;
pub use gather::{AudienceSources, Gathering};
pub use out::AudienceOut;
pub use scope::AudienceScope;
