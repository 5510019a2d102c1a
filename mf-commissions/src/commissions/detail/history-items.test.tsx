import { render, screen, within } from '@testing-library/react';
import { Timeline } from '@paperplane/shared/ui';
import type { CommissionHistoryEntry } from '../commission-types';
import { historyItems } from './history-items';

const marisol = { id: 'u1', firstName: 'Marisol', lastName: 'Vega', avatarUrl: null };
const names = { u2: 'Priya Raman' };

const entry = (changes: Partial<CommissionHistoryEntry>): CommissionHistoryEntry => ({
  id: 'h1',
  type: 'status_change',
  previousStatus: 'unpaid',
  newStatus: 'funds_received',
  changes: [],
  notes: null,
  code: null,
  params: {},
  createdAt: '2026-11-17T14:24:00Z',
  user: marisol,
  ...changes,
});

function show(...entries: CommissionHistoryEntry[]): HTMLElement[] {
  const items = historyItems({ entries, names }, { timeZone: 'America/New_York', currency: 'USD' });
  render(<Timeline items={items} label="History" />);
  return within(screen.getByRole('list', { name: 'History' })).getAllByRole('listitem');
}

describe('historyItems', () => {
  it('tells a change of status with its note, where the organization is', () => {
    const [item] = show(entry({ notes: 'Matched to the transfer of Nov 17' }));
    expect(item).toHaveTextContent('Marisol Vega changed status from Unpaid to Funds received');
    expect(item).toHaveTextContent('Matched to the transfer of Nov 17');
    expect(item).toHaveTextContent('Nov 17, 9:24 AM');
  });

  it('tells the creation, also when the database acted alone', () => {
    const [item] = show(entry({ type: 'create', previousStatus: null, newStatus: 'unpaid', user: null }));
    expect(item).toHaveTextContent('Paperplane created this commission with the sale');
  });

  it('shows what an amount was and became, to the cent', () => {
    const [item] = show(entry({ type: 'update', changes: [{ field: 'amount', from: 1430, to: 1482.5 }] }));
    expect(item).toHaveTextContent('Marisol Vega changed the amount with the sale');
    expect(item).toHaveTextContent('Amount $1,430.00 $1,482.50');
  });

  it('tells what was taken back from the agent, and why', () => {
    const [item] = show(
      entry({
        type: 'update',
        code: 'recalled',
        params: { amount: 212.4, reason: 'The cruise was cancelled' },
      }),
    );
    expect(item).toHaveTextContent('Marisol Vega took $212.40 back from the agentThe cruise was cancelled');
  });

  it('names the people of a reassignment as far as the reader may know them', () => {
    const [item] = show(
      entry({ type: 'update', changes: [{ field: 'agentId', from: 'somebody-else', to: 'u2' }] }),
    );
    expect(item).toHaveTextContent('gave the sale to another agent');
    expect(item).toHaveTextContent('Agent another agent Priya Raman');
  });

  it.each([
    [null, '2026-11-16', 'recorded the receipt', 'Received on – Nov 16, 2026'],
    ['2026-11-16', '2026-11-15', 'changed the receipt', 'Received on Nov 16, 2026 Nov 15, 2026'],
    ['2026-11-16', null, 'took back the receipt', 'Received on Nov 16, 2026 –'],
  ])('tells a receipt from %s to %s', (from, to, deed, change) => {
    const [item] = show(entry({ type: 'update', changes: [{ field: 'receivedOn', from, to }] }));
    expect(item).toHaveTextContent(`Marisol Vega ${deed}`);
    expect(item).toHaveTextContent(change);
  });

  // Holds commissions-14
  it('tells a deposit with what it did, and the match that was taken back', () => {
    const [undone, matched] = show(
      entry({
        id: 'a',
        code: 'deposit_matched',
        params: { day: '2026-11-16' },
        changes: [
          { field: 'receivedOn', from: null, to: '2026-11-16' },
          { field: 'receivedAmount', from: null, to: 1470 },
          { field: 'writtenOff', from: 0, to: 12 },
        ],
      }),
      entry({
        id: 'b',
        type: 'update',
        code: 'match_taken_back',
        params: { day: '2026-11-16' },
        changes: [{ field: 'receivedOn', from: '2026-11-16', to: null }],
      }),
    );
    expect(matched).toHaveTextContent('Deposit of Nov 16, 2026 matched by Marisol Vega');
    expect(matched).toHaveTextContent('Status Unpaid Funds received');
    expect(matched).toHaveTextContent('Amount received – $1,470.00');
    expect(matched).toHaveTextContent('Written off $0.00 $12.00');
    expect(matched).not.toHaveTextContent('2026-11-16');
    expect(undone).toHaveTextContent('Deposit of Nov 16, 2026: match taken back by Marisol Vega');
    expect(undone).toHaveTextContent('Received on Nov 16, 2026 –');
  });

  it('tells commission that the vendor took back', () => {
    const [item] = show(entry({ type: 'update', code: 'deposit_takes_back', params: { day: '2026-11-16' } }));
    expect(item).toHaveTextContent('Commission taken back by the vendor on Nov 16, 2026');
  });

  it('tells what was corrected of a payment', () => {
    const [item] = show(
      entry({
        type: 'update',
        changes: [
          { field: 'paymentMethod', from: 'bank_transfer', to: 'check' },
          { field: 'paymentReference', from: null, to: 'CHK-9' },
        ],
      }),
    );
    expect(item).toHaveTextContent('Marisol Vega corrected the payment');
    expect(item).toHaveTextContent('Payment method Bank transfer Check');
    expect(item).toHaveTextContent('Reference – CHK-9');
  });

  it('tells the newest first', () => {
    const items = show(
      entry({ id: 'a', type: 'create', newStatus: 'unpaid' }),
      entry({ id: 'b' }),
      entry({ id: 'c', previousStatus: 'funds_received', newStatus: 'agent_paid', code: 'agent_paid' }),
    );
    expect(items).toHaveLength(3);
    expect(items[0]).toHaveTextContent('to Agent paidAgent payment recorded');
    expect(items[2]).toHaveTextContent('created');
  });
});
