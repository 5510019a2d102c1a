import { dayWords } from './days';

interface Through {
  through: string;
}

/** What the database refuses here, in words. */
export const books = {
  closing_is_for_owners: () => 'Only an owner can close the books.',
  closing_day_missing: () => 'Enter the last day to close.',
  reopening_is_for_owners: () => 'Only an owner can reopen the books.',
  books_not_closed: () => 'The books are not closed.',
  reopening_day_too_early: () => 'Choose a day from 1990 on.',
  reopening_books_reason_missing: () => 'Say why. It is kept in the audit log, and the other owners read it.',
  day_not_ended: ({ last_day }: { last_day: string }) =>
    `A day is closed when it has ended. Choose ${dayWords(last_day)} or an earlier day.`,
  books_closed_already: ({ through }: Through) =>
    `The books are closed through ${dayWords(through)} already. Choose a later day.`,
  reopening_day_too_late: ({ through }: Through) =>
    `The books are closed through ${dayWords(through)}. Choose an earlier day.`,
};
