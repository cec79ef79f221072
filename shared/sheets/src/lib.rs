//! Google Sheets.
