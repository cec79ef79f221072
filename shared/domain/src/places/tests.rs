//! No more than the capacity, whatever was read before.

use super::*;

fn places(capacity: u32, held: &[u32], awaited: u32) -> ExamPlaces {
    let held = held.iter().copied().map(PlaceNumber::new).collect();
    ExamPlaces::new(Capacity::try_from(capacity).unwrap(), held, awaited)
}

fn free(capacity: u32, held: &[u32], awaited: u32) -> Vec<u32> {
    let free = places(capacity, held, awaited).free();
    free.into_iter().map(PlaceNumber::get).collect()
}

#[test]
fn a_capacity_is_a_whole_number_from_1_to_10_000() {
    for (places, is_one) in [
        (0, false),
        (1, true),
        (10_000, true),
        (10_001, false),
        (u64::MAX, false),
    ] {
        match Capacity::parse(places) {
            Ok(capacity) => assert!(is_one && u64::from(capacity.get()) == places),
            Err(invalid) => assert!(!is_one && invalid.field == "capacity", "{places}"),
        }
    }
}

#[test]
fn as_many_are_left_as_are_not_held_and_beyond_a_lowered_capacity_none() {
    for (capacity, held, awaited, left) in [
        (3, &[][..], 0, 3),
        (3, &[2][..], 0, 2),
        (3, &[1, 2, 3][..], 0, 0),
        (3, &[1, 7][..], 0, 1),
        (3, &[1, 2, 7, 8][..], 0, 0),
        (3, &[][..], 2, 1),
        (3, &[3][..], 5, 0),
    ] {
        let places = places(capacity, held, awaited);
        assert_eq!(places.left(), left, "{held:?}");
        assert_eq!(places.free().len(), left as usize, "{held:?}");
        assert_eq!(places.choose(&Entropy::system()).is_some(), left > 0, "{held:?}");
    }
}

#[test]
fn what_must_stay_free_because_of_places_beyond_the_capacity_are_the_last_ones() {
    assert_eq!(free(5, &[], 0), [1, 2, 3, 4, 5]);
    assert_eq!(free(5, &[1, 2, 7], 0), [3, 4]);
    assert_eq!(free(5, &[5, 7], 0), [1, 2, 3]);
    assert_eq!(free(5, &[1], 2), [2, 3]);
}

#[test]
fn several_that_are_chosen_are_different_ones() {
    let chosen = places(4, &[2], 0).choose_several(5, &Entropy::system());
    let different: BTreeSet<_> = chosen.iter().collect();
    assert_eq!((chosen.len(), different.len()), (3, 3));
}

#[test]
fn who_is_awaited_gets_a_place_that_nobody_else_may_take_and_beyond_the_capacity_only_who_was_paid_before() {
    for (capacity, held, expected, beyond) in [
        (3, &[][..], Some(3), 4),
        (3, &[3][..], Some(2), 4),
        (3, &[1, 2, 3][..], None, 4),
        (2, &[1, 2, 9][..], None, 10),
        // One that is beyond is one less within.
        (3, &[7][..], Some(2), 8),
        (3, &[1, 7, 8][..], None, 9),
    ] {
        let places = places(capacity, held, 1);
        let awaited = places.awaited_place();
        assert_eq!(awaited.map(PlaceNumber::get), expected, "{held:?}");
        assert!(awaited.is_none_or(|place| !places.free().contains(&place)));
        assert_eq!(places.place_beyond().get(), beyond);
    }
}

/// Every set of these numbers.
fn subsets(numbers: &[u32]) -> Vec<BTreeSet<u32>> {
    let mut all = vec![BTreeSet::new()];
    for number in numbers {
        let with = all.clone().into_iter().map(|mut set| {
            set.insert(*number);
            set
        });
        let with: Vec<_> = with.collect();
        all.extend(with);
    }
    all
}

/// Two who take a place on what they have read at different moments, with everything that can happen in between: places
/// are given back and taken. From each state that can be reached, no more than the capacity is held, unless it was more
/// from the beginning and nobody has taken one.
#[test]
fn whatever_was_read_before_never_more_than_the_capacity_are_held() {
    const CAPACITY: u32 = 3;
    type State = (BTreeSet<u32>, Vec<Option<u32>>);
    for begin in subsets(&[1, 2, 3, 4, 5]) {
        let held = |set: &BTreeSet<u32>| set.iter().copied().collect::<Vec<_>>();
        let most = begin.len().max(CAPACITY as usize);
        let mut states: BTreeSet<State> = BTreeSet::from([(begin.clone(), vec![None, None])]);
        let mut new: Vec<State> = states.iter().cloned().collect();
        while let Some((set, takers)) = new.pop() {
            assert!(set.len() <= most, "{begin:?} came to {set:?}");
            let mut next: Vec<State> = Vec::new();
            for number in &set {
                let mut without = set.clone();
                without.remove(number);
                next.push((without, takers.clone()));
            }
            for taker in 0..takers.len() {
                match takers[taker] {
                    // Reads, and chooses any.
                    None => next.extend(free(CAPACITY, &held(&set), 0).into_iter().map(|chosen| {
                        let mut takers = takers.clone();
                        takers[taker] = Some(chosen);
                        (set.clone(), takers)
                    })),
                    // Takes it, unless it is held by now.
                    Some(chosen) => {
                        let mut with = set.clone();
                        with.insert(chosen);
                        let mut takers = takers.clone();
                        takers[taker] = None;
                        next.push((with, takers));
                    }
                }
            }
            new.extend(next.into_iter().filter(|state| states.insert(state.clone())));
        }
    }
}
