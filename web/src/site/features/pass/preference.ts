import type { Pass } from '@/lib/api/types';

/** What the chosen way of taking the exams means for the person who holds the pass. */
export function preferenceMeans(preference: string, sittings: Pass['exams']): string {
  const [exams, halls] = sittings.length === 1 ? ['the exam', 'its hall'] : ['the exams', 'their halls'];
  switch (preference) {
    case 'Offline':
      return sittings.some(({ reportingTime }) => reportingTime)
        ? `You take ${exams} in ${halls}. Bring this pass and a photo ID.`
        : `You take ${exams} in ${halls}. Come early, with this pass and a photo ID.`;
    case 'Online':
      return `You take ${exams} on the web, at the same hours. This pass still lets you into the expo.`;
    default:
      return `Please ask us whether you take ${exams} in ${halls} or on the web.`;
  }
}
