import { aSale } from '../testing';
import { moveQuestion, statusMoves } from './status-moves';

const commission = aSale().commission;
if (!commission) throw new Error('the sale of the tests has a commission');

describe('moving a sale', () => {
  it('offers what a booked sale may become', () => {
    expect(statusMoves(aSale())).toEqual([
      { status: 'paid', label: 'Mark as paid', refusal: null },
      { status: 'cancelled', label: 'Cancel sale', refusal: null },
    ]);
  });

  it('shows what is out of reach, with the reason', () => {
    const sale = aSale({ status: 'paid', commission: { ...commission, status: 'agent_paid' } });
    expect(statusMoves(sale).map(({ label, refusal }) => [label, refusal])).toEqual([
      ['Return to Booked', 'A paid sale cannot return to Booked.'],
      ['Cancel sale', 'The agent has been paid, so this sale can no longer be cancelled.'],
    ]);
    expect(statusMoves(aSale({ status: 'cancelled' })).every(({ refusal }) => refusal)).toBe(true);
  });

  it('says what follows before it happens', () => {
    expect(moveQuestion(aSale(), 'paid')).toMatchObject({
      title: 'Mark sale NWR-10933 as paid?',
      consequences: [
        'The commission of $360.25 becomes Funds received.',
        'Financial details are locked, and the sale cannot return to Booked.',
      ],
    });
    expect(moveQuestion(aSale({ bookingReference: null, commission: null }), 'cancelled')).toMatchObject({
      title: 'Cancel sale No reference?',
      consequences: ['Its commission is cancelled too.', 'Cancellation is final.'],
    });
  });
});
