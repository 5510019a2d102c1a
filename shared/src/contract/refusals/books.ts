import { dayWords, monthWords } from './days';

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
  journal_is_for_owners: () => 'Only an owner can say how the books are kept.',
  journal_basis_missing: () => 'Choose when commission is recognized.',
  journal_month_missing: () => 'Choose the first month.',
  journal_started: () => 'This stays as it is once a month was exported.',
  journal_number_wrong: () => 'A number has at most 20 letters and digits.',
  journal_format_missing: () => 'Choose a format.',
  journal_exported_already: () => 'This month was exported already.',
  journal_out_of_order: ({ month }: { month: string }) =>
    `Months are exported in their order. Export ${monthWords(month)} first.`,
  journal_month_runs: () => 'This month has not ended.',
  journal_account_missing: () => 'Say of each amount which account it goes to.',
  datev_consultant_wrong: () => 'A consultant number is from 1001 to 9999999.',
  datev_client_wrong: () => 'A client number is from 1 to 99999.',
  datev_length_wrong: () => 'Accounts have 4 to 8 digits.',
  datev_numbers_missing: () => 'DATEV asks for a consultant and a client number.',
};
