//! The provider's limits, as the settings have them.

use config::Env;
use payment_provider::Limits;

const VARIABLES: [&str; 4] = [
    "PROVIDER_CREATES_PER_MINUTE",
    "PROVIDER_ORDER_READS_PER_MINUTE",
    "PROVIDER_PAYMENT_READS_PER_MINUTE",
    "PROVIDER_REFUNDS_PER_MINUTE",
];

#[test]
fn limits_that_are_not_set_are_the_providers_usual_ones() {
    let limits = Limits::from_env(&Env::from_pairs::<&str, &str>([])).unwrap();
    assert_eq!(limits, Limits::default());
}

#[test]
fn each_limit_is_read_from_its_own_variable() {
    let env = Env::from_pairs(VARIABLES.into_iter().zip(["1", "20", "300", "100000"]));
    let Limits {
        creates,
        order_reads,
        payment_reads,
        refunds,
    } = Limits::from_env(&env).unwrap();
    assert_eq!(
        [creates, order_reads, payment_reads, refunds],
        [1, 20, 300, 100_000]
    );
}

#[test]
fn a_limit_that_is_no_number_of_requests_is_refused_by_the_name_of_its_variable() {
    for variable in VARIABLES {
        for wrong in ["0", "-1", "many", "1.5", "100001"] {
            let error = Limits::from_env(&Env::from_pairs([(variable, wrong)])).unwrap_err();
            let text = error.to_string();
            assert!(
                text.contains(variable) && text.contains("number from 1"),
                "{text}"
            );
        }
    }
}
