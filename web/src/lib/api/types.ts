// Names for the shapes the screens pass around, taken from the generated paths.
import type { paths } from './schema';

type Json<Operation> = Operation extends {
  responses: { 200: { content: { 'application/json': infer Body } } };
}
  ? Body
  : never;

/** The server takes null for what is missing; we leave out what is missing. */
type Filled<Body> = { [Field in keyof Body]: Exclude<Body[Field], null> };

export type Package = Json<paths['/api/packages/list']['get']>[number];
export type College = Package['collegeList'][number];
export type Course = College['courseList'][number];
export type OrderRequest = Filled<
  paths['/api/payments/create-order']['post']['requestBody']['content']['application/json']
>;
export type CreatedOrder = Json<paths['/api/payments/create-order']['post']>;
export type PaymentStatus = Json<paths['/api/payments/status/{order_id}']['get']>;
export type Pass = Json<paths['/api/order/{order_id}']['get']>;
