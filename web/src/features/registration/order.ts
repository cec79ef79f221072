// The order request as the server wants it, made of a draft that passed the validation.
import type { OrderRequest, Package } from '@/lib/api/types';
import type { OrderSummary } from './attempt';
import type { Choice } from '@/lib/registration/choice';
import type { Draft } from '@/lib/registration/draft';
import type { FieldName } from '@/lib/registration/validation';

export function toOrder(draft: Draft, choice: Choice & { package: Package }): OrderRequest {
  const { package: chosen, college, course } = choice;
  return {
    customer_name: draft.name.trim(),
    customer_email: draft.email.trim(),
    customer_phone: draft.phone,
    ...(draft.altPhone && { secondary_phone: draft.altPhone }),
    order_amount: chosen.price,
    order_currency: 'INR',
    exam_preference: draft.preference,
    payment_mode: 'online',
    packageId: chosen._id,
    ...(chosen.AllowAllCollege
      ? { type: 'allColleges' }
      : {
          type: 'specificCollege',
          ...(college && { collegeId: college._id }),
          ...(course && { course_category: course._id }),
        }),
  };
}

export function toSummary({ package: chosen, college, course }: Choice & { package: Package }): OrderSummary {
  return {
    packageName: chosen.name,
    ...(college && { collegeName: college.name }),
    ...(course && { courseName: course.examName }),
  };
}

/** Which field of the form a field of the request came from. */
export const fieldOf: Readonly<Record<string, FieldName>> = {
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
};
