/** What the chosen way of taking the exam means for the person who holds the pass. */
export function preferenceMeans(preference: string): string {
  switch (preference) {
    case 'Offline':
      return 'You take the exam in its hall. Come 30 minutes early with this pass and a photo ID.';
    case 'Online':
      return 'You take the exam on the web, at the same hours. This pass still lets you into the expo.';
    default:
      return 'Please ask us whether you take the exam in its hall or on the web.';
  }
}
