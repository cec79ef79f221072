import { expect, it } from 'vitest';
import { noFilters, readFilters, readPlace, toListed, toParams, toQuery } from './filters';

const of = (query: string) => new URLSearchParams(query);

it('shows who has paid unless the address says otherwise', () => {
  expect(readFilters(of(''))).toEqual({
    search: '',
    email: '',
    payment_mode: '',
    course_category: '',
    status: 'PAID',
    package: '',
    exam_preference: '',
    from: '',
    to: '',
  });
  expect(readFilters(of('status=all')).status).toBe('');
  expect(readFilters(of('status=FAILED')).status).toBe('FAILED');
});

it('writes an address that it reads back', () => {
  const filters = {
    search: 'asha n',
    email: 'a@b.c',
    payment_mode: 'upi',
    course_category: 'allColleges',
    status: '',
    package: 'pkg-all',
    exam_preference: 'Online',
    from: '2025-05-20',
    to: '2025-05-31',
  };
  const params = toParams(filters, { page: 3, cursor: 'abc', rows: 10 });
  expect(readFilters(params)).toEqual(filters);
  expect(readPlace(params, 10)).toEqual({ page: 3, cursor: 'abc', rows: 10 });
});

it('names the rows of a further page, which are the same for a reader who wants others', () => {
  const place = { page: 3, cursor: 'abc', rows: 50 } as const;
  expect(readPlace(toParams(noFilters, place), 10)).toEqual(place);
  expect(readPlace(of('page=3&cursor=abc'), 50).rows).toBe(10);
  expect(readPlace(of('page=3&rows=7'), 50).rows).toBe(10);
  expect(readPlace(of('rows=25'), 50)).toEqual({ page: 1, cursor: undefined, rows: 50 });
});

it('has no query in the list’s plain address', () => {
  expect(toParams(noFilters, { page: 1, cursor: undefined, rows: 50 }).toString()).toBe('');
});

it('takes a page that is none for the first', () => {
  for (const page of ['0', '-2', 'x', '1.5']) {
    expect(readPlace(of(`page=${page}&cursor=abc`), 10)).toEqual({ page: 1, cursor: undefined, rows: 10 });
  }
});

it('asks the server for what is filtered alone', () => {
  expect(toQuery(noFilters, { page: 1, cursor: undefined, rows: 10 })).toEqual({
    page: 1,
    limit: 10,
    status: 'PAID',
  });
  expect(toQuery({ ...noFilters, status: '', email: 'a' }, { page: 2, cursor: 'x', rows: 25 })).toEqual({
    page: 2,
    limit: 25,
    cursor: 'x',
    email: 'a',
  });
});

it('takes what is no day for none', () => {
  expect(readFilters(of('from=20.5.2025&to=2025-05'))).toMatchObject({ from: '', to: '' });
});

it('says who is listed, as far as its filters can', () => {
  const listed = [{ customer_id: 'C1' }, { customer_id: 'C2' }];
  const to = (change: Partial<typeof noFilters>, matching: number) =>
    toListed({ ...noFilters, ...change }, listed, { filtered: matching })?.toString();
  expect(to({}, 40)).toBe('status=PAID');
  expect(to({ status: '', course_category: 'bca' }, 40)).toBe('course=bca');
  expect(to({ status: '' }, 40)).toBe('');
  expect(to({ payment_mode: 'upi' }, 40)).toBe('status=PAID&payment_mode=upi');
  const further = { package: 'pkg', exam_preference: 'Online', from: '2025-05-20', to: '2025-05-31' };
  expect(to({ ...further, status: 'REFUNDED' }, 40)).toBe(
    'status=REFUNDED&package=pkg&exam_preference=Online&registered_from=2025-05-20&registered_to=2025-05-31',
  );
  // What only the list can search for is said by who was found, where all of them are in sight.
  for (const change of [{ search: 'nair' }, { email: 'a@' }]) {
    expect(to(change, 2)).toBe('candidate=C1&candidate=C2');
    expect(to(change, 40)).toBeUndefined();
  }
  expect(to({}, 0)).toBeUndefined();
  // Nobody so far is not nobody.
  const soFar = toListed({ ...noFilters, exam_preference: 'Online' }, [], { filtered: 0, cut: true });
  expect(soFar?.toString()).toBe('status=PAID&exam_preference=Online');
});
