// The order request as the server wants it, made of a draft that passed the validation, and the way back: what was typed for it, and
// which field of the form one of its own came from.
import { event } from '@/content/event';
import type { OrderRequest } from '@/lib/api/types';
import { examsOf, whenAndWhere } from '@/lib/catalogue/examTimes';
import { withoutAbsent } from '@/lib/complete';
import type { OrderSummary } from './attemptRecord';
import { toSelection, type Chosen } from '@/lib/registration/choice';
import type { Draft } from '@/lib/registration/draft';
import type { FieldName } from '@/lib/registration/validation';
import { addressIn } from '@/lib/typed';

export function toOrder(draft: Draft, choice: Chosen): OrderRequest {
  return withoutAbsent<OrderRequest>({
    customer_name: draft.name.trim(),
    customer_email: addressIn(draft.email),
    customer_phone: draft.phone,
    secondary_phone: draft.altPhone || undefined,
    order_currency: 'INR',
    exam_preference: draft.preference,
    payment_mode: 'online',
    ...toSelection(choice),
    terms_version: event.termsVersion,
    // The line adds it.
    ticket: undefined,
    // What is sent again does.
    replaces: undefined,
  });
}

/** What was typed and chosen for an order, for a tab that has not seen it. */
export const toDraft = (order: OrderRequest): Draft => ({
  packageId: order.packageId,
  collegeId: order.collegeId ?? '',
  courseId: order.course_category ?? '',
  name: order.customer_name,
  email: order.customer_email,
  phone: order.customer_phone,
  altPhone: order.secondary_phone ?? '',
  preference: order.exam_preference,
});

const fieldOf: Readonly<Record<keyof OrderRequest, FieldName | undefined>> = {
  customer_name: 'name',
  customer_email: 'email',
  customer_phone: 'phone',
  secondary_phone: 'altPhone',
  exam_preference: 'preference',
  order_amount: 'package',
  packageId: 'package',
  type: 'package',
  collegeId: 'college',
  course_category: 'course',
  order_currency: undefined,
  payment_mode: undefined,
  terms_version: undefined,
  ticket: undefined,
  replaces: undefined,
};

/** Which field of the form a field of the request came from. */
export const formField = (name: string | undefined): FieldName | undefined =>
  name !== undefined && Object.hasOwn(fieldOf, name) ? fieldOf[name as keyof OrderRequest] : undefined;

export function toSummary({ package: chosen, college, course }: Chosen): OrderSummary {
  const exam = examsOf([chosen]).find(({ id }) => id === course?._id);
  return {
    packageName: chosen.name,
    ...(college && { collegeName: college.name }),
    ...(course && { courseName: course.examName }),
    ...(exam && { whenAndWhere: whenAndWhere(exam) }),
  };
}
