// Forgetting what was typed at the counter.
import { counterDraftStore } from './form';
import { sentStore } from './request';

export function forgetCounterRegistration(): void {
  counterDraftStore.clear();
  sentStore.clear();
}

export function forgetCounterRegistrationOf(username: string): void {
  if (counterDraftStore.get().by === username) forgetCounterRegistration();
}
