//! payment-webhook
