// The one client for our own API. Types come from schema.d.ts, which is generated from infra/openapi.json.
import { texts } from '@/content/texts';
import { keptToken } from '../keptToken';
import { takeAhead } from './ahead';
import type { MethodOf, Path, RequestOf, ResponseOf } from './operation';

/** The gateway gives up after 30 seconds; waiting longer than a little beyond that brings nothing. */
const requestTimeoutMs = 35_000;

/** The token that calls take along. */
interface Token {
  token: (path: string) => string | undefined;
  /** The server has answered a call with it by 401. */
  refuse: (token: string) => void;
  /** Whether what is read now is in the background: no use of the session, and marked so for the server. */
  inBackground?: () => boolean;
  /** It has answered one otherwise, with this header `Date`. */
  heard?: (date: string | null, inBackground: boolean) => void;
}

let sent: Token = keptToken;

/** From now on: where there is a session, it has more to say about its token than that it is kept. */
export function callWith(token: Token): void {
  sent = token;
}

/** Sends a change, and sends it again where that may help. */
type Sending = <Answer>(send: () => Promise<Answer>, path: string) => Promise<Answer>;

let sendChange: Sending = (send) => send();

/** From now on, for every call that is to change something. */
export function sendChangesBy(sending: Sending): void {
  sendChange = sending;
}

/** Why a call did not bring what it should have. `status` is 0 when there was no answer at all. */
export class ApiError extends Error {
  readonly status: number;
  readonly details: ErrorDetails;
  /** It was to change something, and may have done so although nothing that came back says that it did. */
  isLost = false;

  constructor(status: number, message: string, details: ErrorDetails = {}) {
    super(message);
    this.status = status;
    this.details = details;
  }

  /** An answer that says the call succeeded and has nothing in it to go on with; 0 where it is not even from us. */
  static unusable(status: 0 | 200 = 200, isChange = false): ApiError {
    const error = new ApiError(status, '');
    error.isLost = isChange;
    return error;
  }

  /**
   * What came back: the server's no, which knows that nothing was done; a failure of the server; or nothing that says which,
   * as a time-out on the way does.
   */
  get outcome(): 'refused' | 'failed' | 'unknown' {
    const { status, details } = this;
    if (status < 400 || status === 408 || status === 504) return 'unknown';
    if (status < 500) return 'refused';
    // Ours says no of a provider that is down, or where too much comes at once. The gateway's own have no code.
    return (status === 502 || status === 503) && details.code !== undefined ? 'refused' : 'failed';
  }

  /** The id by which an operator finds this failure in the log, where it is one that only an operator can mend. */
  get reference(): string | undefined {
    return this.status >= 500 ? this.details.requestId : undefined;
  }
}

interface ErrorDetails {
  code?: string;
  field?: string;
  /** With `price_changed`: the price now, in rupees. */
  price?: number;
  /** With `similar_registration`: who it is. */
  customerId?: string;
  retryAfterSeconds?: number;
  requestId?: string;
  /** All that the server said, for refusals with members of their own. */
  body?: unknown;
}

/** Of anything that was thrown by a call: whether what it was to do may have been done. */
export const isLost = (error: unknown): boolean => error instanceof ApiError && error.isLost;

/** Of anything that was thrown. */
export function referenceOf(error: unknown): string | undefined {
  return error instanceof ApiError ? error.reference : undefined;
}

/** The price now, in rupees, where a call was refused for naming another. */
export function changedPriceOf(error: unknown): number | undefined {
  return error instanceof ApiError && error.details.code === 'price_changed'
    ? error.details.price
    : undefined;
}

/**
 * The body of a successful answer, undefined when it is empty. Rejects with an ApiError that holds what the
 * server said, or with an AbortError when `signal` called it off.
 */
export async function call<P extends Path, M extends MethodOf<P>>(
  method: M,
  path: P,
  request: RequestOf<P, M>,
): Promise<ResponseOf<P, M> | undefined> {
  return (await callForAnswer(method, path, request)).body;
}

interface Success<Body> {
  status: number;
  headers: Headers;
  /** Undefined when it is empty. */
  body: Body | undefined;
}

