import { aSale } from '../testing/factories';
import { statusChangeQuestion, statusChangeOptions } from './status-changes';

const commission = aSale().commission;
if (!commission) throw new Error('the sale of the tests has a commission');

describe('moving a sale', () => {
  it('offers what a booked sale may become', () => {
    expect(statusChangeOptions(aSale())).toEqual([
      { status: 'paid', label: 'Mark as paid', refusal: null },
      { status: 'cancelled', label: 'Cancel sale', refusal: null },
    ]);
  });

  // Holds sales-33
  it('shows what is out of reach, with the reason', () => {
    const sale = aSale({ agentPaid: true });
    expect(statusChangeOptions(sale).map(({ label, refusal }) => [label, refusal])).toEqual([
      ['Return to Booked', 'A paid sale cannot return to Booked.'],
      ['Cancel sale', 'The agent has been paid, so this sale can no longer be cancelled.'],
    ]);
    expect(statusChangeOptions(aSale({ cancelled: true })).every(({ refusal }) => refusal)).toBe(true);
  });

  it('says what follows before it happens', () => {
    expect(statusChangeQuestion(aSale(), 'paid', 'u1')).toMatchObject({
      title: 'Mark sale NWR-10933 as paid?',
      consequences: [
        'The commission of $360.25 becomes Funds received.',
        'Financial details are locked, and the sale cannot return to Booked.',
      ],
      confirmLabel: 'Mark as paid',
      confirmName: expect.stringMatching(/^Mark as paid: \$[\d,.]+ of .+ on \w+ \d+, \d{4}$/) as string,
    });
    expect(statusChangeQuestion(aSale({}, { commission: null }), 'cancelled', 'u1')).toMatchObject({
      title: 'Cancel sale NWR-10933?',
      consequences: ['Its commission is cancelled too.', 'Cancellation is final.'],
      confirmName: expect.stringMatching(/^Cancel sale: \$[\d,.]+ of .+ on \w+ \d+, \d{4}$/) as string,
    });
  });

  it('says that the agent hears of it, unless it is the agent who does it', () => {
    const told = 'Theo Lindqvist is notified.';
    expect(statusChangeQuestion(aSale(), 'paid', 'admin').consequences).toContain(told);
    expect(statusChangeQuestion(aSale(), 'cancelled', 'admin').consequences).toContain(told);
    expect(statusChangeQuestion(aSale(), 'cancelled', 'u1').consequences).not.toContain(told);
  });

  it('promises nothing for a commission that has gone its own way', () => {
    const gone = aSale({}, { commission: { ...commission, status: 'cancelled' } });
    expect(statusChangeQuestion(gone, 'paid', 'admin').consequences).toEqual([
      'The commission of $360.25 stays Cancelled.',
      'Financial details are locked, and the sale cannot return to Booked.',
    ]);
    expect(statusChangeQuestion(gone, 'cancelled', 'admin').consequences[0]).toBe(
      'The commission of $360.25 is already Cancelled.',
    );
  });
});
