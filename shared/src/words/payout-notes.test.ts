import { payoutNote, payoutNoteParts } from './payout-notes';

test.each([
  [
    { code: 'payment_returned', params: { on: '2026-11-05', reason: 'Account closed' } },
    'Payment of November 5, 2026 came back: Account closed',
  ],
  [
    { code: 'vendor_took_back', params: { vendor: 'Northwind', on: '2026-01-31' } },
    'Northwind took commission back on January 31, 2026',
  ],
  [{ code: 'paid_less', params: { vendor: 'Northwind' } }, 'Northwind paid less than was expected'],
  [
    { code: 'expected_again', params: { vendor: 'Northwind' } },
    'Northwind: what was written off is expected again',
  ],
  [{ code: 'share', params: { kind: 'vendor', role: 'co_seller', percent: 25 } }, 'Co-seller, 25%'],
  [
    { code: 'share', params: { kind: 'service_fee', role: 'seller', percent: 62.5 } },
    'Service fee, Seller, 62.5%',
  ],
  [
    { code: 'override', params: { percent: 5, of: 'Nina Keller' } },
    'Override: 5% of Nina Keller’s commission',
  ],
  [{ code: 'override_charge', params: { percent: 2 } }, 'Override: 2% taken from your commission'],
  [{ code: 'tier_correction', params: { percent: 65 } }, 'By tier: split 65%'],
  [
    { code: 'tier_year', params: { percent: 65, sales: 14, since: '2026-01-01' } },
    'Tier of 65%: 14 sales since January 1, 2026',
  ],
  [
    { code: 'tier_year', params: { percent: 0, sales: 1, since: '2026-07-01' } },
    'By tier: 1 sale since July 1, 2026',
  ],
  [{ code: 'of_a_later_version', params: {} }, 'As written'],
  [null, 'As written'],
  [undefined, 'As written'],
])('what the note of a line says: %j', (noteFact, words) => {
  expect(payoutNote({ note: 'As written', noteFact })).toBe(words);
});

test.each([
  [
    { code: 'override', params: { percent: 5, of: 'Nina Keller' } },
    { head: 'Override', words: '5% of Nina Keller’s commission' },
  ],
  [
    { code: 'override_charge', params: { percent: 2 } },
    { head: 'Override', words: '2% taken from your commission' },
  ],
  [
    { code: 'tier_correction', params: { percent: 65 } },
    { head: null, words: 'By tier: split 65%' },
  ],
  [null, { head: null, words: 'Override: as written' }],
])('its parts, where a line says what it is already: %j', (shareFact, parts) => {
  expect(payoutNoteParts({ note: 'Override: as written', ...(shareFact && { shareFact }) })).toEqual(parts);
});
