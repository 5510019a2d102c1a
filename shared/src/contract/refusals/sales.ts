import { sumWords } from './sums';
import { statusLabel } from './statuses';

interface Status {
  status: string;
}

const MISSING: Readonly<Record<string, string | undefined>> = {
  customer_id: 'Choose the customer for this booking.',
  vendor_id: 'Choose the vendor for this booking.',
  agent_id: 'Choose the agent who sold this booking.',
  booking_reference: 'Enter the booking reference.',
  sale_date: 'Enter the sale date.',
  total_amount: 'Enter the total amount.',
  commission_amount: 'Enter the commission amount.',
  commission_rate: 'Enter the commission rate.',
  commission_basis: 'Enter the commission rate.',
  status: 'Invalid status specified',
};

/** What the database refuses here, in words. */
export const sales = {
  sale_for_another_agent: () => 'Only an admin can record a sale for another agent.',
  sale_to_another_agent: () => 'Only an admin can give a sale to another agent.',
  old_date: () => 'Only an admin can enter or change a date before 1990.',
  commission_above_total: () => 'Commission must be at most the total amount.',
  amount_out_of_range: () => 'Enter an amount of 0 or more. The most is 9,999,999,999.99.',
  line_kind_missing: () => 'Choose what this line is.',
  line_earns_unknown: () => 'Say whether the line earns a rate, an amount or nothing.',
  line_commission_above_amount: () => 'A line earns at most its amount.',
  discount_not_negative: () => 'A discount is an amount below zero.',
  lines_too_many: ({ most }: { most: number }) => `A sale has at most ${most} lines.`,
  lines_sum_out_of_range: () => 'The lines come to less than nothing, or to too much.',
  sums_of_lines: () => 'Total and commission of this sale are the sums of its lines. Change the lines.',
  travelers_expected: () => 'Choose the travelers from your customers.',
  new_sale_is_booked: () => 'A new sale is booked.',
  commission_amount_missing: () => 'Enter the commission amount.',
  sale_not_found: () => 'This sale does not exist, or it is not yours.',
  cancellation_is_final: () => 'Cancellation is final.',
  paid_sale_stays_paid: () => 'A paid sale cannot return to Booked.',
  customer_merged_into: ({ customer, into }: { customer: string; into: string }) =>
    `${customer} was merged into ${into}. Choose them instead.`,
  currency_of_organization: ({ currency }: { currency: string }) =>
    `Use the currency of your organization, ${currency}.`,
  currency_fixed: ({ from, to }: { from: string; to: string }) =>
    `The currency is fixed after the first sale: sums would mix ${from} and ${to}.`,
  sale_field_missing: ({ field }: { field: string }) => MISSING[field],
  terms_fixed: ({ terms, what, status }: { terms: string[]; what: string; status: string }) =>
    `The ${terms.join(' and ')} of this sale cannot change any more: ${
      what === 'sale' ? `the sale is ${status}` : `its commission is already ${statusLabel(status)}`
    }.`,
  co_sellers_too_many: () => 'A sale has at most ten people.',
  co_seller_missing: () => 'Choose the agent for each share.',
  co_seller_role_unknown: () => 'Choose co-seller or referral for each share.',
  co_seller_percent: () => 'Enter a part above 0 and below 100 percent, with at most two decimals.',
  co_seller_is_seller: () => 'The seller has the rest of the sale. Choose somebody else to share it with.',
  co_seller_twice: () => 'Each person has one share.',
  co_seller_not_member: () => 'Choose members of your agency to share a sale with.',
  co_sellers_sum: ({ percent }: { percent: number }) =>
    `The parts come to ${percent} %. Leave the seller more than 0.`,
  agent_has_share: ({ reference }: { reference: string }) =>
    `This person has a share of booking ${reference} already. Take the share back first, or choose somebody else.`,
  customer_fixed: ({ status }: Status) => `Only an admin can change the customer of a ${status} sale.`,
  list_expected: ({ field }: { field: string }) => `Send the ${field.replaceAll('_', ' ')} as a list.`,
  planned_payment_expected: () => 'Send each payment with its kind, day and amount.',
  planned_kind_unknown: () => 'Choose deposit or final payment.',
  planned_day_missing: () => 'Enter the day it is due.',
  deposit_missing: () => 'Enter the amount of the deposit.',
  planned_amount_out_of_range: () => 'Enter an amount above 0, with two decimals at most.',
  planned_reminder_expected: () => 'Say whether to remind with yes or no.',
  plan_too_long: () => 'A plan has at most 12 payments.',
  final_payment_is_last: () => 'The final payment is the last one.',
  planned_days_in_order: () => 'This is due before the payment above it.',
  plan_above_total: ({ total }: { total: number }) =>
    `The payments come to more than the total of ${sumWords(total)}.`,
  payment_plan_fixed: ({ status }: Status) =>
    `The payment dates of this sale cannot change any more: the sale is ${status}.`,
  total_below_paid: ({ paid }: { paid: number }) =>
    `The customer has paid ${sumWords(paid)} already. The total cannot be less.`,
  payment_of_cancelled_sale: () => 'This sale is cancelled: only what is given back can be recorded.',
  customer_overpays: ({ open }: { open: number }) =>
    open <= 0 ? 'The customer has paid this sale in full.' : `Only ${sumWords(open)} is open.`,
  refund_above_paid: ({ paid }: { paid: number }) =>
    `The customer has paid ${sumWords(paid)}. No more can be given back.`,
  customer_amount_missing: () => 'Enter what the customer paid, or what was given back with a minus.',
  customer_paid_on_missing: () => 'Enter the day it was paid.',
  customer_paid_on_future: () => 'This day is still to come.',
  customer_method_missing: () => 'Choose how the customer paid.',
  customer_payment_not_found: () => 'This payment does not exist, or it is not yours.',
  customer_payment_undone: () => 'This was undone already.',
  customer_undo_reason_missing: () => 'Say why. It stays with the payment.',
  penalty_missing: () => 'Enter what the vendor still pays.',
  penalty_above_commission: ({ most }: { most: number }) =>
    `The vendor pays at most the commission of ${sumWords(most)}.`,
  sale_status_unchanged: ({ status }: Status) => `This sale is already ${status}.`,
  sale_group_unknown: () => 'Choose a group of your agency.',
  sale_group_of_another_vendor: ({ group }: { group: string }) => `The group ${group} is of another vendor.`,
  sale_group_archived: ({ group }: { group: string }) =>
    `The group ${group} is archived. Choose another one, or restore it first.`,
  sale_group_not_found: () => 'This group does not exist.',
  sale_group_of_somebody_else: () => 'Only admins and whoever made this group can change it.',
  sale_group_name_missing: () => 'Enter the name of the group.',
  sale_group_vendor_missing: () => 'Choose the vendor of this group.',
  sale_group_vendor_fixed: () => 'The vendor of a group with sales stays.',
  sale_group_returns_before: () => 'The return date is before the travel date.',
  sale_group_name_taken: () => 'Another group has this name.',
  sale_group_in_use: () => 'A group with sales cannot be deleted. Archive it instead.',
  sale_group_changed: () => 'Somebody else changed this group meanwhile. Look at it again.',
  sale_group_without_dates: () => 'This group has no travel date.',
};
