// What a clerk does at the door, and the passes that come there.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chromium, expect, type APIRequestContext, type Page } from '@playwright/test';
import { administrator, signedIn } from './portal';
import type { Student } from './registration';

interface Choice {
  packageId: string;
  type: string;
  order_amount: number;
  collegeId?: string;
  course_category?: string;
}

export const everyExam: Choice = { packageId: 'all-inclusive', type: 'allColleges', order_amount: 1850 };
export const oneExam: Choice = {
  packageId: 'single-exam',
  type: 'specificCollege',
  order_amount: 1000,
  collegeId: 'nila-law',
  course_category: 'nila-ballb',
};

interface Pass {
  orderId: string;
  /** The text of its QR code. */
  code: string;
  number: string;
}

const symbols = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** As `qr_text` of the crate domain has it; a pass that is not paid has no page that would tell. */
export function passOf(orderId: string): Pick<Pass, 'code' | 'number'> {
  const digest = createHash('sha256').update(`pass${orderId}`).digest().subarray(0, 16);
  const bits = [...digest].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const key = (bits.match(/.{1,5}/g) ?? [])
    .map((five) => symbols[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('');
  const [number = ''] = orderId.split('-');
  return { number, code: `EXPO1:${number}:${key}` };
}

/** The API as the counter and the office use it, to have passes of every kind quickly. */
export class Office {
  readonly #request: APIRequestContext;
  readonly #site: string;
  readonly #headers: Record<string, string>;

  private constructor(request: APIRequestContext, site: string, headers: Record<string, string>) {
    this.#request = request;
    this.#site = site;
    this.#headers = headers;
  }

  static async open(request: APIRequestContext, site: string): Promise<Office> {
    return new Office(request, site, await signedIn(request, site));
  }

  async sell(
    student: Student,
    choice: Choice,
    { isPaid = true, preference = 'Offline' }: { isPaid?: boolean; preference?: string } = {},
  ): Promise<Pass> {
    const sold = (await this.#post('/api/customers', {
      name: student.name,
      email: student.email,
      phone: student.phone,
      exam_preference: preference,
      payment_mode: 'cash',
      ...choice,
      ...(isPaid && { paid: true }),
    })) as { order_id: string };
    const pass = { orderId: sold.order_id, ...passOf(sold.order_id) };
    if (isPaid) {
      const shown = await this.#request.get(`${this.#site}/api/order/${pass.orderId}`);
      expect(((await shown.json()) as { qr: string }).qr).toBe(pass.code);
    }
    return pass;
  }

  async withdraw({ orderId }: Pass): Promise<void> {
    await this.#post(`/api/payments/${orderId}/validity`, { validity: 'withdrawn', reason: 'A test' });
  }

  /** Two gates without a network have let somebody in, and tell it now. */
  async letInTwice({ code, number }: Pass, list: string): Promise<void> {
    for (const [device, minutes] of [
      ['Gate 2', 9],
      ['Gate 5', 5],
    ] as const) {
      await this.#post('/api/check-in/redeem', {
        code,
        list,
        device,
        nonce: `${number}-${device.replace(' ', '-')}`,
        scanned_at: new Date(Date.now() - minutes * 60_000).toISOString(),
        offline: true,
      });
    }
  }

  async lists(): Promise<{ list: string; label: string; admitted: number }[]> {
    return (await this.#get('/api/check-in/lists')) as { list: string; label: string; admitted: number }[];
  }

  async attendance(list: string): Promise<{ admitted: number; by_device: { device: string }[] }> {
    return (await this.#get(`/api/check-in/attendance?list=${encodeURIComponent(list)}`)) as {
      admitted: number;
      by_device: { device: string }[];
    };
  }

  /** Until the roster has these passes. */
  async rosterHas(list: string, count: number): Promise<void> {
    await expect
      .poll(async () => {
        const page = (await this.#get(`/api/check-in/roster?list=${encodeURIComponent(list)}`)) as {
          entries: unknown[];
        };
        return page.entries.length;
      })
      .toBeGreaterThanOrEqual(count);
  }

  /** Signs every device of the administrator out, this one too. */
  async endSessions(): Promise<void> {
    const answer = await this.#request.delete(`${this.#site}/api/admin/sessions`, {
      headers: this.#headers,
      data: { password: administrator.password },
    });
    expect(answer.ok(), await answer.text()).toBe(true);
  }

  async #get(path: string): Promise<unknown> {
    const answer = await this.#request.get(`${this.#site}${path}`, { headers: this.#headers });
    expect(answer.ok(), await answer.text()).toBe(true);
    return answer.json();
  }

  async #post(path: string, data: object): Promise<unknown> {
    const answer = await this.#request.post(`${this.#site}${path}`, { headers: this.#headers, data });
    expect(answer.ok(), await answer.text()).toBe(true);
    return answer.json();
  }
}

