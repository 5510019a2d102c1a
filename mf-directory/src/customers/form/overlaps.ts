import type { CustomerInput } from '../customer';
import { fromCustomerInput } from '../customer-rows';

/** What somebody else has changed since the form was opened, and the form would overwrite. */
export interface Overlap {
  /** "Phone". */
  label: string;
  /** What it says now; lists and preferences are too much for a line, and say only that they changed. */
  theirs: string | null;
  mine: string | null;
}

type Columns = ReturnType<typeof fromCustomerInput>;

const LABELS: Readonly<Record<keyof Columns, string>> = {
  first_name: 'First name',
  last_name: 'Last name',
  birthday: 'Birthday',
  email: 'Email',
  phone: 'Phone',
  more_emails: 'More emails',
  more_phones: 'More phones',
  address_line_1: 'Address line 1',
  address_line_2: 'Address line 2',
  city: 'City',
  region: 'Region',
  postal_code: 'Postal code',
  country: 'Country',
  emergency_name: 'Emergency contact',
  emergency_phone: 'Emergency phone',
  emergency_relation: 'Relation of the emergency contact',
  tags: 'Tags',
  preferences: 'Travel preferences',
  notes: 'Notes',
};

const words = (value: unknown): string | null => {
  if (Array.isArray(value) && value.every((each) => typeof each === 'string'))
    return value.join(', ') || 'none';
  return value === null ? 'nothing' : typeof value === 'string' ? value : null;
};

/** Fields that both changed, to something different. @param before as the form was opened */
export function overlaps(before: CustomerInput, theirs: CustomerInput, mine: CustomerInput): Overlap[] {
  const [was, now, typed] = [fromCustomerInput(before), fromCustomerInput(theirs), fromCustomerInput(mine)];
  const text = (value: unknown) => JSON.stringify(value);
  return (Object.keys(LABELS) as (keyof Columns)[])
    .filter(
      (column) =>
        text(typed[column]) !== text(was[column]) &&
        text(now[column]) !== text(was[column]) &&
        text(now[column]) !== text(typed[column]),
    )
    .map((column) => ({ label: LABELS[column], theirs: words(now[column]), mine: words(typed[column]) }));
}
