//! What the functions do together.

mod flows;
mod model;
