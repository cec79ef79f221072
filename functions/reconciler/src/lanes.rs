//! In which order the orders that are due are asked about.

use domain::{OrderId, payment::Lane};
use store::registrations::{due::Task, waiting::WaitingWork};
use time::OffsetDateTime;

/// The orders that are due at a moment, so that of any number from the front each lane has its share; what one does
/// not use, the others do. Within a lane the longest overdue come first.
pub(crate) fn in_turn(waiting: &WaitingWork, now: OffsetDateTime) -> Vec<OrderId> {
    let lanes = Lane::ALL.map(|lane| (lane.share(), waiting.due(Task::Settle(lane), now)));
    merge(lanes.into_iter())
}

/// Takes from lists in turn, from each as often as its share says.
fn merge<T>(lists: impl Iterator<Item = (usize, Vec<T>)>) -> Vec<T> {
    let mut places = Vec::new();
    for (list, (share, items)) in lists.enumerate() {
        let number_items = items.into_iter().enumerate();
        // The shares 1 to 4 divide 12 without a remainder.
        places.extend(number_items.map(|(number, item)| ((number + 1) * 12 / share, list, item)));
    }
    places.sort_by_key(|(place, list, _)| (*place, *list));
    places.into_iter().map(|(_, _, item)| item).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn merged(lengths: [usize; 4]) -> Vec<Lane> {
        let lists = Lane::ALL.into_iter().zip(lengths);
        merge(lists.map(|(lane, length)| (lane.share(), vec![lane; length])))
    }

    fn count(lanes: &[Lane], wanted: Lane) -> usize {
        lanes.iter().filter(|lane| **lane == wanted).count()
    }

    #[test]
    fn each_lane_has_its_share_of_any_number_of_asks() {
        let all = merged([1_000; 4]);
        for length in [10, 50, 280] {
            for lane in Lane::ALL {
                let fair = lane.share() * length / 10;
                let had = count(&all[..length], lane);
                assert!(had.abs_diff(fair) <= 1, "{lane:?} of {length}: {had}");
            }
        }
    }

    #[test]
    fn the_unused_share_of_a_lane_goes_to_the_others() {
        let all = merged([0, 100, 0, 1_000]);
        assert_eq!(count(&all[..280], Lane::First), 100);
        assert_eq!(count(&all[..280], Lane::Late), 180);
        assert_eq!(merged([0, 0, 0, 3]).len(), 3);
        assert!(merged([0; 4]).is_empty());
    }

    #[test]
    fn within_a_lane_the_order_stays() {
        let merged = merge([(1, vec![1, 2, 3]), (4, vec![10, 20, 30])].into_iter());
        let of = |low: bool| -> Vec<i32> { merged.iter().copied().filter(|n| (*n < 10) == low).collect() };
        assert_eq!((of(true), of(false)), (vec![1, 2, 3], vec![10, 20, 30]));
    }
}
