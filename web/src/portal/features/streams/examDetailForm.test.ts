import { expect, it } from 'vitest';
import { serveCall } from '@/testing/calls';
import { examDetail } from '@/portal/testing/records';
import { saveExamDetail, toValues, validateExamDetail } from './examDetailForm';

const detail = examDetail();

it('wants a day, both times and a fee, and an end after the start', () => {
  expect(validateExamDetail(toValues(undefined))).toEqual({
    date: 'Date is required',
    timeStart: 'Start time is required',
    timeEnd: 'End time is required',
    examFee: 'Fee is required',
  });
  expect(validateExamDetail(toValues(detail))).toEqual({});
  expect(validateExamDetail({ ...toValues(detail), timeEnd: '10:00' })).toEqual({
    timeEnd: 'End time must be after the start time',
  });
  expect(validateExamDetail({ ...toValues(detail), reportingTime: '10:01' })).toEqual({
    reportingTime: 'The reporting time must not be after the start time',
  });
});

it.each(['0', '10001', '10,001', '1,00', '2.5', '-3', 'ten'])('takes no %s places', (capacity) => {
  expect(validateExamDetail({ ...toValues(detail), capacity })).toEqual({
    capacity: 'Places must be a whole number from 1 to 10,000, or left empty',
  });
});

it.each([
  ['10,000', 10_000],
  ['1,000', 1_000],
  [' 10 000 ', 10_000],
])('takes %s places, as it writes them itself', async (capacity, places) => {
  const values = { ...toValues(detail), capacity };
  expect(validateExamDetail(values)).toEqual({});
  const sent = serveCall('put', '/api/exam-details/{id}', { message: '', examDetail: detail, clashes: [] });
  await saveExamDetail(values, 's1', detail, { confirm: [], tell: false });
  expect(sent[0]?.body).toMatchObject({ capacity: places });
});

it('sends a picture only when a new one was picked, and the version that was changed', async () => {
  const sent = serveCall('put', '/api/exam-details/{id}', { message: '', examDetail: detail, clashes: [] });
  await saveExamDetail(toValues(detail), 's1', detail, { confirm: [], tell: false });
  await saveExamDetail({ ...toValues(detail), image: 'data:image/jpeg;base64,AA==' }, 's1', detail, {
    confirm: [],
    tell: false,
  });
  const { _id, ...unchanged } = { ...detail, image: undefined };
  expect(sent.map(({ ids, body }) => ({ ids, body }))).toEqual([
    { ids: { id: _id }, body: unchanged },
    { ids: { id: _id }, body: { ...unchanged, image: 'data:image/jpeg;base64,AA==' } },
  ]);
});
