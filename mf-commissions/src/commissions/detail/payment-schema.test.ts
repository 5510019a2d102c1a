import * as v from 'valibot';
import { paymentDefaults, paymentSchema, type PaymentForm } from './payment-schema';

const form: PaymentForm = {
  amount: '1,482.50',
  paymentDate: '2026-11-21',
  paymentMethod: 'bank_transfer',
  reference: ' PAY-1 ',
  notes: '',
};

/** The first message of each field, which is the one a form shows. */
function messages(changes: Partial<Record<keyof PaymentForm, string>>): Record<string, string> {
  const result = v.safeParse(paymentSchema(1482.5, { currency: 'USD' }), { ...form, ...changes });
  const issues = [...(result.issues ?? [])].reverse();
  return Object.fromEntries(issues.map((issue) => [v.getDotPath(issue) ?? '', issue.message]));
}

describe('paymentSchema', () => {
  it('turns what was typed into what is sent', () => {
    expect(v.parse(paymentSchema(1482.5, { currency: 'USD' }), form)).toEqual({
      amount: 1482.5,
      paymentDate: '2026-11-21',
      paymentMethod: 'bank_transfer',
      reference: 'PAY-1',
      notes: null,
    });
  });

  it.each(['1482.49', '1,482.51', '0', '1,482'])('refuses %p, which is not the share', (amount) => {
    expect(messages({ amount })).toEqual({ amount: 'Enter exactly $1,482.50, the agent’s share.' });
  });

  it('accepts a share of nothing', () => {
    expect(v.parse(paymentSchema(0, { currency: 'USD' }), { ...form, amount: '0' }).amount).toBe(0);
  });

  // Holds commissions-49
  it('says what to do at each field', () => {
    expect(messages({ amount: '', paymentDate: '', paymentMethod: '' })).toEqual({
      amount: 'Enter the amount you paid.',
      paymentDate: 'Enter the payment date.',
      paymentMethod: 'Choose how the agent was paid.',
    });
  });

  // Holds commissions-50
  it('limits reference and notes', () => {
    expect(Object.keys(messages({ reference: 'x'.repeat(300), notes: 'x'.repeat(5001) })).sort()).toEqual([
      'notes',
      'reference',
    ]);
  });
});

describe('paymentDefaults', () => {
  afterEach(() => jest.useRealTimers());

  it('opens with the whole share, today where the organization is', () => {
    jest.useFakeTimers({ now: new Date('2026-11-21T02:00:00Z') });
    expect(paymentDefaults(1482, 'America/New_York')).toMatchObject({
      amount: '1,482.00',
      paymentDate: '2026-11-20',
      notes: '',
    });
  });

  it('passes its own schema', () => {
    expect(v.is(paymentSchema(889.2, { currency: 'USD' }), paymentDefaults(889.2, 'UTC'))).toBe(true);
  });
});
