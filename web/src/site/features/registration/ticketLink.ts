// The link in the mail that calls a candidate to their turn, `/#turn=<ticket>`. In the browser that holds the place it
// goes on from there. Any other browser knows the ticket alone, and sends it with the form.
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { registerAnchor } from '@/lib/paths';
import { takeUpPlace } from './attempt';

const link = /^#turn=([0-9A-Z]{26})$/;

export function useTicketLink(): void {
  const ticket = link.exec(useLocation().hash)?.[1];
  const navigate = useNavigate();
  useEffect(() => {
    if (!ticket) return;
    takeUpPlace(ticket);
    // The ticket is a secret, and the address may be shown to others.
    void navigate({ hash: registerAnchor }, { replace: true });
  }, [ticket, navigate]);
}
