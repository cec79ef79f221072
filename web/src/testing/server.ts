// The API as the site's tests see it. What pages show is typed by the generated schema; `serveCall` (calls.ts) types every
// call by its path.
import { http, HttpResponse, type JsonBodyType } from 'msw';
import { setupServer } from 'msw/node';
import type { Banner, OrderRequest, Package, Pass, PaymentStatus } from '@/lib/api/types';

/**
 * The lists of pictures and the sale window are on the landing page, till and line are on the dashboard, the chosen exams on the
 * page of a candidate, whatever a test is about: empty, open, and hidden from the role, unless it says otherwise.
 */
export const server = setupServer(
  http.get('*/api/:group/listBanners', () => HttpResponse.json([])),
  http.get('*/api/event', () => HttpResponse.json({ registration: 'open', opens_at: null, closes_at: null })),
  http.get('*/api/payments/line', () =>
    HttpResponse.json({ code: 'forbidden', message: '' }, { status: 403 }),
  ),
  http.get('*/api/customers/:customerId/exams', () =>
    HttpResponse.json({ open: true, version: 1, chosen: [], exams: [] }),
  ),
  http.get('*/api/till', () => HttpResponse.json({ code: 'forbidden', message: '' }, { status: 403 })),
);

const course = (_id: string, examName: string, timeStart: string, timeEnd: string) => ({
  _id,
  examName,
  date: '2025-05-31',
  timeStart,
  timeEnd,
  venue: 'Hall 1',
  sold_out: false,
});

const collegeList: Package['collegeList'] = [
  {
    _id: 'col-a',
    name: 'Periyar Institute',
    description: '',
    courseList: [course('exam-a1', 'B.Tech', '10:00', '11:30'), course('exam-a2', 'BBA', '12:00', '13:00')],
  },
  {
    _id: 'col-b',
    name: 'Vembanad College',
    description: '',
    courseList: [course('exam-b1', 'BCA', '14:00', '15:00')],
  },
];

export const allColleges: Package = {
  _id: 'pkg-all',
  name: 'All-Inclusive Exam Access',
  description: 'All exams of all institutions.',
  price: 1850,
  AllowAllCollege: true,
  collegeList,
};

export const oneCollege: Package = {
  _id: 'pkg-one',
  name: 'Single Exam Access',
  description: 'One exam of one institution.',
  price: 1000,
  AllowAllCollege: false,
  collegeList,
};

/** The same, with a third exam that overlaps with the first one, and the second on another day. */
export const overlapping: Package = {
  ...oneCollege,
  collegeList: oneCollege.collegeList.map((college) => ({
    ...college,
    courseList: college.courseList.map((exam) => ({
      ...exam,
      ...(exam._id === 'exam-a2' && { date: '2025-06-01', venue: 'Hall 2' }),
      ...(exam._id === 'exam-b1' && { timeStart: '11:00', timeEnd: '12:00', venue: '' }),
    })),
  })),
};

export const pass: Pass = {
  order_id: 'order_1',
  name: 'Asha Nair',
  email: 'asha@example.com',
  phone: '9876543210',
  pass_no: 'CZ6S 4932 KF26',
  package: 'Single Exam Access',
  exams: [
    {
      examName: 'B.Tech',
      collegeName: 'Periyar Institute',
      date: '2025-05-31',
      timeStart: '10:00',
      timeEnd: '11:30',
      venue: 'Hall 1',
    },
  ],
  exam_preference: 'Offline',
  validity: 'valid',
  mail_bounced: false,
  qr: 'EXPO1:CZ6S4932KF26:5JZNEW2E94YNZR3M9EQR3BFSEG',
  calendar_sequence: 1_747_735_200,
};

type Headers = Record<string, string>;
const answer = (status: number, body: JsonBodyType, headers: Headers = {}) =>
  HttpResponse.json(body, { status, headers });

export interface SentOrder {
  key: string | null;
  body: OrderRequest;
}

