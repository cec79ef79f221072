// Leads to what is to be put right first in a form that was refused.
export function focusFirstInvalid(form: Element | null): void {
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}
