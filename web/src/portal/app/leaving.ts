// Signing out gives up what was typed and picked, in every tab of the browser: it is other people's personal data, and the next
// person at the computer may open that tab. What somebody else typed when their session was cut off waits for them, as does
// a run of exams that is not mailed: it names no candidate.
import { session } from '@/lib/session';
import { forgetCounterRegistrationOf } from '@/portal/features/registration/forget';
import { forgetDraftsOf } from '@/portal/kit/forms/draft';
import { pickedStore } from '@/portal/kit/resources/picked';

export function forgetWhoLeaves(): void {
  session.onLeaving((username) => {
    forgetCounterRegistrationOf(username);
    forgetDraftsOf(username);
    if (pickedStore.get().by === username) pickedStore.clear();
  });
}
