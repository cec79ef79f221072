//! provider-simulator
