//! The read model again.

use crate::operations;
use store::{registrations::read_model::RowFilter, tables::Table};
use test_support::{ALL, SINGLE, World};

#[tokio::test(flavor = "multi_thread")]
async fn candidates_that_no_list_shows_are_in_the_lists_afterwards() {
    let world = World::start().await;
    world.paid_order(SINGLE, "asha@example.com").await;
    world.open_order(ALL, "binu@example.com").await;
    let shown = async || {
        let page = world
            .registrations()
            .rows(&RowFilter::default(), 10, None)
            .await
            .unwrap();
        (
            page.rows.len(),
            world.registrations().aggregates().await.unwrap().candidates(),
        )
    };
    assert_eq!(shown().await, (0, 0));
    let first = operations(&world, "rebuild", None, "").await;
    assert!(first.success, "{}", first.err);
    assert!(first.out.starts_with("2 candidates counted; "), "{}", first.out);
    assert_eq!(shown().await, (2, 2));

    let rows = world.dump(Table::Registrations).await;
    let list = rows.iter().find(|row| row["kind"] == "ENTRY").unwrap();
    world.delete(Table::Registrations, list).await;
    let again = operations(&world, "rebuild", None, "").await;
    assert_eq!(
        again.out.trim_end(),
        "2 candidates counted; 1 projections and entries mended, 0 removed."
    );
}
