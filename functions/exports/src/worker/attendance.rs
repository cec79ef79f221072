//! Admissions at the door as lines of an export: those that count, and those that were practice, taken back or replaced.

use super::{
    cell::{Cell, Column},
    lists::{AttendanceLine, Fate, Lists},
    not_done::ExportNotDone,
    source::{Page, Source, Sources},
};
use crate::scope::ExportScope;
use domain::{
    CustomerId,
    check_in::{Direction, List, ScanPlace},
    pass::PassNo,
};
use futures::future::{try_join_all, try_join3};
use std::collections::{BTreeSet, HashMap, HashSet};
use store::{
    StoreError,
    catalogue::Listed,
    check_in::{DoorEvent, DoorMovement, Double, Since},
    read_model::Row,
};

/// Lines made at once: five BatchGetItem for what candidates are called.
const LINES: usize = 500;

/// Candidates whose admission one BatchGetItem brings.
const AT_ONCE: usize = 100;

pub(super) const COLUMNS: [Column; 16] = [
    ("List", 34),
    ("At", 19),
    ("Pass no.", 16),
    ("Name", 28),
    ("College", 26),
    ("Course", 26),
    ("By", 18),
    ("Device", 18),
    ("Admission", 12),
    ("Practice", 9),
    ("Also let in by", 18),
    ("Dealt With At", 19),
    ("Dealt With By", 18),
    ("Undone At", 19),
    ("Undone By", 18),
    ("Last Out At", 19),
];

impl Sources {
    /// The lists of the catalogue, and those that people were checked in to before it lost their exam.
    pub(super) async fn lists(&self, scope: &ExportScope) -> Result<Lists, StoreError> {
        let everything = self.catalogue.everything().await?;
        let mut all = Listed::all(&everything);
        let counted = self.check_ins.counts(None).await?;
        let counted: BTreeSet<List> = counted
            .iter()
            .filter_map(|count| List::parse(&count.list).ok())
            .chain(scope.checked_in_to.clone())
            .collect();
        let known: HashSet<List> = all.iter().map(|listed| listed.list.clone()).collect();
        let lost = counted.into_iter().filter(|list| !known.contains(list));
        all.extend(lost.map(|list| Listed { list, exam: None }));
        let only = scope.checked_in_to.as_ref();
        all.retain(|listed| only.is_none_or(|only| *only == listed.list));
        Ok(Lists { all, at_hand: None })
    }

    /// How often somebody was let in.
    pub(super) async fn admissions_in(&self, source: &Source) -> Result<u64, StoreError> {
        let lists = source.lists.iter().flat_map(|lists| &lists.all);
        let counts = lists.map(|listed| self.check_ins.entries(&listed.list));
        Ok(try_join_all(counts).await?.into_iter().sum())
    }

    /// The lines behind a place, which is a list and a line of it. What becomes known later comes behind it.
    pub(super) async fn attendance(
        &self,
        source: &mut Source,
        after: Option<&str>,
    ) -> Result<Page, ExportNotDone> {
        let Some(lists) = &mut source.lists else {
            return Ok(Page::none());
        };
        let (list, mut behind) = after.and_then(|place| place.split_once(' ')).unwrap_or_default();
        let names = lists.all.iter().map(|listed| listed.list.to_string());
        let mut number = names.into_iter().position(|name| name == list).unwrap_or(0);
        while let Some(listed) = lists.all.get(number) {
            let at_hand = lists.at_hand.take().filter(|(list, _)| *list == listed.list);
            let (_, lines) = match at_hand {
                Some(at_hand) => lists.at_hand.insert(at_hand),
                None => {
                    let lines = self.lines_of(&listed.list).await?;
                    lists.at_hand.insert((listed.list.clone(), lines))
                }
            };
            let first = lines.partition_point(|line| line.place.as_str() <= behind);
            let some: Vec<AttendanceLine> = lines.iter().skip(first).take(LINES).cloned().collect();
            let Some(last) = some.last() else {
                number += 1;
                behind = "";
                continue;
            };
            let ids: BTreeSet<CustomerId> = some.iter().map(|line| line.customer_id.clone()).collect();
            let ids: Vec<CustomerId> = ids.into_iter().collect();
            let rows = self.registrations.rows_by_candidate(&ids).await?;
            let is_last = first + some.len() == lines.len() && number + 1 == lists.all.len();
            let admissions = some.iter().filter(|line| line.fate != Fate::Double).count();
            return Ok(Page {
                looked_at: admissions as u64,
                place: Some(format!("{} {}", listed.list, last.place)),
                rows: some.iter().map(|line| cells(listed, line, &rows)).collect(),
                is_last,
            });
        }
        Ok(Page::none())
    }

    /// What happened at a list.
    pub(super) async fn lines_of(&self, list: &List) -> Result<Vec<AttendanceLine>, StoreError> {
        let (events, doubles, cleared_at) = try_join3(
            self.check_ins.every_event(list),
            self.check_ins.doubles(list, ""),
            self.check_ins.cleared_at(list),
        )
        .await?;
        let has_exits = events
            .iter()
            .any(|(_, event)| event.movement == DoorMovement::Left);
        let mut lines = lines(events, doubles);
        if has_exits {
            self.exits(list, &mut lines).await?;
        }
        if cleared_at.is_some() {
            let counting = lines.iter_mut().filter(|line| line.fate == Fate::Counts);
            let mut counting: Vec<&mut AttendanceLine> = counting.collect();
            for some in counting.chunks_mut(AT_ONCE) {
                let ids: Vec<_> = some.iter().map(|line| line.customer_id.clone()).collect();
                let found = self.check_ins.admissions(list, &ids).await?;
                for line in some
                    .iter_mut()
                    .filter(|line| !found.contains_key(&line.customer_id))
                {
                    line.fate = Fate::Cleared;
                }
            }
        }
        Ok(lines)
    }

