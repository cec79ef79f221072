// What the generated schema says about one call, in the form in which the client takes and gives it.
import type { paths } from './schema';

type Method = 'get' | 'post' | 'put' | 'delete';

export type Path = keyof paths;

/** The methods that an address has. */
export type MethodOf<P extends Path> = {
  [M in Method]: M extends keyof paths[P] ? (paths[P][M] extends object ? M : never) : never;
}[Method];

/** Path, query, header and body, each where the call has it, and a way to call it off. */
export type RequestOf<P extends Path, M extends MethodOf<P>> = ParametersOf<paths[P][M]> &
  BodyOf<paths[P][M]> & { signal?: AbortSignal };

type ParametersOf<Operation> = Operation extends { parameters: infer Parameters } ? Parameters : never;

type BodyOf<Operation> = Operation extends {
  requestBody: { content: { 'application/json': infer Body } };
}
  ? { body: Body }
  : { body?: never };

/** The body of a successful answer, whichever success it is. */
export type ResponseOf<P extends Path, M extends MethodOf<P>> =
  | BodyAt<paths[P][M], 200>
  | (paths[P][M] extends { responses: { 201: unknown } } ? BodyAt<paths[P][M], 201> : never)
  | (paths[P][M] extends { responses: { 202: unknown } } ? BodyAt<paths[P][M], 202> : never);

type BodyAt<Operation, Status extends number> = Operation extends {
  responses: Record<Status, { content: { 'application/json': infer Body } }>;
}
  ? Body
  : undefined;
