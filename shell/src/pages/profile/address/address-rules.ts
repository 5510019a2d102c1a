import { requiredEmail, type AppError } from '@paperplane/shared/domain';
import type { Problems } from '../../auth/use-fields';
import { fieldProblems } from '../field-problems';
import { CURRENT_MISSING, CURRENT_WRONG } from '../password-rules';
import type { AddressChange } from './address-api';

export type AddressValues = { email: string; currentPassword: string };

const RULES = { email: requiredEmail() };

/** What is wrong with a wish for another address. */
export function addressProblems(values: AddressValues, own: string): Problems<AddressValues> {
  const problems = fieldProblems(RULES, { email: values.email });
  return {
    ...(values.email.trim().toLowerCase() === own ? { email: 'This is your address already.' } : problems),
    ...(values.currentPassword ? {} : { currentPassword: CURRENT_MISSING }),
  };
}

/** Which field a refusal belongs to; null when it belongs to none. */
export function addressRefusal(error: AppError): { field: keyof AddressValues; message: string } | null {
  if (error.code === 'invalid_credentials') return { field: 'currentPassword', message: CURRENT_WRONG };
  if (error.code === 'email_exists' || error.code === 'email_address_invalid')
    return { field: 'email', message: error.userMessage };
  return error.field === 'email' || error.field === 'currentPassword'
    ? { field: error.field, message: error.userMessage }
    : null;
}

/** What is still missing for a change that waits. @param own the address so far */
export function addressWaits(
  { email, waitsFor }: AddressChange,
  own: string,
): { title: string; text: string } {
  if (waitsFor.length === 2)
    return {
      title: `Confirm ${email} at both addresses`,
      text: `We sent a link to ${email} and one to ${own}. Both are good for an hour; until both were opened, nothing changes.`,
    };
  const [side] = waitsFor;
  if (!side)
    return {
      title: `The links for ${email} have expired`,
      text: `You still sign in with ${own}. Send the links again, or leave it as it is.`,
    };
  const [done, missing] = side === 'new' ? [own, email] : [email, own];
  return {
    title: `${done} is confirmed, one link is missing`,
    text: `Open the link we sent to ${missing}, too.`,
  };
}
