import { aSale } from '../testing';
import { draftOf, readSaleDraft } from './sale-draft';
import { contentOfSale, sameValues, withLockedFields } from './sale-values';

const stored = (content: unknown) => ({
  // What storage gives back is what JSON kept.
  read: () => ({ savedAt: '2026-11-21T12:00:00Z', content: JSON.parse(JSON.stringify(content)) as unknown }),
});

describe('the draft of a sale', () => {
  const traveler = { id: 'c9', firstName: 'Ana', lastName: 'Ruiz' };
  const sale = aSale({ travelers: [traveler] });
  const content = contentOfSale(sale);

  it('brings back what was typed, who was chosen, and the sale it was compared with', () => {
    expect(readSaleDraft(stored(draftOf(content, sale)))).toMatchObject({
      savedAt: '2026-11-21T12:00:00Z',
      values: content.values,
      picked: { customer: { id: 'customer-1' }, vendor: content.picked.vendor, travelers: [traveler] },
      opened: { id: sale.id, version: 1 },
    });
    expect(readSaleDraft(stored(draftOf(content, null)))?.opened).toBeNull();
  });

  it('is left alone when another version of the app wrote it, and is none when nothing is kept', () => {
    const kept = draftOf(content, sale);
    for (const strange of [
      { ...kept, shape: 2 },
      { ...kept, values: { ...kept.values, notes: 7 } },
      { ...kept, picked: null },
      'text',
    ]) {
      expect(readSaleDraft(stored(strange))).toBeNull();
    }
    expect(readSaleDraft({ read: () => null })).toBeNull();
  });

  it('gives way where the sale has been locked since', () => {
    const typed = { ...content, values: { ...content.values, totalAmount: '9,000', notes: 'Mine' } };
    expect(withLockedFields(typed, sale).values).toEqual({ ...content.values, notes: 'Mine' });
  });
});

it('two forms say the same whatever the order of their travelers', () => {
  const { values } = contentOfSale(aSale());
  const some = { ...values, travelerIds: ['a', 'b'] };
  expect(sameValues(some, { ...values, travelerIds: ['b', 'a'] })).toBe(true);
  expect(sameValues(some, { ...values, travelerIds: ['a'] })).toBe(false);
  expect(sameValues(some, { ...some, notes: ' ' })).toBe(false);
});