/** The same with status and headers, where one success is another than the next. */
export async function callForAnswer<P extends Path, M extends MethodOf<P>>(
  method: M,
  path: P,
  request: RequestOf<P, M>,
): Promise<Success<ResponseOf<P, M>>> {
  const once = () => send(method, path, request as AnyRequest);
  const change = async () => {
    try {
      const answer = await once();
      // Whatever says that a change was made and has nothing in it is not from us, but for a 204.
      if (!answer.body && answer.status !== 204) throw ApiError.unusable();
      return answer;
    } catch (error) {
      if (error instanceof ApiError) error.isLost = error.outcome !== 'refused';
      throw error;
    }
  };
  const answer = method === 'get' ? once() : sendChange(change, path);
  return (await answer) as Success<ResponseOf<P, M>>;
}

async function send(method: string, path: string, request: AnyRequest): Promise<Answer> {
  const { path: inPath, query, header, body, signal } = request;
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(inPath?.[name] ?? ''));
  const url = new URL(address, location.origin);
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null) url.searchParams.set(name, String(value));
  }
  const token = sent.token(path);
  const inBackground = method === 'get' && (sent.inBackground?.() ?? false);
  const response = await fetchInTime(url, signal, {
    method: method.toUpperCase(),
    headers: {
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(token && inBackground && { 'X-Background': '1' }),
      ...header,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (token && response.status !== 401) sent.heard?.(response.headers.get('Date'), inBackground);
  if (response.status < 300) return response;
  if (response.status === 401 && token) sent.refuse(token);
  throw toApiError(response);
}

/** What the types of the schema come to when nobody asks which call it is. */
interface AnyRequest {
  path?: Record<string, string>;
  query?: Record<string, string | number | null | undefined>;
  header?: Record<string, string>;
  body?: unknown;
  signal?: AbortSignal;
}

interface Answer {
  status: number;
  headers: Headers;
  body: unknown;
}

async function fetchInTime(url: URL, signal: AbortSignal | undefined, init: RequestInit): Promise<Answer> {
  const ahead = init.method === 'GET' ? takeAhead(url) : undefined;
  const controller = ahead?.controller ?? new AbortController();
  const stop = () => {
    controller.abort();
  };
  if (signal?.aborted) stop();
  signal?.addEventListener('abort', stop);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    stop();
  }, requestTimeoutMs);
  try {
    const response = await (ahead?.response ?? fetch(url, { ...init, signal: controller.signal }));
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: parse(text, response.ok) };
  } catch (error) {
    if (isLate) throw new ApiError(0, texts.tooSlow);
    if (error instanceof ApiError || (error as Error).name === 'AbortError') throw error;
    throw new ApiError(0, texts.offline);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}

/** Anything may be in an error: the gateway's own words, or the page of a proxy. */
function parse(text: string, isSuccess: boolean): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    // Half an answer, or one that is not ours, such as the page of a hotel's network.
    if (isSuccess) throw ApiError.unusable(0);
    return undefined;
  }
}

function toApiError({ status, headers, body }: Answer): ApiError {
  const field = (name: string): unknown =>
    typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[name] : undefined;
  const text = (name: string) => {
    const value = field(name);
    return typeof value === 'string' ? value : undefined;
  };
  const details: ErrorDetails = { body };
  const code = text('code');
  if (code) details.code = code;
  const name = text('field');
  if (name) details.field = name;
  const price = field('price');
  if (typeof price === 'number') details.price = price;
  const customerId = text('customer_id');
  if (customerId) details.customerId = customerId;
  const retryAfter = Number(headers.get('Retry-After') ?? Number.NaN);
  if (retryAfter >= 0) details.retryAfterSeconds = retryAfter;
  // The gateway's own answers have the id in a separate header only.
  const requestId = text('request_id') ?? headers.get('X-Request-Id') ?? headers.get('Apigw-Requestid');
  if (requestId) details.requestId = requestId;
  return new ApiError(status, text('message') ?? text('msg') ?? text('error') ?? '', details);
}
