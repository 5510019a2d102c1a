import { sumWords } from './sums';

/** What the database refuses here, in words. */
export const imports = {
  import_ended: () => 'This import has ended.',
  import_undone: () => 'This import was undone.',
  import_not_found: () => 'This import is no longer there.',
  import_kind_unknown: () => 'Choose customers, vendors or sales.',
  import_portion_wrong: () => 'Send at most 500 rows, each with its number.',
  customer_email_ambiguous: () => 'Several customers have this email address.',
  customer_name_ambiguous: () => 'Several customers have this name. Add the email address.',
  vendor_name_ambiguous: () => 'Several vendors have this name.',
  member_name_ambiguous: () => 'Several members have this name. Use the email address.',
  team_member_unknown: () => 'Nobody in your team has this name or email address.',
  commission_status_not_allowed: () => 'Only an admin can change the status of a commission.',
  payment_date_of_unpaid: () => 'There is a date of payment, but the agent is not paid.',
  agent_paid_on_missing: () => 'Enter when the agent was paid.',
  commission_of_paid_sale: () =>
    'The commission of a paid sale counts as received. Leave its status empty, or say funds received.',
  commission_of_cancelled_sale: () => 'The commission of a cancelled sale is cancelled.',
  vendor_missing: () => 'Enter the vendor.',
  vendor_unknown: () => 'There is no vendor of this name. Ask an admin to add it.',
  lines_not_total: ({ lines, total }: { lines: number; total: number }) =>
    `The lines of this sale come to ${sumWords(lines)}, its total is ${sumWords(total)}.`,
  lines_not_commission: ({ lines, commission }: { lines: number; commission: number }) =>
    `The lines of this sale earn ${sumWords(lines)}, its commission is ${sumWords(commission)}.`,
  customer_name_missing: () => "Enter the customer's first and last name.",
};
