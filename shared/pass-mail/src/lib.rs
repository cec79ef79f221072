//! pass-mail
