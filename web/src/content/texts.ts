// Texts that more than one screen or rule says.

export const texts = {
  register: 'Register Now',
  processing: 'Processing...',
  backToHome: 'Back to Home',
  fillRequired: 'Please fill all required fields',
  paymentInitFailed: 'Payment initialization failed',
  offline: 'No answer came from the server. Please check your connection and try again.',
  tooSlow: 'The server is taking too long to answer. Please try again.',
  howPaid:
    'You pay by UPI, credit or debit card on the page of Cashfree Payments. We never see the number of your card.',
  everythingIncluded: 'Includes all colleges and courses. No selection needed.',
} as const;
