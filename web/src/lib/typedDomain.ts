// The email address that was probably meant, where the domain of the typed one looks like a slip of the finger.
// Fetched when somebody has typed one.

import { addressIn } from './typed';

/** What nearly everybody here has; each of them is right as it is. */
const commonDomains = [
  'gmail.com',
  'yahoo.com',
  'yahoo.co.in',
  'yahoo.in',
  'ymail.com',
  'rocketmail.com',
  'outlook.com',
  'outlook.in',
  'hotmail.com',
  'live.com',
  'live.in',
  'msn.com',
  'icloud.com',
  'me.com',
  'rediffmail.com',
  'rediff.com',
  'proton.me',
  'protonmail.com',
  'zohomail.in',
  'zohomail.com',
  'zoho.com',
  'aol.com',
  'gmx.com',
  'mail.com',
  'email.com',
];

/** One slip from `com` and right as they are. */
const endingsLikeCom = ['co', 'cm', 'om', 'cam'];

export function suggestAddress(typed: string): string | undefined {
  const address = addressIn(typed);
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1).toLowerCase();
  if (at < 1 || !domain || commonDomains.includes(domain)) return undefined;
  const meant = nearest(domain) ?? withSoundEnding(domain);
  return meant && address.slice(0, at + 1) + meant;
}

/** A long name takes a second slip and is still recognised; of a short one nothing would be left. */
function nearest(domain: string): string | undefined {
  const ranked = commonDomains
    .map((common) => ({ common, slips: slipsBetween(domain, common) }))
    .sort((one, other) => one.slips - other.slips);
  const best = ranked.find(({ common, slips }) => slips <= (common.length > 8 ? 2 : 1));
  return best?.common;
}

function withSoundEnding(domain: string): string | undefined {
  const dot = domain.lastIndexOf('.');
  const ending = domain.slice(dot + 1);
  const isBroken = dot > 0 && slipsBetween(ending, 'com') === 1 && !endingsLikeCom.includes(ending);
  return isBroken ? `${domain.slice(0, dot)}.com` : undefined;
}

/** How many letters are missing, too many, wrong, or swapped with the next (optimal string alignment). */
function slipsBetween(one: string, other: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1];
      const isSwapped = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row[j] = Math.min(
        at(last, j) + 1,
        at(row, j - 1) + 1,
        at(last, j - 1) + (isSame ? 0 : 1),
        isSwapped ? at(beforeLast, j - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    beforeLast = last;
    last = row;
  }
  return at(last, other.length);
}

const at = (row: readonly number[], index: number): number => row[index] ?? Number.POSITIVE_INFINITY;
