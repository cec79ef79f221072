//! Table admin: the administrators.

/// The administrators in table admin.
#[derive(Debug, Clone)]
pub struct Administrators;
