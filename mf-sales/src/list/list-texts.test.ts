import { listDefaults, readListQuery, SALE_STATUSES } from '@paperplane/shared/domain';
import { SALE_SORTS, type SalesSums } from '../sales-list';
import { listSubtitle, noMatchText } from './list-texts';

const figure = (count: number, amount: number) => ({ count, amount, commissionAmount: 0 });
const sums: SalesSums = {
  booked: figure(72, 500_000),
  paid: figure(1, 482_400),
  cancelled: figure(0, 0),
  total: figure(184, 1_000_000),
  activeTotal: figure(175, 982_400),
};
const read = (changes: Partial<ReturnType<typeof listDefaults>>) =>
  readListQuery(
    { ...listDefaults('saleDate'), ...changes },
    { statuses: SALE_STATUSES, columns: SALE_SORTS },
  );

describe('the line under the title of the list', () => {
  it('counts all sales and leaves the cancelled out of the sum', () => {
    expect(listSubtitle(sums, null)).toBe('184 sales · $982,400 excluding cancelled');
  });

  it('speaks of the status that is filtered by', () => {
    expect(listSubtitle(sums, 'booked')).toBe('72 booked sales · $500,000');
    expect(listSubtitle(sums, 'paid')).toBe('1 paid sale · $482,400');
    expect(listSubtitle(sums, 'cancelled')).toBe('No sales match these filters');
  });

  it('waits for the sums', () => {
    expect(listSubtitle(undefined, 'paid')).toBeUndefined();
  });
});

describe('what is said when nothing matches', () => {
  it('echoes status, search and dates', () => {
    const query = read({ status: 'cancelled', q: 'haddad', from: '2026-08-24', to: '2026-11-21' });
    expect(noMatchText(query, '2026-11-21')).toEqual({
      title: 'No cancelled sales for “haddad”',
      text: 'Nothing in the last 90 days matches. Widen the date range or clear the filters.',
    });
  });

  it('says less when less is set', () => {
    expect(noMatchText(read({ status: 'paid' }), '2026-11-21')).toEqual({
      title: 'No paid sales',
      text: 'Nothing matches these filters. Clear them to see all sales.',
    });
    expect(noMatchText(read({ q: 'x' }), '2026-11-21').title).toBe('No sales for “x”');
  });
});
