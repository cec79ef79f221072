//! payments
