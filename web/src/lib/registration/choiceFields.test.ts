import { expect, it } from 'vitest';
import { oneCollege } from '@/testing/server';
import { choiceFields } from './choiceFields';

const [periyar] = oneCollege.collegeList;
const [first, second] = periyar?.courseList ?? [];
if (!periyar || !first || !second) throw new Error('the fixture has two exams');

const labels = (...courseList: (typeof first)[]) => {
  const college = { ...periyar, courseList };
  const { course } = choiceFields({ package: oneCollege, college }, {}, () => undefined);
  return course?.options.map(({ label }) => label);
};

it('tells two exams of one name apart by their day and hours, as far as these are known', () => {
  const twin = {
    ...second,
    examName: first.examName,
    date: '2025-06-01',
    seats_left: 3,
  };
  const unknown = {
    ...twin,
    date: '',
    timeStart: '',
    timeEnd: '',
    seats_left: 0,
    sold_out: true,
  };
  expect(labels(first, second, twin, unknown)).toEqual([
    'B.Tech – Sat 31 May – 10–11:30 AM',
    'BBA',
    'B.Tech – Sun 1 Jun – 12–1 PM – 3 places left',
    'B.Tech – Sold out',
  ]);
});

it('names an exam alone where no other has its name', () => {
  expect(labels(first, { ...second, seats_left: 1 })).toEqual(['B.Tech', 'BBA – 1 place left']);
});

it('offers none that is sold out, but for the one that is chosen', () => {
  const full = { ...second, sold_out: true, seats_left: 0 };
  const disabled = (course?: typeof first) => {
    const college = { ...periyar, courseList: [first, full] };
    const fields = choiceFields({ package: oneCollege, college, course }, {}, () => undefined);
    return fields.course?.options.map(({ label, isDisabled }) => [label, isDisabled]);
  };
  expect(disabled()).toEqual([
    ['B.Tech', false],
    ['BBA – Sold out', true],
  ]);
  expect(disabled(full)).toContainEqual(['BBA – Sold out', false]);
});
