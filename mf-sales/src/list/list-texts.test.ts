import { listAt } from '@paperplane/shared/platform';
import type { SalesSums } from '../sales-list';
import { listSubtitle, noMatchText } from './list-texts';
import { isPart, SALES_LIST } from './sales-query';

const figure = (count: number, amount: number) => ({ count, amount, commissionAmount: 0 });
const sums: SalesSums = {
  booked: figure(72, 500_000),
  paid: figure(1, 482_400),
  cancelled: figure(0, 0),
  total: figure(184, 1_000_000),
  active_total: figure(175, 982_400),
};
const read = (asked: Record<string, string>) => listAt(new URLSearchParams(asked), SALES_LIST, true);

describe('the line under the title of the list', () => {
  it('counts all sales and leaves the cancelled out of the sum', () => {
    expect(listSubtitle(sums, read({}), 'USD')).toBe('184 sales · $982,400 excluding cancelled');
  });

  it('speaks of the status that is filtered by', () => {
    expect(listSubtitle(sums, read({ status: 'booked' }), 'USD')).toBe('72 booked sales · $500,000');
    expect(listSubtitle(sums, read({ status: 'paid' }), 'USD')).toBe('1 paid sale · $482,400');
    expect(listSubtitle(sums, read({ status: 'cancelled' }), 'USD')).toBe('No sales match these filters');
    expect(listSubtitle(sums, read({ status: 'active' }), 'USD')).toBe('175 active sales · $982,400');
  });

  it('says what departs unpaid', () => {
    expect(listSubtitle(sums, read({ departing: 'true' }), 'USD')).toBe('184 unpaid departures · $1,000,000');
    expect(isPart(read({ departing: 'true' }))).toBe(true);
    expect(isPart(read({ departing: 'maybe', sort: 'customer' }))).toBe(false);
  });

  it('waits for the sums', () => {
    expect(listSubtitle(undefined, read({ status: 'paid' }), 'USD')).toBeUndefined();
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
    expect(noMatchText(read({ departing: 'true' }), '2026-11-21').title).toBe('No sales that depart unpaid');
    expect(noMatchText(read({ q: 'x' }), '2026-11-21').title).toBe('No sales for “x”');
  });
});
