import { screen } from '@testing-library/react';
import { pretendDatabase, renderSignedIn } from '@paperplane/shared/testing';
import { OrganizationSections } from './organization-sections';

const ANSWERS: Record<string, unknown> = {
  organizations: {
    email: 'office@harbourvale.test',
    phone: null,
    postal_address: null,
    tax_number: null,
    name: 'Harbour & Vale',
    default_commission_split: 60,
    time_zone: 'UTC',
    currency: 'USD',
    support_email: null,
    commission_received_on: 'sale_paid',
    match_certain_on_import: false,
    payout_hold_until: 'off',
    payout_minimum_amount: 0,
    payout_second_approval: false,
    agents_paid_on: 'expected',
  },
  sales: [],
  get_receipt_tracking: { since: null, proposed: null },
  get_books: { closed_through: '2026-05-31', latest: '2026-11-20', changed: null, corrections: [] },
};

// docs/product.md, Closed books
it.each(['owner', 'admin'] as const)(
  'shows an %s the closed books, and their corrections below',
  async (role) => {
    pretendDatabase((name) => ANSWERS[name]);
    renderSignedIn(<OrganizationSections />, role);
    expect(await screen.findByText('May 31, 2026')).toBeVisible();
    const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    expect(headings.slice(-2)).toEqual(['Closed books', 'Corrections of closed months']);
  },
);
