// An account as its screen knows it.
import type { AnswerOf } from '@/portal/kit/api/data';
import { roles, type Role } from '@/portal/kit/session/rights';

export type User = AnswerOf<'/api/admin/users'>[number];

export const roleOptions = roles.map(({ role, name }) => ({ value: role, label: name }));

/** What the role that is chosen is for. */
export const roleHint = (value: string): string | undefined => roles.find(({ role }) => role === value)?.what;

/** The role that was chosen in a list of `roleOptions`; undefined where none is. */
export const chosenRole = (value: string): Role | undefined => roles.find(({ role }) => role === value)?.role;
