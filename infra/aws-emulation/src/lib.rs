//! aws-emulation
