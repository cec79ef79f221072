//! What the functions do together.

mod counter;
mod flows;
mod model;
mod races;
