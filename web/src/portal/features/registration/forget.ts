// Forgetting what was typed at the counter.
import { counterDraftStore } from './form';
import { sentStore } from './request';

export function forgetCounterRegistration(): void {
  counterDraftStore.clear();
  sentStore.clear();
}
