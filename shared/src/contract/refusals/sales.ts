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
  customer_fixed: ({ status }: Status) => `Only an admin can change the customer of a ${status} sale.`,
  sale_status_unchanged: ({ status }: Status) => `This sale is already ${status}.`,
};
