//! settlement
