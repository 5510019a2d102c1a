import { compareRecords, mergeRecords } from '@paperplane/shared/ui';
import { customerOf } from '../testing';
import { CUSTOMER_PARTS } from './customer-conflict';

const before = customerOf({
  phone: '1',
  tags: ['VIP'],
  moreEmails: [{ label: 'Work', value: 'e@work.test' }],
});
const compare = (theirs: typeof before, mine: typeof before) =>
  compareRecords(CUSTOMER_PARTS, before, theirs, mine);

describe('two people who edited one customer', () => {
  // Holds customers-1
  it('choose only where both changed the same to something different', () => {
    const theirs = { ...before, phone: '2', tags: [], city: 'Graz', notes: 'Same' };
    const mine = { ...before, phone: '3', tags: ['VIP', 'Golf'], moreEmails: [], notes: 'Same' };
    const { overlapping, taken, kept } = compare(theirs, mine);
    expect(overlapping).toEqual([
      { part: 'phone', label: 'Phone', before: '1', theirs: '2', mine: '3' },
      { part: 'tags', label: 'Tags', before: 'VIP', theirs: 'empty', mine: 'VIP, Golf' },
    ]);
    expect(taken.map(({ part }) => part)).toEqual(['city']);
    expect(kept).toEqual([
      expect.objectContaining({ part: 'moreEmails', before: 'Work e@work.test', mine: 'empty' }),
    ]);
  });

  it('do not disagree about a preference when they changed two of them', () => {
    const preferring = (changes: Partial<typeof before.preferences>) => ({
      ...before,
      preferences: { ...before.preferences, ...changes },
    });
    const [theirs, mine] = [preferring({ seat: 'Aisle' }), preferring({ meal: 'Vegan' })];
    const comparison = compare(theirs, mine);
    expect(comparison.overlapping).toEqual([]);
    expect(mergeRecords(CUSTOMER_PARTS, theirs, mine, comparison, {}).preferences).toMatchObject({
      seat: 'Aisle',
      meal: 'Vegan',
    });
  });

  it('take no change from nothing to nothing for one', () => {
    const { overlapping, taken, kept } = compare({ ...before, city: '' }, { ...before, city: null });
    expect([overlapping, taken, kept]).toEqual([[], [], []]);
  });
});