/** From the sign-in to the camera. */
export async function openDoor(page: Page, label: string, place = 'Gate 2', site = ''): Promise<void> {
  await page.goto(`${site}/door`);
  await page.getByLabel('Username').fill(administrator.username);
  await page.getByLabel('Password').fill(administrator.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByLabel('This phone is at').fill(place);
  await page.getByRole('button', { name: label }).click();
  await expect(page.getByRole('heading', { name: 'Scan a pass' })).toBeAttached();
}

/** Once the page can be opened without a network, and knows who may come in. */
export async function expectKept(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await expect(page.getByText(/^Roster /)).toBeVisible();
}

/** As a scanner with a cable types it: faster than any test's keyboard, wherever the focus is. */
export async function scanByKeyboard(page: Page, text: string): Promise<void> {
  await page.evaluate((typed) => {
    for (const key of [...typed, 'Enter']) {
      const press = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
      (document.activeElement ?? document.body).dispatchEvent(press);
    }
  }, text);
}

export const verdict = (page: Page) => page.getByRole('region', { name: 'Verdict' });

export async function expectVerdict(page: Page, word: string, ...texts: (string | RegExp)[]): Promise<void> {
  await expect(verdict(page).getByRole('heading', { level: 1 })).toHaveText(word);
  for (const text of texts) await expect(verdict(page).getByText(text).first()).toBeVisible();
}

/** Who is let through gives way to the next scan without a press, before it on a busy machine. */
export async function nextScan(page: Page): Promise<void> {
  const through = page.getByRole('button', { name: /^Last: .* · (Admitted|Back in|Out|Was not in)$/ });
  await expect(async () => {
    if (await verdict(page).isHidden()) await expect(through).toBeVisible({ timeout: 1_000 });
    else await page.getByRole('button', { name: 'Next scan' }).click({ timeout: 5_000 });
  }).toPass();
}

/** A browser with a folder of its own, that is killed as a phone whose battery is taken out. */
export async function withPhone(
  binary: string,
  folder: string,
  use: (page: Page) => Promise<void>,
): Promise<void> {
  const phone = spawn(
    binary,
    ['--headless', '--no-sandbox', '--remote-debugging-port=0', `--user-data-dir=${folder}`, 'about:blank'],
    // A group of its own: what is started may be a script around the browser.
    { stdio: ['ignore', 'ignore', 'pipe'], detached: true },
  );
  const ended = new Promise((done) => phone.once('exit', done));
  try {
    const address = await new Promise<string>((found, failed) => {
      let log = '';
      phone.stderr.on('data', (text: Buffer) => {
        log += text.toString();
        const [, told] = /DevTools listening on (ws:\S+)/.exec(log) ?? [];
        if (told !== undefined) found(told);
      });
      phone.once('exit', () => {
        failed(new Error(`The browser did not start: ${log}`));
      });
    });
    const browser = await chromium.connectOverCDP(address);
    const [context] = browser.contexts();
    if (!context) throw new Error('The browser has no window');
    await use(await context.newPage());
  } finally {
    if (phone.pid !== undefined) process.kill(-phone.pid, 'SIGKILL');
    await ended;
  }
}
