// The actions of the audit log in plain words.

const things: Readonly<Record<string, string>> = {
  package: 'Package',
  college: 'College',
  exam: 'Stream',
  exam_detail: 'Exam detail',
  banner: 'Banner',
  institute: 'Institute',
  brand: 'Brand',
};

const actions: Readonly<Record<string, string>> = {
  'candidate.created': 'Candidate registered',
  'candidate.corrected': 'Candidate corrected',
  'candidate.noted': 'Note added',
  'payment.mark_paid': 'Payment marked as paid',
  'payment.asked_again': 'Payment provider asked again',
  'payment.refund': 'Payment refunded',
  'pass.withdrawn': 'Pass withdrawn',
  'pass.restored': 'Pass given back',
  'pass_mail.resent': 'Pass sent again',
  'attention.cleared': 'Marked as dealt with',
  'attention.resolved': 'Can be read again',
  'admin.logged_in': 'Signed in',
  'admin.logged_out': 'Signed out',
  'admin.created': 'Account created',
  'admin.password_reset': 'Password of an account reset',
  'admin.disabled': 'Account disabled',
  'admin.role_changed': 'Role of an account changed',
  'admin.listed': 'Accounts listed',
  'admin.password_changed': 'Own password changed',
  'admin.second_factor_set_up': 'Second factor set up',
  'admin.second_factor_removed': 'Second factor removed',
  'admin.session_ended': 'Session ended',
  'admin.logged_out_everywhere': 'Signed out everywhere',
  'read_model.rebuild_started': 'Rebuild of lists and totals started',
  'read_model.rebuilt': 'Lists and totals rebuilt',
  'check_in.cleared': 'Practice check-ins cleared',
  'check_in.dealt_with': 'Double check-in ticked off',
  'check_in.options': 'Check-in of a list set',
  'check_in.undone': 'Check-in taken back',
  'check_in.without_right': 'Let in without a right',
  'till.closed': 'Till closed',
  'registration.closed': 'Registration closed',
  'registration.reopened': 'Registration opened again',
  'event.settings_changed': 'Settings of the event changed',
  'line.held': 'Line held',
  'line.resumed': 'Line went on',
  'event.deletion_begun': 'Deletion of personal data begun',
  'message.sent': 'Message sent',
  'message.stopped': 'Message stopped',
  'message.resumed': 'Message resumed',
  'message.tested': 'Message tried on oneself',
  'import.started': 'School list registered',
  'export.started': 'Export started',
  'export.cancelled': 'Export cancelled',
  'retention.unpaid_deleted': 'Old unpaid registrations deleted',
  'sync.started': 'Sheet sync started',
};

/** An action nobody has put into words yet is shown as the server calls it. */
export function describeAction(action: string): string {
  const [thing = '', deed = ''] = action.split('.');
  return actions[action] ?? (things[thing] ? `${things[thing]} ${deed}` : action);
}
