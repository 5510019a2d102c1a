import type { SalesByStatus } from '../sale';
import { listSubtitle } from './list-words';

const sums: SalesByStatus = {
  booked: { count: 72, amount: 500_000 },
  paid: { count: 1, amount: 482_400 },
  cancelled: { count: 0, amount: 0 },
  total: { count: 184, amount: 1_000_000 },
  activeTotal: { count: 175, amount: 982_400 },
};

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
