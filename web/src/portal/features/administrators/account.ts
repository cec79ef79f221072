// An account as its screen knows it.
import type { AnswerOf } from '@/portal/kit/api/data';
import { roles } from '@/portal/kit/session/rights';

export type User = AnswerOf<'/api/admin/users'>[number];

export const roleOptions = roles.map(({ role, name, what }) => ({ value: role, label: `${name}: ${what}` }));
