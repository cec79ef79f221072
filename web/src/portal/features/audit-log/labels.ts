// The fields of the audit log in the words of the portal's forms.

/** Where the name that a field has for programs is not its word. */
const labels: Readonly<Record<string, string>> = {
  phone2: 'Alternate phone',
  order_amount: 'Amount',
  order_id: 'Order',
  type: 'Access',
  packageName: 'Package',
  collegeName: 'College',
  examName: 'Exam',
  collegeId: 'College ID',
  course_category: 'Exam ID',
  text: 'Note',
  refundable: 'Can be refunded',
  refund_id: 'Refund',
  validity: 'Pass',
  check_out: 'Counts who goes out',
  sent_at: 'Sent',
  note: 'What happened',
  at: 'Since',
  AllowAllCollege: 'All colleges',
  collegeList: 'Colleges',
  courseList: 'Exams',
  state: 'On sale',
  categoryName: 'Name',
  examId: 'Stream',
  timeStart: 'Begins',
  timeEnd: 'Ends',
  examFee: 'Fee',
  image: 'Picture',
  capacity: 'Places',
  bannerName: 'Name',
  deskImgLink: 'Picture',
  mobImgLink: 'Picture for phones',
  upi: 'UPI',
  kind: 'What',
  format: 'File',
  opens_at: 'Registration opens',
  closes_at: 'Registration closes',
  counter_closes_at: 'The counter closes',
  event_over: 'Event was over',
  export: 'What was exported',
  publish_at: 'Published from',
  out_of: 'Out of',
  scholarship_percent: 'Scholarship (%)',
  bulk_action: 'Action',
  filled_in: 'Filled in by the run',
  older_than_days: 'Older than (days)',
};

/** The word of a field: of one with a plain name that name, written for people. */
export function labelOf(field: string): string {
  const label = Object.hasOwn(labels, field) ? labels[field] : undefined;
  if (label !== undefined) return label;
  const words = field.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