    /// When those whose admission counts went out last.
    async fn exits(&self, list: &List, lines: &mut [AttendanceLine]) -> Result<(), StoreError> {
        let counting = lines.iter_mut().filter(|line| line.fate == Fate::Counts);
        let mut counting: Vec<&mut AttendanceLine> = counting.collect();
        for some in counting.chunks_mut(AT_ONCE) {
            let ids: Vec<_> = some.iter().map(|line| line.customer_id.clone()).collect();
            let found = self.check_ins.crossings(list, &ids).await?;
            for line in some.iter_mut() {
                let crossings = found.get(&line.customer_id).into_iter();
                let exits = crossings.flat_map(|all| &all.crossings);
                let exits = exits.filter(|crossing| crossing.direction == Direction::Out);
                // What was before the admission, as practice was, is not their going out after it.
                let since = exits
                    .map(|exit| exit.place.at)
                    .filter(|at| *at >= line.at_door.at);
                line.last_out = since.max();
            }
        }
        Ok(())
    }
}

/// What happened at a list, as admissions and what became of each: the next thing that happened to the same candidate.
fn lines(events: Vec<(Since, DoorEvent)>, doubles: Vec<(Since, Double)>) -> Vec<AttendanceLine> {
    let mut lines: Vec<AttendanceLine> = Vec::with_capacity(events.len());
    let mut latest: HashMap<CustomerId, usize> = HashMap::new();
    for (place, event) in events {
        let before = latest
            .get(&event.customer_id)
            .and_then(|index| lines.get_mut(*index));
        let before = before.filter(|line| line.fate == Fate::Counts);
        if event.movement == DoorMovement::In {
            if let Some(before) = before {
                before.fate = Fate::Replaced;
            }
            latest.insert(event.customer_id.clone(), lines.len());
            lines.push(AttendanceLine {
                place,
                customer_id: event.customer_id,
                at_door: event.place,
                fate: Fate::Counts,
                also: None,
                dealt_with: None,
                last_out: None,
            });
        } else if event.movement == DoorMovement::Out
            && let Some(before) = before
        {
            before.fate = Fate::Undone(event.place);
        }
    }
    let mut let_in: HashMap<CustomerId, Vec<usize>> = HashMap::new();
    for (index, line) in lines.iter().enumerate() {
        let_in.entry(line.customer_id.clone()).or_default().push(index);
    }
    for (place, double) in doubles {
        let Double {
            customer_id,
            lookups: _,
            first,
            second,
            nonces: _,
            dealt_with,
        } = double;
        let known = let_in.get(&customer_id).cloned().unwrap_or_default();
        let mut tell = |of: &ScanPlace, other: &ScanPlace| {
            let index = known
                .iter()
                .find(|index| lines.get(**index).is_some_and(|line| line.at_door == *of));
            let line = index.and_then(|index| lines.get_mut(*index));
            line.map(|line| {
                line.also = Some(other.device.clone());
                line.dealt_with.clone_from(&dealt_with);
            })
            .is_some()
        };
        tell(&first, &second);
        if !tell(&second, &first) {
            lines.push(AttendanceLine {
                place,
                customer_id,
                at_door: second,
                fate: Fate::Double,
                also: Some(first.device),
                dealt_with,
                last_out: None,
            });
        }
    }
    lines.sort_by(|one, other| one.place.cmp(&other.place));
    lines
}

fn cells(listed: &Listed, line: &AttendanceLine, rows: &HashMap<CustomerId, Row>) -> Vec<Cell> {
    let row = rows.get(&line.customer_id);
    let selection = row.map(|row| &row.selection);
    let is_practice = listed.begins_at().is_some_and(|begins| line.at_door.at < begins);
    let undone = match &line.fate {
        Fate::Undone(place) => Some(place),
        Fate::Counts | Fate::Replaced | Fate::Cleared | Fate::Double => None,
    };
    let dealt_with = line.dealt_with.as_ref();
    let cells: [Cell; COLUMNS.len()] = [
        Cell::text(listed.label()),
        Cell::moment(line.at_door.at),
        Cell::text(PassNo::of(&line.customer_id).to_string()),
        Cell::maybe(row.map(|row| row.person.name.as_str())),
        Cell::maybe(selection.map(|selection| selection.college_name().unwrap_or("All colleges"))),
        Cell::maybe(selection.map(|selection| selection.exam_name())),
        Cell::text(line.at_door.by.as_str()),
        Cell::text(line.at_door.device.as_str()),
        Cell::text(line.fate.word()),
        Cell::maybe(is_practice.then_some("yes")),
        Cell::maybe(line.also.as_deref()),
        dealt_with.map_or(Cell::Empty, |dealt_with| Cell::moment(dealt_with.at)),
        Cell::maybe(dealt_with.map(|dealt_with| dealt_with.by.as_str())),
        undone.map_or(Cell::Empty, |place| Cell::moment(place.at)),
        Cell::maybe(undone.map(|place| place.by.as_str())),
        line.last_out.map_or(Cell::Empty, Cell::moment),
    ];
    cells.into()
}
