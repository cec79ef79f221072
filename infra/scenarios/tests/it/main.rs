//! What the functions do together.

mod flows;