/** Each function sets up one call and gives back what was sent, in order. */
export const serve = {
  font() {
    const headers = { 'content-type': 'font/woff2' };
    server.use(http.get('*.woff2', () => new HttpResponse('font', { headers })));
  },
  noFont() {
    server.use(http.get('*.woff2', () => HttpResponse.error()));
  },
  banners(group: 'banners' | 'inst-brand' | 'brand', list: readonly Banner[] | number) {
    server.use(
      http.get(`*/api/${group}/listBanners`, () =>
        typeof list === 'number'
          ? answer(list, { message: 'no', request_id: 'req-1' })
          : answer(200, [...list]),
      ),
    );
  },

  contact(...replies: (() => Response)[]) {
    const sent: unknown[] = [];
    server.use(
      http.post('*/api/contact', async ({ request }) => {
        sent.push(await request.json());
        const reply = replies[Math.min(sent.length, replies.length) - 1];
        return reply?.() ?? answer(200, { message: 'Your message has been sent.' });
      }),
    );
    return sent;
  },

  packages(...answers: (readonly Package[] | number)[]) {
    let asked = 0;
    server.use(
      http.get('*/api/packages/list', () => {
        const next = answers[Math.min(asked, answers.length - 1)] ?? [];
        asked += 1;
        return typeof next === 'number'
          ? answer(next, { code: 'internal', message: 'Something went wrong' })
          : answer(200, [...next]);
      }),
    );
    return { asked: () => asked };
  },

  emailCheck(reply: { exists: boolean; isPaid: boolean } | number = { exists: false, isPaid: false }) {
    const queries: Record<string, string>[] = [];
    server.use(
      http.get('*/api/payments/check-email', ({ request }) => {
        queries.push(Object.fromEntries(new URL(request.url).searchParams));
        return typeof reply === 'number' ? answer(reply, { message: 'no' }) : answer(200, reply);
      }),
    );
    return queries;
  },

  createOrder(...replies: (() => Response | Promise<Response>)[]) {
    const sent: SentOrder[] = [];
    server.use(
      http.post('*/api/payments/create-order', async ({ request }) => {
        sent.push({
          key: request.headers.get('Idempotency-Key'),
          body: (await request.json()) as OrderRequest,
        });
        return (replies[Math.min(sent.length, replies.length) - 1] ?? created)();
      }),
    );
    return sent;
  },

  lineMail(...replies: (() => Response | Promise<Response>)[]) {
    const sent: unknown[] = [];
    server.use(
      http.post('*/api/payments/line/mail', async ({ request }) => {
        sent.push(await request.json());
        const reply = replies[Math.min(sent.length, replies.length) - 1];
        return reply?.() ?? answer(202, { message: 'We will mail you.', sends_at: '2031-01-01T05:12:00Z' });
      }),
    );
    return sent;
  },

  findPass(...replies: (() => Response | Promise<Response>)[]) {
    const sent: unknown[] = [];
    server.use(
      http.post('*/api/passes/find', async ({ request }) => {
        sent.push(await request.json());
        const reply = replies[Math.min(sent.length, replies.length) - 1];
        return reply?.() ?? answer(202, { message: onItsWay });
      }),
    );
    return sent;
  },

  status(...replies: (PaymentStatus | number | Promise<PaymentStatus>)[]) {
    const asked: string[] = [];
    server.use(
      http.get('*/api/payments/status/:id', async ({ params }) => {
        asked.push(String(params.id));
        const next = await (replies[Math.min(asked.length, replies.length) - 1] ?? 500);
        return typeof next === 'number' ? answer(next, { code: 'x', message: 'no' }) : answer(200, next);
      }),
    );
    return asked;
  },

  order(...replies: (Pass | null | number)[]) {
    const asked: string[] = [];
    server.use(
      http.get('*/api/order/:id', ({ params }) => {
        asked.push(String(params.id));
        const next = replies[Math.min(asked.length, replies.length) - 1] ?? null;
        return typeof next === 'number'
          ? answer(next, { code: 'not_found', message: 'no' })
          : answer(200, next);
      }),
    );
    return asked;
  },
};

/** The server's words, which are the same for every address. */
export const onItsWay =
  'If this address has a pass, a mail with it is on its way. It may take a few minutes.';

export const created = () => answer(200, { payment_session_id: 'session_1', order_id: 'order_1' });

export const refused =
  (status: number, body: JsonBodyType, headers: Headers = {}) =>
  () =>
    answer(status, body, headers);
