import { fromDatabase, type IsoDate } from '@paperplane/shared/domain';
import { chaseEmail } from '../aging/chase-email';

/** What a follow-up is written from (private.follow_up_content). */
export interface FollowUpContent {
  asked_on: IsoDate;
  count: number;
  amount: number;
  currency: string;
  agency: string;
  name: string;
  bookings: { booking_reference: string | null; customer: string; due_on: IsoDate; expected: number }[];
}

/** Asks a vendor once more, for what is still open. */
export function mailedFollowUp(content: FollowUpContent): { subject: string; body: string } {
  const { askedOn, count, amount, currency, agency, name, bookings } = fromDatabase(content);
  const { subject, body } = chaseEmail({
    vendor: { email: null, count, amount },
    bookings,
    currency,
    from: { name, agency },
    askedOn,
  });
  return { subject, body };
}
