//! That others came first, each time.

use std::{error::Error, fmt};

/// Others changed the same thing at each try, so nothing was written, and a later try may succeed. An adapter puts it
/// beneath its error, and the boundary of a function answers accordingly whatever lies between.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Contended(pub &'static str);

impl fmt::Display for Contended {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} kept changing", self.0)
    }
}

impl Error for Contended {}
