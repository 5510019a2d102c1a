import { isIsoDate } from '@paperplane/shared/domain';
import type { Duplicate, DuplicateProbe } from '../customer';
import type { CustomerValues } from './customer-values';

const REASONS: Readonly<Record<Duplicate['reasons'][number], string>> = {
  email: 'email',
  phone: 'phone',
  name_and_birthday: 'name and birthday',
};

/** "Same email and phone", "Same name and birthday · archived". */
export function duplicateText({ reasons, archivedAt }: Pick<Duplicate, 'reasons' | 'archivedAt'>): string {
  const words = new Intl.ListFormat('en').format(reasons.map((reason) => REASONS[reason]));
  return `Same ${words}${archivedAt ? ' · archived' : ''}`;
}

/** What is compared with the customers there are. */
export const probeOf = (values: CustomerValues): DuplicateProbe => ({
  firstName: values.firstName.trim(),
  lastName: values.lastName.trim(),
  birthday: isIsoDate(values.birthday) ? values.birthday : '',
  email: values.email.trim(),
  phone: values.phone.trim(),
});

/** Digits a phone needs before it says anything. */
const PHONE_DIGITS = 6;

/** True when something is typed that could be somebody else's: an e-mail, a phone, or a name with a birthday. */
export function isSpecificEnough({ firstName, lastName, birthday, email, phone }: DuplicateProbe): boolean {
  return (
    email.includes('@') ||
    phone.replace(/\D/g, '').length >= PHONE_DIGITS ||
    Boolean(firstName && lastName && birthday)
  );
}
