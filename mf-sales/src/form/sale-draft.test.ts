/** @jest-environment jsdom */
import { readRecordDraft, recordDraftOf } from '@paperplane/shared/records';
import type { SaleDetail } from '../sale';
import { aSale } from '../testing/factories';
import { SALE_RULES } from './sale-rules';
import { sameValues, valuesOfSale, withLockedFields, type SaleValues } from './sale-values';

const readSaleDraft = (draft: Parameters<typeof readRecordDraft>[0]) =>
  readRecordDraft<SaleValues, SaleDetail>(draft, SALE_RULES);
const draftOf = (values: SaleValues, opened: SaleDetail | null) =>
  recordDraftOf(SALE_RULES.shape, values, opened);

const stored = (content: unknown) => ({
  // What storage gives back is what JSON kept.
  read: () => ({ savedAt: '2026-11-21T12:00:00Z', content: JSON.parse(JSON.stringify(content)) as unknown }),
});

describe('the draft of a sale', () => {
  const traveler = { id: 'c9', firstName: 'Ana', lastName: 'Ruiz' };
  const sale = aSale({}, { travelers: [traveler] });
  const content = valuesOfSale(sale);

  it('brings back what was typed, who was chosen, and the sale it was compared with', () => {
    expect(readSaleDraft(stored(draftOf(content, sale)))).toMatchObject({
      savedAt: '2026-11-21T12:00:00Z',
      values: {
        ...content,
        picked: { customer: { id: 'k1' }, vendor: content.picked.vendor, travelers: [traveler] },
      },
      opened: { id: sale.id, version: 1 },
    });
    expect(readSaleDraft(stored(draftOf(content, null)))?.opened).toBeNull();
  });

  it('is left alone when another version of the app wrote it, and is none when nothing is kept', () => {
    const kept = draftOf(content, sale);
    for (const strange of [
      { ...kept, shape: 1 },
      { ...kept, values: { ...kept.values, notes: 7 } },
      { ...kept, values: { ...kept.values, picked: null } },
      'text',
    ]) {
      expect(readSaleDraft(stored(strange))).toBeNull();
    }
    expect(readSaleDraft({ read: () => null })).toBeNull();
  });

  it('gives way where the sale has been locked since', () => {
    const typed = { ...content, totalAmount: '9,000', notes: 'Mine' };
    expect(withLockedFields(typed, sale)).toEqual({ ...content, notes: 'Mine' });
  });
});

it('two forms say the same whatever the order of their travelers', () => {
  const values = valuesOfSale(aSale());
  const some = { ...values, travelerIds: ['a', 'b'] };
  expect(sameValues(some, { ...values, travelerIds: ['b', 'a'] })).toBe(true);
  expect(sameValues(some, { ...values, travelerIds: ['a'] })).toBe(false);
  expect(sameValues(some, { ...some, notes: ' ' })).toBe(false);
});
