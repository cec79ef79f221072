// What the answer to an order knows better than the list that the form was filled in with.
import { texts } from '@/content/texts';
import { ApiError, changedPriceOf } from '@/lib/api/client';
import type { Packages } from '@/lib/catalogue/packages';
import { rupees } from '@/lib/format';
import type { Choice } from '@/lib/registration/choice';
import type { Problem } from '@/lib/registration/validation';

/** Corrects the list by `error`, and says what has changed; undefined for an error that knows nothing of it. */
export function correctedBy(
  error: unknown,
  { package: chosen, course }: Choice,
  packages: Packages,
): Problem | undefined {
  if (course && error instanceof ApiError && error.details.code === 'sold_out') {
    packages.markSoldOut(course._id);
    return {
      message: `${course.examName} is sold out. Nothing has been charged.`,
      fields: { course: 'Choose another exam' },
    };
  }
  const price = changedPriceOf(error);
  if (!chosen || price === undefined) return undefined;
  packages.correctPrice(chosen._id, price);
  return {
    message: `The price of ${chosen.name} has changed to ${rupees(price)}. Nothing has been charged. Press ${texts.register} again to continue.`,
    fields: { package: `The price is now ${rupees(price)}.` },
  };
}
