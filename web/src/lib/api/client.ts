// The one client for our own API. Types come from schema.d.ts, which is generated from infra/openapi.json.
import createClient from 'openapi-fetch';
import { texts } from '@/content/texts';
import type { paths } from './schema';

/** The gateway gives up after 30 seconds; waiting longer than a little beyond that brings nothing. */
const requestTimeoutMs = 35_000;

/** Why a call did not bring what it should have. `status` is 0 when there was no answer at all. */
export class ApiError extends Error {
  readonly status: number;
  readonly details: ErrorDetails;

  constructor(status: number, message: string, details: ErrorDetails = {}) {
    super(message);
    this.status = status;
    this.details = details;
  }
}

interface ErrorDetails {
  code?: string;
  field?: string;
  /** With `price_changed`: the price now, in rupees. */
  price?: number;
  retryAfterSeconds?: number;
}

async function fetchInTime(request: Request): Promise<Response> {
  const controller = new AbortController();
  const stop = () => {
    controller.abort();
  };
  if (request.signal.aborted) stop();
  request.signal.addEventListener('abort', stop);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    stop();
  }, requestTimeoutMs);
  try {
    return await fetch(request, { signal: controller.signal });
  } catch (error) {
    throw isLate ? new ApiError(0, texts.tooSlow) : error;
  } finally {
    clearTimeout(timer);
    request.signal.removeEventListener('abort', stop);
  }
}

export const api = createClient<paths>({
  baseUrl: typeof location === 'undefined' ? '' : location.origin,
  fetch: fetchInTime,
});

interface Answer<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** The body of a successful answer (undefined when it is empty), or an ApiError with what the server said. */
export async function unwrap<T>(call: Promise<Answer<T>>): Promise<T | undefined> {
  const { data, error, response } = await call.catch((reason: unknown): never => {
    if (reason instanceof ApiError || (reason as Error).name === 'AbortError') throw reason;
    // Half an answer, or one that is not ours, such as the page of a hotel's network.
    throw new ApiError(0, reason instanceof SyntaxError ? '' : texts.offline);
  });
  if (response.ok) return data;
  throw toApiError(response, error);
}

function toApiError(response: Response, body: unknown): ApiError {
  const field = (name: string): unknown =>
    typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[name] : undefined;
  const text = (name: string) => {
    const value = field(name);
    return typeof value === 'string' ? value : undefined;
  };
  const details: ErrorDetails = {};
  const code = text('code');
  if (code) details.code = code;
  const name = text('field');
  if (name) details.field = name;
  const price = field('price');
  if (typeof price === 'number') details.price = price;
  const retryAfter = Number(response.headers.get('Retry-After') ?? Number.NaN);
  if (retryAfter >= 0) details.retryAfterSeconds = retryAfter;
  return new ApiError(response.status, text('message') ?? '', details);
}
