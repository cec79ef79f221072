// Calls that are agreed with the server's authors and not in the generated schema yet. As soon as the schema has
// a path, its own description takes the place of the one here (see operation.ts).

interface Get<Answer, Query = never, Path = never> {
  parameters: ([Path] extends [never] ? object : { path: Path }) &
    ([Query] extends [never] ? object : { query?: Query });
  requestBody?: never;
  responses: { 200: { content: { 'application/json': Answer } } };
}
interface Post<Answer, Body, Header = never> {
  parameters: [Header] extends [never] ? object : { header?: Header };
  requestBody: { content: { 'application/json': Body } };
  responses: { 200: { content: { 'application/json': Answer } } };
}

interface Message {
  message: string;
}

type Status = 'CREATED' | 'ACTIVE' | 'FAILED' | 'EXPIRED' | 'UNKNOWN' | 'PAID';
type Kind = 'allColleges' | 'specificCollege';

interface CustomerRow {
  customer_id: string;
  name: string;
  email: string;
  phone: string;
  course_category?: string | null;
  examName?: string | null;
  packageName: string;
  collegeName?: string | null;
  payment_mode: string;
  order_amount: number;
  status: Status;
  type: Kind;
  created_at: string;
}

interface CustomerPage {
  data: CustomerRow[];
  pagination: {
    page: number;
    limit: number;
    total: number;
    pages: number;
    filtered: number;
    next?: string | null;
    previous?: string | null;
  };
}

interface CustomerQuery {
  page?: number;
  limit?: number;
  cursor?: string;
  email?: string;
  payment_mode?: string;
  course_category?: string;
  status?: string;
}

interface CustomerIn {
  name: string;
  email: string;
  phone: string;
  phone2?: string;
  exam_preference: string;
  payment_mode: string;
  order_amount: number;
  packageId: string;
  collegeId?: string;
  course_category?: string;
  type: Kind;
}

interface CustomerOut extends Omit<CustomerRow, 'status'> {
  phone2?: string | null;
  exam_preference: string;
  packageId: string;
  collegeId?: string | null;
  metadata: { channel: string };
}

interface PaymentOut {
  order_id: string;
  order_amount: number;
  order_currency: string;
  status: Status;
  payment_method: string;
  created_at: string;
  paid_at?: string | null;
  mail: 'none' | 'waiting' | 'sent' | 'failed';
  mail_sent_at?: string | null;
  payment_details?: {
    order: { order_id: string; order_amount: number; order_currency: string };
    payment: {
      payment_group: string;
      payment_method: {
        card?: {
          card_type?: string | null;
          card_bank_name?: string | null;
          card_network?: string | null;
        } | null;
        upi?: { upi_id?: string | null } | null;
      };
    };
  } | null;
}

interface Tally {
  registrations: number;
  paid: number;
  revenue: number;
}

interface NamedTally extends Tally {
  id: string;
  name: string;
}

interface Dashboard {
  counts: Record<Status, number>;
  revenue: number;
  candidates: number;
  days: (Tally & { day: string })[];
  packages: NamedTally[];
  colleges: NamedTally[];
  attention: number;
  latest: CustomerRow[];
}

interface AuditEntry {
  at: string;
  username: string;
  action: string;
  subject: string;
  before?: unknown;
  after?: unknown;
}

interface AttentionItem {
  order_id: string;
  customer_id: string;
  flag: string;
  note: string;
  at: string;
  name: string;
}

interface Order {
  order_id: string;
}

interface Exam {
  _id: string;
  examId: string;
  examName: string;
  date: string;
}

export interface PendingPaths {
  '/api/customers': {
    get: Get<CustomerPage, CustomerQuery>;
    post: Post<{ success: boolean; customer_id: string }, CustomerIn, Record<string, string>>;
  };
  '/api/customers/{customerId}': {
    get: Get<{ customer: CustomerOut; payments: PaymentOut[] }, never, { customerId: string }>;
  };
  '/api/admin/dashboard': { get: Get<Dashboard> };
  '/api/admin/logs': {
    get: Get<{ entries: AuditEntry[]; next?: string | null }, { limit?: number; cursor?: string }>;
  };
  '/api/admin/logout': { post: Get<Message> };
  '/api/admin/attention': { get: Get<AttentionItem[]> };
  '/api/admin/attention/{order_id}/{flag}': { delete: Get<Message, never, Order & { flag: string }> };
  '/api/payments/{order_id}/ask-again': { post: Get<{ status: string; message: string }, never, Order> };
  '/api/payments/{order_id}/resend-email': { post: Get<Message, never, Order> };
  '/api/exam-details': { get: Get<Exam[]> };
}
