import {
  COMMISSION_STATUSES,
  commissionTransitionRefusal,
  commissionStatusesOffered,
  commissionStatusOptions,
  customerOpen,
  financialsLock,
  financialsOpen,
  isCommissionStatus,
  isSaleStatus,
  SALE_STATUSES,
  saleTransitionRefusal,
  saleStatusOptions,
  statusLabel,
  type CommissionStatus,
  type SaleStatus,
} from './statuses';

// Holds sales-6
it.each<[SaleStatus, SaleStatus, CommissionStatus | null, string | null]>([
  ['booked', 'paid', 'unpaid', null],
  ['booked', 'paid', 'agent_paid', null],
  ['booked', 'cancelled', 'unpaid', null],
  ['booked', 'cancelled', null, null],
  ['booked', 'cancelled', 'agent_paid', 'The agent has been paid, so this sale can no longer be cancelled.'],
  ['paid', 'cancelled', 'funds_received', null],
  ['paid', 'cancelled', 'agent_paid', 'The agent has been paid, so this sale can no longer be cancelled.'],
  ['paid', 'booked', 'funds_received', 'A paid sale cannot return to Booked.'],
  ['cancelled', 'booked', 'cancelled', 'Cancellation is final.'],
  ['cancelled', 'paid', 'cancelled', 'Cancellation is final.'],
  ['paid', 'paid', null, 'This sale is already Paid.'],
])('a %s sale to %s with its commission %p: %p', (from, to, commission, reason) => {
  expect(saleTransitionRefusal(from, to, commission)).toBe(reason);
});

it.each<[CommissionStatus, CommissionStatus, SaleStatus | null, string | null]>([
  ['unpaid', 'funds_received', 'paid', null],
  ['unpaid', 'funds_received', 'booked', null],
  ['unpaid', 'cancelled', 'booked', null],
  ['unpaid', 'cancelled', 'cancelled', null],
  ['funds_received', 'agent_paid', 'paid', null],
  ['funds_received', 'cancelled', 'paid', null],
  ['unpaid', 'funds_received', null, 'Cannot validate commission status without sale data'],
  ['unpaid', 'funds_received', 'cancelled', 'Cannot mark commission as funds received for a cancelled sale'],
  ['funds_received', 'agent_paid', 'cancelled', 'Agent cannot be paid for a cancelled sale'],
  ['unpaid', 'agent_paid', 'paid', 'Funds must be received before the agent is paid.'],
  ['funds_received', 'agent_paid', 'booked', 'The customer has not paid this sale yet.'],
  ['funds_received', 'unpaid', 'paid', 'Funds received cannot return to Unpaid.'],
  ['agent_paid', 'cancelled', 'paid', 'The agent has been paid. That is final.'],
  ['cancelled', 'unpaid', 'booked', 'A cancelled commission cannot be changed.'],
  ['unpaid', 'unpaid', 'booked', 'This commission is already Unpaid.'],
])('an %s commission to %s on a %p sale: %p', (from, to, sale, reason) => {
  expect(commissionTransitionRefusal(from, to, sale)).toBe(reason);
});

it('never lets anything leave a final status', () => {
  for (const to of COMMISSION_STATUSES) {
    expect(commissionTransitionRefusal('agent_paid', to, 'paid')).not.toBeNull();
    expect(commissionTransitionRefusal('cancelled', to, 'paid')).not.toBeNull();
  }
  for (const to of SALE_STATUSES) expect(saleTransitionRefusal('cancelled', to)).not.toBeNull();
});

it('offers every commission status but Cancelled, and only that for a cancelled one', () => {
  expect(commissionStatusesOffered()).toEqual(['unpaid', 'funds_received', 'agent_paid', 'cancelled']);
  expect(commissionStatusesOffered('cancelled')).toEqual(['cancelled']);
  expect(commissionStatusesOffered('unpaid')).toEqual(['unpaid', 'funds_received', 'agent_paid']);
  expect(commissionStatusOptions('unpaid', 'paid').map(({ status, refusal }) => [status, !refusal])).toEqual([
    ['unpaid', false],
    ['funds_received', true],
    ['agent_paid', false],
  ]);
});

it('offers a sale every other status, disabled with a reason', () => {
  expect(saleStatusOptions('paid', 'agent_paid')).toEqual([
    { status: 'booked', label: 'Booked', refusal: 'A paid sale cannot return to Booked.' },
    {
      status: 'cancelled',
      label: 'Cancelled',
      refusal: 'The agent has been paid, so this sale can no longer be cancelled.',
    },
  ]);
});

it('locks financial details once the sale is not booked or its commission is not unpaid', () => {
  expect(financialsOpen('booked', 'unpaid')).toBe(true);
  expect(financialsOpen('booked')).toBe(true);
  expect(financialsOpen('paid', 'unpaid')).toBe(false);
  expect(financialsLock('booked', 'unpaid')).toBeNull();
  expect(financialsLock('paid', 'funds_received')).toContain('because this sale is paid. Travelers, booking');
  expect(financialsLock('paid', 'funds_received', true)).toContain('is paid. Customer, travelers, booking');
  expect(financialsLock('booked', 'funds_received')).toContain('because the commission is funds received');
});

it('leaves the customer of a sale that is not booked to admins', () => {
  expect(customerOpen('booked', false)).toBe(true);
  expect(customerOpen('paid', false)).toBe(false);
  expect(customerOpen('cancelled', false)).toBe(false);
  expect(customerOpen('paid', true)).toBe(true);
});

it('knows statuses and their words', () => {
  expect(isSaleStatus('booked')).toBe(true);
  expect(isSaleStatus('unpaid')).toBe(false);
  expect(isCommissionStatus('agent_paid')).toBe(true);
  expect(isCommissionStatus(null)).toBe(false);
  expect(statusLabel('funds_received')).toBe('Funds received');
  expect(statusLabel('toString')).toBe('toString');
});
