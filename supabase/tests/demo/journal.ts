import { sqlOne } from '../support/database';
import { HARBOUR } from '../support/demo';
import { clearingFaults, entriesOf, receivableFaults, unbalanced } from '../support/journal';

// Holds books-12
test.each(['expected', 'received'] as const)(
  'the journal, commission when %s: every entry balances, the bank accounts are what the bank and the payments say',
  async (basis) => {
    const { id } = await sqlOne<{ id: string }>(`select ${HARBOUR} as id`);
    const lines = await entriesOf(id, basis);
    expect([...new Set(lines.map(({ entry_kind }) => entry_kind))]).toEqual(
      expect.arrayContaining(['deposit', 'payment', 'statement']),
    );
    expect(unbalanced(lines)).toEqual({});
    expect(await clearingFaults(id, basis)).toEqual([]);
    expect(await receivableFaults(id)).toEqual([]);
  },
);
