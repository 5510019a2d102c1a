import { MESSAGES } from '@paperplane/shared/domain';
import * as v from 'valibot';
import { aSale } from '../testing/factories';
import { commissionFigures, followingText } from './commission-figures';
import { saleSchema } from './sale-schema';
import { newSaleValues, valuesOfSale, type SaleValues } from './sale-values';
import { changedFields, toPayload } from './sale-payload';

const filled = (changes: Partial<SaleValues> = {}): SaleValues => ({
  ...newSaleValues('agent-1', '2026-11-18'),
  customerId: 'customer-1',
  vendorId: 'v1',
  bookingReference: ' NWR-10933 ',
  totalAmount: '3,275',
  commissionRate: '11',
  ...changes,
});

/** The first message of each field, as the form shows it. */
function problems(values: SaleValues): Record<string, string> {
  const found: Record<string, string> = {};
  for (const issue of v.safeParse(saleSchema({ currency: 'USD' }), values).issues ?? [])
    found[v.getDotPath(issue) ?? ''] ??= issue.message;
  return found;
}

describe('the rules of the sale form', () => {
  it('asks for what is missing, each at its field', () => {
    expect(problems({ ...newSaleValues('', ''), commissionRate: '' })).toEqual({
      customerId: MESSAGES.customer,
      vendorId: MESSAGES.vendor,
      agentId: MESSAGES.agent,
      bookingReference: MESSAGES.bookingReference,
      saleDate: MESSAGES.saleDate,
      totalAmount: MESSAGES.totalAmount,
      commissionRate: MESSAGES.commissionRate,
    });
  });

  it('refuses a return before the travel date and names that date', () => {
    expect(problems(filled({ travelDate: '2027-07-18', returnDate: '2027-07-02' }))).toEqual({
      returnDate: 'Return must be on or after Jul 18, 2027.',
    });
    expect(problems(filled({ travelDate: '2027-07-18', returnDate: '2027-07-18' }))).toEqual({});
    expect(problems(filled({ returnDate: '2027-07-18' }))).toEqual({});
  });

  it.each([
    ['totalAmount', '-5', MESSAGES.moneyNegative],
    ['totalAmount', '1.234', MESSAGES.moneyDecimals],
    ['totalAmount', 'ten', MESSAGES.moneyFormat],
    ['commissionRate', '101', MESSAGES.percentRange],
    ['saleDate', '2026-02-30', MESSAGES.dateFormat],
  ] as const)('refuses %s %s', (field, typed, message) => {
    expect(problems(filled({ [field]: typed }))).toEqual({ [field]: message });
  });

  it('reads amounts in the currency of the agency, and refuses another one at the field', () => {
    const inEuros = (totalAmount: string) =>
      v.safeParse(saleSchema({ currency: 'EUR' }), filled({ totalAmount }));
    expect(inEuros('1.234').output).toMatchObject({ totalAmount: 1234 });
    expect(inEuros('€250.00').output).toMatchObject({ totalAmount: 250 });
    expect(inEuros('$250.00').issues?.map(({ message }) => message)).toEqual([
      'This agency works in euros (EUR).',
    ]);
  });

  it('checks the typed one of rate and amount, and never the one that follows', () => {
    const typedAmount = { commissionBasis: 'amount', commissionRate: 'nonsense' } as const;
    expect(problems(filled({ ...typedAmount, commissionAmount: '300' }))).toEqual({});
    expect(problems(filled({ ...typedAmount, commissionAmount: '4,000' }))).toEqual({
      commissionAmount: MESSAGES.commissionOverTotal,
    });
    expect(problems(filled({ ...typedAmount, totalAmount: '0', commissionAmount: '5' }))).toEqual({});
    expect(problems(filled({ commissionAmount: 'nonsense' }))).toEqual({});
  });

  it('limits texts as the database does', () => {
    expect(problems(filled({ bookingReference: 'x'.repeat(101), notes: 'y'.repeat(5001) }))).toEqual({
      bookingReference: 'Use at most 100 characters.',
      notes: 'Use at most 5,000 characters.',
    });
  });
});

describe('rate and amount drive each other', () => {
  const typed = { totalAmount: '1,000', commissionRate: '12.5', commissionAmount: '' };

  it('derives the amount from a typed rate, and keeps the rate when the total changes', () => {
    expect(followingText({ ...typed, commissionBasis: 'rate' }, { currency: 'USD' })).toEqual({
      commissionAmount: '125',
    });
    expect(
      followingText({ ...typed, totalAmount: '999.99', commissionBasis: 'rate' }, { currency: 'USD' }),
    ).toEqual({
      commissionAmount: '125',
    });
  });

  it('derives the rate from a typed amount, and keeps the amount when the total changes', () => {
    const amount = { ...typed, commissionAmount: '130', commissionBasis: 'amount' } as const;
    expect(followingText(amount, { currency: 'USD' })).toEqual({ commissionRate: '13' });
    expect(followingText({ ...amount, totalAmount: '3,000' }, { currency: 'USD' })).toEqual({
      commissionRate: '4.33',
    });
    expect(followingText({ ...amount, totalAmount: '0' }, { currency: 'USD' })).toEqual({
      commissionRate: '0',
    });
  });

  it('empties the follower while nothing readable is typed', () => {
    expect(
      followingText({ ...typed, totalAmount: '', commissionBasis: 'rate' }, { currency: 'USD' }),
    ).toEqual({
      commissionAmount: '',
    });
    expect(
      commissionFigures({ ...typed, commissionRate: 'x', commissionBasis: 'rate' }, { currency: 'USD' }),
    ).toEqual({
      total: 1000,
      rate: null,
      amount: null,
    });
  });
});

describe('what is sent', () => {
  const sent = (values: SaleValues) => toPayload(v.parse(saleSchema({ currency: 'USD' }), values)).sale;

  it('is the basis with its value, trimmed text, and null for empty fields', () => {
    expect(sent(filled({ notes: '  ' }))).toEqual({
      customerId: 'customer-1',
      vendorId: 'v1',
      agentId: 'agent-1',
      bookingReference: 'NWR-10933',
      saleDate: '2026-11-18',
      travelDate: null,
      returnDate: null,
      totalAmount: 3275,
      commissionBasis: 'rate',
      commissionRate: 11,
      notes: null,
    });
  });

  it('is nothing for a sale nobody changed', () => {
    expect(changedFields(aSale(), sent(valuesOfSale(aSale())))).toEqual({});
    const byAmount = aSale({}, { commissionBasis: 'amount' });
    expect(changedFields(byAmount, sent(valuesOfSale(byAmount)))).toEqual({});
  });

  it('is the changed fields alone', () => {
    const values = { ...valuesOfSale(aSale()), totalAmount: '3,000', returnDate: '' };
    expect(changedFields(aSale(), sent(values))).toEqual({ totalAmount: 3000, returnDate: null });
  });

  it('names the basis when its value, or the basis itself, changed', () => {
    const values = valuesOfSale(aSale());
    expect(changedFields(aSale(), sent({ ...values, commissionRate: '12' }))).toEqual({
      commissionBasis: 'rate',
      commissionRate: 12,
    });
    expect(changedFields(aSale(), sent({ ...values, commissionBasis: 'amount' }))).toEqual({
      commissionBasis: 'amount',
      commissionAmount: 360.25,
    });
  });
});
