// Every address of the site that a link or a redirect uses.

const withOrder = (path: string, orderId: string) => `${path}?order_id=${encodeURIComponent(orderId)}`;

export const registerAnchor = 'register';
export const examTimesAnchor = 'exam-times';

/** The anchors of the landing page that the menus lead to, in their order. */
export const anchors = ['about', 'schedule', 'partners', 'contact'] as const;

export const paths = {
  home: '/',
  register: `/#${registerAnchor}`,
  examTimes: `/#${examTimesAnchor}`,
  checkout: '/checkout',
  contact: '/contact',
  contactUs: '/contact-us',
  aboutUs: '/about-us',
  findPass: '/find-pass',
  results: '/results',
  hallTicket: '/hall-ticket',
  terms: '/terms-and-conditions',
  paymentReturn: '/payment/return',
  paymentFailed: '/payment/failed',
  paymentSuccess: '/payment/success',
  /** The portal's, its own entry: the site leads there by loading the page. */
  login: '/login',
  dashboard: '/dashboard',
  /** Another entry, for those who check people in. */
  door: '/door',
  failedOrder: (orderId: string) => withOrder('/payment/failed', orderId),
  pass: (orderId: string) => withOrder('/payment/success', orderId),
  hallTicketOf: (orderId: string) => withOrder('/hall-ticket', orderId),
  resultsOf: (orderId: string) => withOrder('/results', orderId),
  /** The provider puts the id in place of `{order_id}`, so the braces stay unescaped. */
  returnFromProvider: (origin: string) => `${origin}/payment/return?order_id={order_id}`,
} as const;
