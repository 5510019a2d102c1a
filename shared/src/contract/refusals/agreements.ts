import { dayWords } from './days';

/** In percent of the commission; `day`: of what is planned. */
interface Promised {
  name: string;
  split: number;
  overrides: number;
  over: number;
  day?: string;
}

/** What the database refuses here, in words. */
export const agreements = {
  fee_received_with_sale: () => 'A service fee is received when the customer has paid the sale.',
  fee_cancelled_with_sale: () => 'A service fee is cancelled with its sale.',
  receipt_of_paid_share: () => 'Somebody was paid of it already: the receipt stands.',
  cancel_of_received: () => 'Something was received of it. Take the receipt back first.',
  terms_again_changed: () => 'Something changed meanwhile. Look at it again.',
  agreement_is_kept: () => 'Terms are kept as they were agreed.',
  vendor_splits_invalid: () => 'Name each vendor once, with a percentage from 0 to 100.',
  category_splits_invalid: () => 'Name each category once, with a percentage from 0 to 100.',
  tiers_invalid: () => 'Enter tiers by rising volume, with a percentage from 0 to 100 each.',
  overrides_invalid: () =>
    'Say of each override whose commission, a percentage above 0, and from whose part.',
  override_of_oneself: () => 'Nobody has an override of their own commission.',
  override_person_twice: () => 'Name each person once.',
  override_person_unknown: () => 'Choose people of your agency.',
  overrides_above_agency: ({ name, split, overrides, over, day }: Promised) =>
    `${day ? `On ${dayWords(day)} ` : ''}${name} has ${split}%, and overrides take ${overrides}% of the commission: ${over}% more than there is.`,
  overrides_above_agent: ({ name, split, overrides, over, day }: Promised) =>
    `${day ? `On ${dayWords(day)} overrides` : 'Overrides'} take ${overrides}% of the commission off ${name}, who has ${split}%: ${over}% more than there is.`,
  vendor_in_terms: () => "A vendor that somebody's terms name cannot be deleted. Archive it instead.",
  agreement_in_the_past: () => 'Choose today or a later day: what was recorded keeps its terms.',
};
