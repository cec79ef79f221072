// Whether the package is or will be on sale, above the button that saves it, and what it lacks if not.
import { CheckField } from '@/portal/kit/ui/Field';
import { Notice } from '@/portal/kit/ui/elements';

interface Props {
  /** Undefined for a new package. */
  state: string | undefined;
  /** What it lacks. */
  lacks: string | undefined;
  isHeldBack: boolean;
  onHoldBack: (isHeldBack: boolean) => void;
}

export function SaleNote({ state, lacks, isHeldBack, onHoldBack }: Props) {
  return (
    <>
      {state === undefined && (
        <CheckField label="Keep it off sale for now" isChecked={isHeldBack} onChange={onHoldBack} />
      )}
      <Notice role="status">{words(state, lacks, isHeldBack)}</Notice>
    </>
  );
}

function words(state: string | undefined, lacks: string | undefined, isHeldBack: boolean): string {
  if (state === 'on_sale') {
    return lacks
      ? `It is on sale, so it cannot be saved like this. ${lacks}, or take it off sale first.`
      : 'It is on sale: what you save is offered at once.';
  }
  const willBe = state === undefined ? 'It will be' : 'It is';
  if (lacks) return `${willBe} off sale. ${lacks}.`;
  if (state === undefined && !isHeldBack) return 'It goes on sale when you create it.';
  return `${willBe} off sale, and can be put on sale in the list.`;
}
