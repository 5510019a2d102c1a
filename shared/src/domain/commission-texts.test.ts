import {
  cancelledText,
  fundsNote,
  fundsReason,
  payoutNext,
  vendorNote,
  type CommissionMoney,
} from './commission-texts';
import { commissionHelp } from './status-help';

const money = (changes: Partial<CommissionMoney> = {}): CommissionMoney => ({
  status: 'funds_received',
  saleStatus: 'paid',
  vendorName: 'Azure Coast',
  receivedDay: null,
  ...changes,
});
const withReceipt = { receivedDay: 'Nov 16, 2026' };

/** Everything that is said about the money of a commission. */
const said = (of: CommissionMoney) => [
  fundsNote(of),
  vendorNote(of),
  fundsReason(of),
  payoutNext(of, null),
  payoutNext(of, 'Priya'),
  commissionHelp('sale_paid')[of.status],
  commissionHelp('deposit_matched')[of.status],
];

const CLAIM = /(?<!not )received (on|from|Nov)|vendor paid|money is here|arrived|funds are here/i;

// Holds commissions-2
it.each(['unpaid', 'funds_received', 'agent_paid', 'cancelled'] as const)(
  'claims no receipt of a commission that has none (%s), whatever the customer did',
  (status) => {
    for (const saleStatus of ['booked', 'paid', 'cancelled', null] as const)
      for (const text of said(money({ status, saleStatus }))) expect(text).not.toMatch(CLAIM);
  },
);

it.each([
  [withReceipt, 'Received Nov 16, 2026 from Azure Coast'],
  [{ ...withReceipt, vendorName: null }, 'Received Nov 16, 2026 from the vendor'],
  [{ ...withReceipt, saleStatus: 'booked' }, 'Received Nov 16, 2026 from Azure Coast'],
  [{}, 'The customer paid'],
  [{ saleStatus: 'booked' }, 'Marked as funds received'],
] as const)('says why a commission counts as received: %j', (changes, text) => {
  expect(fundsReason(money(changes))).toBe(text);
});

// Holds commissions-3
it.each([
  [{}, 'Customer paid · Not received from vendor'],
  [withReceipt, 'Customer paid · Vendor paid Nov 16, 2026'],
  [{ ...withReceipt, saleStatus: 'booked' }, 'Vendor paid Nov 16, 2026'],
  [{ saleStatus: 'booked' }, 'Not received from vendor'],
] as const)('tells in two words who has paid, the customer and the vendor: %j', (changes, text) => {
  expect(fundsNote(money(changes))).toBe(text);
});

it.each([
  [{ status: 'unpaid', saleStatus: 'booked' }, 'The agent is paid once the customer has paid the sale.'],
  [{ status: 'unpaid' }, 'The agent can be paid once Azure Coast has paid the commission.'],
  [{}, 'The customer paid. Record the payment once you have paid Priya.'],
  [
    { ...withReceipt, saleStatus: 'booked' },
    'Received Nov 16, 2026 from Azure Coast. The agent can be paid once the customer has paid this sale.',
  ],
  [{ status: 'cancelled' }, cancelledText('paid')],
] as const)('says what is next: %j', (changes, text) => {
  expect(payoutNext(money(changes), 'Priya')).toBe(text);
});

it('asks nothing of an agent', () => {
  expect(payoutNext(money(), null)).toBe('The customer paid. Your agency records the payment here.');
});

it('tells a commission that was cancelled alone from one that went with its sale', () => {
  expect(cancelledText('paid')).toMatch(/the sale stands/);
  expect(cancelledText('cancelled')).toMatch(/with the sale/);
});
