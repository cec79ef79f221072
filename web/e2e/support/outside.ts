// The world outside, as a test sees and moves it: the payment provider, the mailbox, the clock.
import { expect, type APIRequestContext } from '@playwright/test';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  files: { name: string; content_id: string }[];
}

type AttemptStatus = 'SUCCESS' | 'PENDING' | 'FAILED' | 'USER_DROPPED';

/** A way for the provider to fail, in the simulator's words. */
type Fault = { kind: 'status'; status: number } | { kind: 'drop_after_commit' };

export class Outside {
  readonly url: string;
  readonly #request: APIRequestContext;
  readonly #isShared: boolean;

  constructor(url: string, request: APIRequestContext, isShared: boolean) {
    this.url = url;
    this.#request = request;
    this.#isShared = isShared;
  }

  async mailsTo(email: string): Promise<Mail[]> {
    const answer = await this.#request.get(`${this.url}/mail.json`);
    const mails = (await answer.json()) as Mail[];
    return mails.filter(({ to }) => to === email);
  }

  /** Money that moves without the browser: begins an attempt on an order, also on one that has expired. */
  async attempt(orderId: string, status: AttemptStatus): Promise<string> {
    const made = await this.#control('attempt', {
      order_id: orderId,
      status,
      method: { upi: { upi_id: 'testsuccess@gocash' } },
    });
    return (made as { cf_payment_id: string }).cf_payment_id;
  }

  /** Decides the attempt that is pending on an order. */
  async decide(orderId: string, status: AttemptStatus): Promise<void> {
    const state = (await (await this.#request.get(`${this.url}/control/state`)).json()) as ProviderState;
    const attempt = state.orders[orderId]?.attempts.find((one) => one.status === 'PENDING');
    if (!attempt) throw new Error(`${orderId} has no pending attempt`);
    await this.#control('complete', { cf_payment_id: String(attempt.cf_payment_id), status });
  }

  /** How many orders the provider holds for an email address. */
  async ordersOf(email: string): Promise<number> {
    const state = (await (await this.#request.get(`${this.url}/control/state`)).json()) as ProviderState;
    return Object.values(state.orders).filter(({ customer }) => customer.email === email).length;
  }

  async withholdWebhooks(): Promise<void> {
    this.#changeForAll();
    const answer = await this.#request.put(`${this.url}/control/webhooks`, { data: { mode: 'withhold' } });
    expect(answer.ok()).toBe(true);
  }

  async failEvery(call: 'create_order' | 'get_order', fault: Fault): Promise<void> {
    this.#changeForAll();
    await this.#control('faults', { call, fault, always: true });
  }

  async heal(): Promise<void> {
    await this.#request.delete(`${this.url}/control/faults`);
  }

  /** Every mail is refused until `healMail`. */
  async failMail(): Promise<void> {
    this.#changeForAll();
    await this.#mailFaults({ fault: 'down' });
  }

  async healMail(): Promise<void> {
    await this.#mailFaults({});
  }

  async advanceClock(seconds: number): Promise<void> {
    this.#changeForAll();
    const answer = await this.#request.post(`${this.url}/clock`, { data: { advance_seconds: seconds } });
    expect(answer.ok()).toBe(true);
  }

  async reconcile(): Promise<void> {
    const answer = await this.#request.post(`${this.url}/reconcile`);
    expect(answer.ok()).toBe(true);
  }

  /** What changes the world for everybody would reach into other tests. */
  #changeForAll(): void {
    if (this.#isShared) throw new Error('This test needs its own system: test.use({ hasOwnSystem: true }).');
  }

  async #mailFaults(data: object): Promise<void> {
    const answer = await this.#request.post(`${this.url}/mail/faults`, { data });
    expect(answer.ok()).toBe(true);
  }

  async #control(what: string, data: object): Promise<unknown> {
    const answer = await this.#request.post(`${this.url}/control/${what}`, { data });
    expect(answer.ok(), `${what}: ${await answer.text()}`).toBe(true);
    return answer.status() === 204 ? undefined : answer.json();
  }
}

interface ProviderState {
  orders: Record<
    string,
    { customer: { email: string }; attempts: { cf_payment_id: number; status: string }[] }
  >;
}
