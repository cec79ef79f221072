//! Two gates let a person in and one or both take it back, at a list that does not count who goes out.

use crate::{
    App,
    orders::{End, IN},
};

const BOTH: [(i64, domain::check_in::Direction); 2] = [(10, IN), (11, IN)];

fn nobody() -> End {
    End {
        admitted: 0,
        inside: 0,
        gates: Vec::new(),
        crossings: Vec::new(),
        doubles: Vec::new(),
    }
}

#[tokio::test]
async fn both_let_in_is_one_admission_and_one_double() {
    let end = End {
        admitted: 1,
        gates: vec!["0".to_owned(), "1".to_owned()],
        doubles: vec![["0".to_owned(), "1".to_owned()]],
        ..nobody()
    };
    assert_eq!(App::start().await.end(&BOTH, &[]).await, end);
}

#[tokio::test]
async fn one_taken_back_leaves_the_other() {
    for (taken_back, left) in [(0, "1"), (1, "0")] {
        let end = End {
            admitted: 1,
            gates: vec![left.to_owned()],
            ..nobody()
        };
        assert_eq!(App::start().await.end(&BOTH, &[taken_back]).await, end);
    }
}

#[tokio::test]
async fn both_taken_back_leaves_nobody() {
    assert_eq!(App::start().await.end(&BOTH, &[0, 1]).await, nobody());
}
