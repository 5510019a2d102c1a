import {
  addDays,
  formatDate,
  formatDateTime,
  requiredDate,
  requiredText,
  startOfMonth,
  type IsoDate,
} from '@paperplane/shared/domain';
import type { Problems } from '../../../auth/use-fields';
import { fieldProblems } from '../../field-problems';
import type { Books } from './books-api';

export type ReopenValues = { through: string; nothing: boolean; reason: string };

const CLOSE_DAY = { through: requiredDate('Enter the last day to close.') };
const REOPEN_DAY = {
  through: requiredDate('Enter the last day that stays closed, or choose that nothing does.'),
};
const REOPEN_REASON = {
  reason: requiredText('Say why. It is kept in the audit log, and the other owners read it.', 500),
};

/** What is proposed to close: the last day of the previous month where it is still open, else nothing. */
export function proposedDay({ closedThrough, latest }: Pick<Books, 'closedThrough' | 'latest'>): string {
  const day = addDays(startOfMonth(addDays(latest, 1)), -1);
  return closedThrough === null || day > closedThrough ? day : '';
}

/** What is wrong with the day that is to be closed. */
export const closeProblem = (through: string): string | null =>
  fieldProblems(CLOSE_DAY, { through }).through ?? null;

/** What is wrong with the typed reopening. */
export const reopenProblems = ({ through, nothing, reason }: ReopenValues): Problems<ReopenValues> => ({
  ...(nothing ? {} : fieldProblems(REOPEN_DAY, { through })),
  ...fieldProblems(REOPEN_REASON, { reason }),
});

/** "May 31, 2026", or that nothing is closed. */
export const closedText = (through: IsoDate | null): string =>
  through === null ? 'Nothing is closed' : formatDate(through);

/** Through which day the books are closed, and how they came to be so: terms and values. */
export function booksFacts({ closedThrough, changed }: Books, timeZone: string) {
  const who = changed && `${changed.by ?? 'Paperplane'}, ${formatDateTime(changed.at, timeZone)}`;
  return [
    { term: 'Closed through', value: closedText(closedThrough) },
    ...(changed ? [{ term: changed.closed ? 'Closed by' : 'Reopened by', value: who }] : []),
    ...(changed?.reason ? [{ term: 'Reason', value: changed.reason }] : []),
  ];
}
