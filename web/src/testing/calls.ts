// Any call of the API as a test's page sees it, typed by the schema: `serveCall` sets up one call, and gives back what
// was sent, in order.
import { http, HttpResponse, type JsonBodyType } from 'msw';
import type { MethodOf, Path, ResponseOf } from '@/lib/api/operation';
import { server } from './server';

export interface Refusal {
  status: number;
  code: string;
  message: string;
  field?: string;
}

export interface Sent {
  /** The values of the path's placeholders. */
  ids: Record<string, string>;
  query: Record<string, string>;
  headers: Headers;
  body: unknown;
}

type Reply<P extends Path, M extends MethodOf<P>> =
  ResponseOf<P, M> | Refusal | Promise<ResponseOf<P, M>> | ((sent: Sent) => ResponseOf<P, M>);

/** Answers with each reply in turn, and with the last one from then on. */
export function serveCall<P extends Path, M extends MethodOf<P>>(
  method: M,
  path: P,
  ...replies: Reply<P, M>[]
): Sent[] {
  const sent: Sent[] = [];
  const pattern = `${location.origin}${path.replace(/\{(\w+)\}/g, ':$1')}`;
  server.use(
    http[method as 'get' | 'post' | 'put' | 'delete'](pattern, async ({ request, params }) => {
      const text = await request.text();
      const call = {
        ids: params as Record<string, string>,
        query: Object.fromEntries(new URL(request.url).searchParams),
        headers: request.headers,
        body: text ? (JSON.parse(text) as unknown) : undefined,
      };
      sent.push(call);
      const next = replies[Math.min(sent.length, replies.length) - 1];
      const reply = await (typeof next === 'function' ? (next as (sent: Sent) => unknown)(call) : next);
      if (isRefusal(reply)) {
        const { status, ...body } = reply;
        return HttpResponse.json({ ...body, request_id: 'test' }, { status });
      }
      // What has nothing to say is a 204.
      if (reply === undefined) return new HttpResponse(null, { status: 204 });
      return HttpResponse.json(reply as JsonBodyType);
    }),
  );
  return sent;
}

export const refusal = (status: number, code: string, message: string, field?: string): Refusal => ({
  status,
  code,
  message,
  ...(field && { field }),
});

export const staleVersion = refusal(
  409,
  'stale_version',
  'This was changed by someone else meanwhile. Reload and try again.',
);

/** Of a change that may have been made all the same: the gateway gave up waiting for it. */
export const lostAnswer = refusal(504, 'timeout', '');

function isRefusal(reply: unknown): reply is Refusal {
  return typeof reply === 'object' && reply !== null && 'status' in reply && 'code' in reply;
}
