//! payment-provider
