// Forgetting a registration that is complete.
import { attemptStore } from './attempt';
import { draftStore } from './draft';

export function forgetRegistration(): void {
  draftStore.clear();
  attemptStore.clear();
}
