// Answers of the API that the portal's tests are given.
import type { AnswerOf } from '@/portal/kit/api/data';
import type { ExamDetail } from '@/portal/kit/api/entries';

type Dashboard = AnswerOf<'/api/admin/dashboard'>;
type Page = AnswerOf<'/api/customers'>;
type File = AnswerOf<'/api/customers/{customerId}'>;

export const dashboard: Dashboard = {
  counts: { PAID: 3, CREATED: 1, ACTIVE: 2, FAILED: 0, EXPIRED: 0, UNKNOWN: 0 },
  revenue: 3850,
  candidates: 6,
  modes: [
    { mode: 'online', taken: 2, paid: 3700, given_back: 1850, lost: 0 },
    { mode: 'cash', taken: 2, paid: 2000, given_back: 0, lost: 0 },
    { mode: 'upi', taken: 0, paid: 0, given_back: 0, lost: 0 },
    { mode: 'card', taken: 0, paid: 0, given_back: 0, lost: 0 },
  ],
  days: [{ day: '2025-05-20', registrations: 6, paid: 3, revenue: 3850 }],
  packages: [{ id: 'pkg-all', name: 'All-Inclusive', registrations: 6, paid: 3, revenue: 3850 }],
  colleges: [],
  attention: 0,
  latest: [],
};

export const noLogs: AnswerOf<'/api/admin/logs'> = { entries: [] };

export const row = (number: number): Page['data'][number] => ({
  customer_id: `cust-${String(number)}`,
  name: `Student ${String(number)}`,
  email: `student${String(number)}@example.com`,
  phone: '9876543210',
  packageName: 'All-Inclusive Exam Access',
  payment_mode: 'online',
  order_amount: 1850,
  status: 'PAID',
  type: 'allColleges',
  created_at: '2025-05-20T10:00:00Z',
});

/** A page of a list of so many; without rows of its own when it lies beyond the end. */
export const customers = (filtered: number, page = 1): Page => {
  const first = (page - 1) * 10;
  const shown = Math.max(0, Math.min(10, filtered - first));
  return {
    data: Array.from({ length: shown }, (_, index) => row(first + index + 1)),
    pagination: {
      page,
      limit: 10,
      total: 40,
      pages: Math.ceil(filtered / 10),
      filtered,
      ...(first + shown < filtered && { next: `after-${String(page)}` }),
      ...(page > 1 && { previous: `before-${String(page)}` }),
    },
  };
};

export const payment = (change: Partial<File['payments'][number]> = {}): File['payments'][number] => ({
  order_id: 'order_1',
  order_amount: 1850,
  order_currency: 'INR',
  status: 'PAID',
  payment_method: '',
  created_at: '2025-05-20T10:00:00Z',
  mail: 'sent',
  ...((change.status ?? 'PAID') === 'PAID' && { validity: 'valid' }),
  refundable: 0,
  refunds: [],
  lost: 0,
  disputes: [],
  ...change,
});

type Dispute = File['payments'][number]['disputes'][number];

export const dispute = (change: Partial<Dispute> = {}): Dispute => ({
  dispute_id: '433475258',
  state: 'open',
  status: 'CHARGEBACK_UNDER_REVIEW',
  amount: 1850,
  at: '2025-05-21T10:00:00Z',
  ...change,
});

type Refund = File['payments'][number]['refunds'][number];

export const refund = (change: Partial<Refund> = {}): Refund => ({
  refund_id: 'RF1',
  amount: 250,
  status: 'SUCCESS',
  reason: '',
  by: 'meera',
  at: '2025-05-21T10:00:00Z',
  ...change,
});

export const spotPayment = payment({ status: 'CREATED', payment_method: 'SPOT PAYMENT', mail: 'none' });

export const file = (...payments: File['payments']): File => ({
  customer: {
    ...row(1),
    exam_preference: 'Offline',
    packageId: 'pkg-all',
    metadata: { channel: 'website', terms_version: '2025-05-01' },
  },
  payments,
  version: 0,
  admissions: [],
  notes: [],
  timeline: [],
});

type Dependents = AnswerOf<'/api/catalogue/{kind}/{id}/dependents'>;

/** What depends on a part of the catalogue: nothing but what is given. */
export const dependents = (change: Partial<Dependents> = {}): Dependents => ({
  candidates: 0,
  paid: 0,
  paidForAll: 0,
  packages: [],
  colleges: [],
  exams: [],
  ...change,
});

export const examDetail = (change: Partial<ExamDetail> = {}): ExamDetail => ({
  _id: 'd1',
  examId: 's1',
  image: '/media/a.jpg',
  date: '2025-05-31',
  timeStart: '10:00',
  timeEnd: '12:30',
  venue: 'Hall 2',
  examFee: 250.5,
  examName: 'B.Tech',
  details: '',
  halls: [],
  reportingTime: '',
  version: 4,
  ...change,
});

export const lineAtRest: AnswerOf<'/api/payments/line'> = {
  per_minute: 180,
  per_minute_of_address: 60,
  waiting: 0,
  wait_seconds: 0,
  closed_until: null,
  hold: null,
};

export const eventSettings: AnswerOf<'/api/event/settings'> = {
  version: 3,
  opens_at: '2025-05-01T04:30:00Z',
  closes_at: null,
  counter_closes_at: null,
  registration: 'open',
  counter: 'open',
  ended_at: null,
};
