import {
  CATEGORY_LABELS,
  displayName,
  DOCUMENT_CATEGORY_LABELS,
  formatDateRange,
  formatMoney,
  formatMoneyExact,
  formatShortDate,
  plural,
  ROLE_LABELS,
  type IsoDate,
} from '@paperplane/shared/domain';
import { paths } from '@paperplane/shared/platform';
import type { Choice, ChoiceGroup } from './choice';
import type { Found } from './found';

/** A thing that was found of a kind. */
type One<Kind extends keyof Found> = Found[Kind][number];

/** What amounts and days are written with. */
export interface Writing {
  currency: string;
  today: IsoDate;
  /** To agents the amount of a commission is what they are paid. */
  isAdmin: boolean;
}

const line = (...parts: (string | false | null)[]) => parts.filter(Boolean).join(' · ');

const customerChoice = (customer: One<'customers'>): Choice => ({
  kind: 'customer',
  href: paths.customer.href(customer.id),
  title: displayName(customer),
  detail: line(
    customer.email ?? customer.phone,
    customer.salesCount > 0 && plural(customer.salesCount, 'trip'),
    customer.archived && 'Archived',
  ),
  person: { firstName: customer.firstName, lastName: customer.lastName },
  recently: 'Customer',
});

const saleChoice = (sale: One<'sales'>, { currency }: Writing): Choice => ({
  kind: 'sale',
  href: paths.sale.href(sale.id),
  title: sale.bookingReference ?? '',
  beside: displayName(sale.customer),
  detail: line(sale.vendor, sale.travelDate && formatDateRange(sale.travelDate, sale.returnDate)),
  amount: formatMoney(sale.amount, { currency }),
  status: sale.status,
  recently: `Sale with ${sale.vendor}`,
});

const commissionChoice = (commission: One<'commissions'>, { currency, today, isAdmin }: Writing): Choice => ({
  kind: 'commission',
  href: paths.commission.href(commission.id),
  title: commission.bookingReference ?? '',
  beside: displayName(commission.customer),
  detail:
    commission.status === 'unpaid' && commission.dueOn
      ? `Due ${formatShortDate(commission.dueOn, today)} from ${commission.vendor}`
      : commission.vendor,
  amount: formatMoney(isAdmin ? commission.amount : commission.agentAmount, { currency }),
  status: commission.status,
  recently: `Commission from ${commission.vendor}`,
});

const vendorChoice = (vendor: One<'vendors'>): Choice => ({
  kind: 'vendor',
  href: paths.vendor.href(vendor.id),
  title: vendor.name,
  detail: line(CATEGORY_LABELS[vendor.category], vendor.archived && 'Archived'),
  picture: vendor.logoUrl,
  recently: 'Vendor',
});

const memberChoice = (member: One<'team'>): Choice => ({
  kind: 'member',
  href: paths.teamMember.href(member.id),
  title: displayName(member),
  detail: line(ROLE_LABELS[member.role], !member.isActive && 'Inactive'),
  person: { firstName: member.firstName, lastName: member.lastName },
  picture: member.avatarUrl,
  recently: 'Team member',
});

const documentChoice = (document: One<'documents'>, { today }: Writing): Choice => ({
  kind: 'document',
  href: paths.documents.href({ open: document.id }),
  title: document.title,
  detail: line(
    DOCUMENT_CATEGORY_LABELS[document.category],
    document.expiresOn &&
      `${document.expiresOn < today ? 'Expired' : 'Expires'} ${formatShortDate(document.expiresOn, today)}`,
  ),
  recently: 'Document',
});

const bankChoice = (transaction: One<'bank'>, { currency, today }: Writing): Choice => ({
  kind: 'bank',
  href: paths.bankTransaction.href(transaction.id),
  title: transaction.text,
  detail: line(
    transaction.account,
    formatShortDate(transaction.bookedOn, today),
    transaction.status === 'matched' && 'Matched',
  ),
  amount: formatMoneyExact(transaction.amount, currency),
  recently: 'Bank transaction',
});

/**
 * What was found, in the order of the kinds (docs/product/platform.md, Search). A further kind stands here, in `found.ts`, and in
 * `search_everything`.
 */
export const groupsOf = (found: Found, writing: Writing): ChoiceGroup[] =>
  [
    { label: 'Exact reference', choices: found.exact.map((sale) => saleChoice(sale, writing)) },
    { label: 'Customers', choices: found.customers.map(customerChoice) },
    { label: 'Sales', choices: found.sales.map((sale) => saleChoice(sale, writing)) },
    { label: 'Commissions', choices: found.commissions.map((each) => commissionChoice(each, writing)) },
    { label: 'Vendors', choices: found.vendors.map(vendorChoice) },
    { label: 'Team', choices: found.team.map(memberChoice) },
    { label: 'Documents', choices: found.documents.map((document) => documentChoice(document, writing)) },
    { label: 'Bank', choices: found.bank.map((transaction) => bankChoice(transaction, writing)) },
  ].filter(({ choices }) => choices.length > 0);
