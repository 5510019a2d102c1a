import { renderAt } from '@paperplane/shared/testing';
import { screen } from '@testing-library/react';
import type { Vendor, VendorFigures as Figures } from './vendor';
import { VendorFigures } from './vendor-figures';

const nothing = { count: 0, amount: 0, agentAmount: 0 };
const owed = (changes: Partial<Figures['overdue']> = {}): Figures['overdue'] => ({
  count: 0,
  amount: 0,
  agentAmount: 0,
  agentsPaid: { count: 0, amount: 0, advanced: 0 },
  paidShort: { count: 0, amount: 0 },
  trackedSince: null,
  ...changes,
});
const show = (figures: Partial<Figures>) =>
  renderAt(
    <VendorFigures
      vendor={{ id: 'v1' } as Vendor}
      figures={{
        salesCount: 0,
        totalAmount: 0,
        expected: nothing,
        received: { count: 0, amount: 0, owed: 0, takenBack: 0, net: 0 },
        fundsReceived: nothing,
        agentPaid: nothing,
        overdue: owed(),
        ...figures,
      }}
      currency="USD"
    />,
  );
const targets = () =>
  screen.getAllByRole('link').map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')]);

// Holds vendors-11
it('a figure that is a link leads to what it counts; what was received, by status', () => {
  const { container } = show({
    salesCount: 6,
    totalAmount: 6000,
    expected: { count: 1, amount: 100, agentAmount: 60 },
    overdue: owed({ count: 2, amount: 50 }),
    received: { count: 3, amount: 360.1 + 0.2, owed: 360.3, takenBack: 0, net: 360.3 },
    fundsReceived: { count: 1, amount: 120.2, agentAmount: 60 },
    agentPaid: { count: 2, amount: 240.1, agentAmount: 144 },
  });
  expect(targets()).toEqual([
    ['Revenue: $6,000', '/sales?vendorId=v1&status=active'],
    ['Expected commission: $150', '/reports/aging?vendorId=v1&row=v1%3Aall'],
    ['Overdue commission: $50', '/commissions?vendorId=v1&overdue=true&sort=dueOn&dir=asc'],
    ['Funds received: $120', '/commissions?vendorId=v1&status=funds_received'],
    ['Agent paid: $144', '/commissions?vendorId=v1&status=agent_paid'],
  ]);
  expect(container).toHaveTextContent('Received commission$3603 receiptsFunds received $120Agent paid $144');
});

it('says what was owed where less arrived, and links to nothing where nothing did', () => {
  const { container, unmount } = show({
    received: { count: 1, amount: 110, owed: 120, takenBack: 0, net: 110 },
    agentPaid: { count: 1, amount: 120, agentAmount: 72 },
  });
  expect(container).toHaveTextContent('Received commission$110of $120 · 1 receiptAgent paid $72');
  unmount();
  show({});
  expect(targets()).toHaveLength(3);
});

it('names beside what is overdue what agents were paid already, and which commissions it knows', () => {
  const { container } = show({
    overdue: owed({
      count: 3,
      amount: 150,
      agentsPaid: { count: 2, amount: 90, advanced: 54 },
      trackedSince: '2026-10-01',
    }),
    received: { count: 2, amount: 120, owed: 120, takenBack: 40, net: 80 },
  });
  expect(container).toHaveTextContent('3 commissions · of it $90 agents already paid · since Oct 1, 2026');
  expect(container).toHaveTextContent('$1202 receipts · Taken back $40 · Net $80');
});
