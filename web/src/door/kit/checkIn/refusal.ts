// Why the server does not talk to a phone, where it says so.
import type { ApiError } from '@/lib/api/client';

/** What somebody at the door is told. */
export function refusalOf({ status, details, message }: ApiError): string {
  if (status === 403 && details.code === 'forbidden') {
    return 'This account may not check people in any more. Call the one who leads.';
  }
  return `The server refuses this phone${message ? `: ${message}` : '.'} Reload the page, or call the one who leads.`;
}
