// The events that are pushed to the data layer, for whatever the organisers read it with. Nothing is sent
// anywhere from here.

type AnalyticsEvent = { event: 'section_view'; section: 'about' } | { event: 'whatsapp_click' };

declare global {
  interface Window {
    dataLayer?: unknown[];
  }
}

export function track(event: AnalyticsEvent): void {
  (window.dataLayer ??= []).push(event);
}
