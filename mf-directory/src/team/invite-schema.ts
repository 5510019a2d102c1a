import { LIMITS, MESSAGES, percentText, requiredEmail, requiredText } from '@paperplane/shared/domain';
import * as v from 'valibot';
import type { Invitation } from './team-api';

/** What the form holds: everything as typed. */
export type InviteTexts = Record<keyof Invitation, string>;

export const NO_INVITE: InviteTexts = {
  firstName: '',
  lastName: '',
  email: '',
  role: 'agent',
  commissionSplit: '',
};

/** In the order of the form. */
export const INVITE_FIELDS = ['firstName', 'lastName', 'email', 'role', 'commissionSplit'] as const;

/** From what is typed to the invitation. */
export const inviteSchema: v.GenericSchema<InviteTexts, Invitation> = v.object({
  firstName: requiredText(MESSAGES.firstName, LIMITS.personName),
  lastName: requiredText(MESSAGES.lastName, LIMITS.personName),
  email: requiredEmail(),
  role: v.pipe(v.string(), v.picklist(['admin', 'agent'] as const)),
  commissionSplit: percentText(),
});
