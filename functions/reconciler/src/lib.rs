//! reconciler
