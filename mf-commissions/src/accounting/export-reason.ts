import { plural } from '@paperplane/shared/domain';
import type { Journal, JournalFormat } from './accounting-types';
import { heldBy } from './mapped-account';
import { monthName, monthText } from './months';

/** Why a month is not exported now; `settings` mends it. */
export interface Held {
  text: string;
  settings?: true;
}

/** What holds the export of a month, as the database would say it; null for nothing. */
export function heldBack(journal: Journal, format: JournalFormat): Held | null {
  const { settings, month, nextMonth } = journal;
  if (settings.basis === null || nextMonth === null)
    return { text: 'Say first when commission is recognized.', settings: true };
  if (month < nextMonth)
    return { text: `The journal begins with ${monthText(settings.since ?? nextMonth)}.` };
  if (month > nextMonth) return { text: `Export ${monthText(nextMonth)} first.` };
  if (!journal.ended) return { text: `${monthName(month)} has not ended.` };
  const held = heldBy(journal.accounts, format, settings.datevAccountLength);
  if (held.length > 0)
    return {
      text: `${plural(held.length, 'account')} with an amount ${held.length === 1 ? 'is' : 'are'} still to be chosen.`,
    };
  if (format === 'datev' && (settings.datevConsultant === null || settings.datevClient === null))
    return { text: 'DATEV asks for a consultant and a client number.', settings: true };
  return null;
}
