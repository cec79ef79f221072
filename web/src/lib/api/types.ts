// Names for the shapes the screens pass around, taken from the generated paths.
import type { RequestOf, ResponseOf } from './operation';

/** The server takes null for what is missing; we leave out what is missing. */
type Filled<Body> = { [Field in keyof Body]: Exclude<Body[Field], null> };

export type Package = ResponseOf<'/api/packages/list', 'get'>[number];
export type Banner = ResponseOf<'/api/banners/listBanners', 'get'>[number];
/** The server says null where nothing is set, and so may anyone who knows nothing. */
export type Sale = Pick<ResponseOf<'/api/event', 'get'>, 'registration'> &
  Partial<ResponseOf<'/api/event', 'get'>>;
export type College = Package['collegeList'][number];
export type Course = College['courseList'][number];
export type OrderRequest = Filled<RequestOf<'/api/payments/create-order', 'post'>['body']>;
type OrderAnswer = ResponseOf<'/api/payments/create-order', 'post'>;
export type PlaceInLine = Extract<OrderAnswer, { ticket: string }>;
export type CreatedOrder = Exclude<OrderAnswer, PlaceInLine>;
export type PaymentStatus = ResponseOf<'/api/payments/status/{order_id}', 'get'>;
export type Pass = ResponseOf<'/api/order/{order_id}', 'get'>;
/** What is chosen of all exams, and what can be. */
export type ExamChoice = ResponseOf<'/api/order/{order_id}/exams', 'get'>;
/** A result of who holds a pass. */
export type OwnResult = ResponseOf<'/api/order/{order_id}/results', 'get'>[number];
