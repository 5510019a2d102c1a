/** @jest-environment jsdom */
import { compareRecords, mergeRecords, type Choices } from '@paperplane/shared/ui';
import * as v from 'valibot';
import type { SaleDetail } from '../../sale';
import { aSale } from '../../testing/factories';
import { saleSchema } from '../sale-schema';
import { valuesOfSale } from '../sale-values';
import { toPayload } from '../sale-payload';
import { settled } from './merge-sales';
import { isFinancial, SALE_PARTS } from './sale-parts';
import { typedSale } from './typed-sale';

const before = aSale();
const compareSales = (was: SaleDetail, theirs: SaleDetail, mine: SaleDetail, locked: boolean) =>
  compareRecords(SALE_PARTS, was, theirs, mine, (part) => locked && isFinancial(part));
const parts = (found: readonly { part: string }[]) => found.map(({ part }) => part);

function compare(theirs: SaleDetail, mine: SaleDetail, locked = false) {
  const { overlapping, taken, kept, lost } = compareSales(before, theirs, mine, locked);
  return { overlapping: parts(overlapping), taken: parts(taken), kept: parts(kept), lost: parts(lost) };
}

function merge(
  theirs: SaleDetail,
  mine: SaleDetail,
  choices: Choices<keyof typeof SALE_PARTS> = {},
  locked = false,
) {
  const comparison = compareSales(before, theirs, mine, locked);
  return settled(before, theirs, mine, mergeRecords(SALE_PARTS, theirs, mine, comparison, choices));
}

describe('two people who edited one sale', () => {
  it('have to choose only where both changed the same to something different', () => {
    const theirs = aSale({ amount: 3000, departs: '2027-02-01', notes: 'Same' });
    const mine = aSale({ amount: 4000, returns: '2027-02-09', notes: 'Same' });
    expect(compare(theirs, mine)).toEqual({
      overlapping: ['totalAmount'],
      taken: ['travelDate'],
      kept: ['returnDate'],
      lost: [],
    });
    const [total] = compareSales(before, theirs, mine, false).overlapping;
    expect(total).toMatchObject({
      label: 'Total amount',
      before: '$3,275.00',
      theirs: '$3,000.00',
      mine: '$4,000.00',
    });
  });

  it('see a derived commission as no change of theirs: what was typed is what counts', () => {
    const byTotal = aSale({ amount: 3000 });
    expect(compare(byTotal, aSale({ rate: 12 }))).toMatchObject({
      overlapping: [],
      taken: ['totalAmount'],
      kept: ['commission'],
    });
  });

  it('get each what they chose, what only one changed, and a commission that fits the total', () => {
    const theirs = aSale({ amount: 3000, notes: 'Theirs' }, { version: 2 });
    const mine = aSale({ rate: 12, amount: 4000, notes: 'Mine' });
    expect(merge(theirs, mine, { totalAmount: 'theirs', notes: 'mine' })).toMatchObject({
      version: 2,
      totalAmount: 3000,
      commissionRate: 12,
      commissionAmount: 360,
      notes: 'Mine',
    });
    expect(merge(theirs, mine, { totalAmount: 'mine', notes: 'theirs' })).toMatchObject({
      totalAmount: 4000,
      commissionAmount: 480,
      notes: 'Theirs',
    });
  });

  it('keep everything but the money when the sale was paid meanwhile', () => {
    const theirs = aSale({ paid: true }, { version: 2 });
    const mine = aSale({ amount: 4000, notes: 'Mine' }, { vendorId: 'vendor-2' });
    expect(compare(theirs, mine, true)).toEqual({
      overlapping: [],
      taken: [],
      kept: ['notes'],
      lost: ['vendor', 'totalAmount'],
    });
    expect(merge(theirs, mine, {}, true)).toMatchObject({
      status: 'paid',
      totalAmount: 3275,
      vendorId: 'v1',
      notes: 'Mine',
    });
  });

  it('do not contradict each other by adding and removing travelers', () => {
    const [ana, ben, cleo, dan] = ['Ana', 'Ben', 'Cleo', 'Dan'].map((firstName) => ({
      id: firstName,
      firstName,
      lastName: 'Ruiz',
    })) as [SaleDetail['travelers'][0], ...SaleDetail['travelers']];
    const travelers = (...who: (typeof ana | undefined)[]) =>
      aSale({}, { travelers: who.filter((one) => !!one) });
    const theirs = travelers(ana, ben, cleo);
    const merged = settled(travelers(ana, ben), theirs, travelers(ben, dan), theirs);
    expect(merged.travelers).toEqual([ben, cleo, dan]);
    expect(merge(travelers(cleo), aSale({}, { customerId: 'Cleo' })).travelers).toEqual([]);
  });
});

describe('what was typed, as a sale', () => {
  it('has the names of whoever was chosen and the half of the commission that follows', () => {
    const values = valuesOfSale(before);
    const vendor = { id: 'v2', name: 'Meridian', logoUrl: null, defaultCommissionRate: 13 };
    const { sale } = toPayload(
      v.parse(saleSchema({ currency: 'USD' }), {
        ...values,
        vendorId: 'v2',
        agentId: 'a2',
        totalAmount: '1,000',
        notes: 'New',
      }),
    );
    const agent = { id: 'a2', firstName: 'Nora', lastName: 'Quist', email: 'n@q.test', avatarUrl: null };
    expect(typedSale(before, sale, { ...values.picked, vendor }, [agent])).toMatchObject({
      version: 1,
      vendor,
      agent,
      totalAmount: 1000,
      commissionRate: 11,
      commissionAmount: 110,
      notes: 'New',
    });
    expect(compareSales(before, before, typedSale(before, sale, values.picked, []), false).kept).toHaveLength(
      4,
    );
  });

  it('is the sale itself when nothing was', () => {
    const values = valuesOfSale(before);
    const { sale } = toPayload(v.parse(saleSchema({ currency: 'USD' }), values));
    const { overlapping, taken, kept } = compareSales(
      before,
      before,
      typedSale(before, sale, values.picked, []),
      false,
    );
    expect([overlapping, taken, kept]).toEqual([[], [], []]);
  });
});
