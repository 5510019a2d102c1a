/** @jest-environment jsdom */
import { listDefaults } from '@paperplane/shared/domain';
import { toListArgs } from './commission-list-api';
import { COMMISSIONS_LIST } from './list/commissions-query';

const id = '0b5e1c1e-0000-4000-8000-000000000001';
const read = (changes: Partial<ReturnType<typeof listDefaults>> & { overdue?: string; ready?: string }) =>
  COMMISSIONS_LIST.read({ ...listDefaults('createdAt'), overdue: '', ready: '', ...changes }, true);

describe('toListArgs', () => {
  // Holds pages-9
  it('asks for everything, newest first, when the address says nothing', () => {
    expect(toListArgs(read({}))).toEqual({
      status: null,
      agentId: null,
      vendorId: null,
      overdue: false,
      ready: false,
      startDate: null,
      endDate: null,
      search: null,
      sort: 'created_at',
      descending: true,
      page: 1,
      pageSize: 10,
    });
  });

  // Holds pages-7
  it('asks for what is overdue longest first, unless told otherwise', () => {
    const longest = { sort: 'due_on', descending: false };
    expect(toListArgs(read({ sort: '', overdue: 'true' }))).toMatchObject(longest);
    expect(toListArgs(read({ sort: 'nonsense', dir: 'desc', overdue: 'true' }))).toMatchObject(longest);
    const asked = read({ sort: 'amount', overdue: 'true' });
    expect(toListArgs(asked)).toMatchObject({ sort: 'amount', descending: true });
  });

  it('asks in the names of the database, and ignores a status that is none', () => {
    const asked = read({
      status: 'booked',
      q: 'NWR',
      sort: 'bookingReference',
      dir: 'asc',
      from: '2026-01-01',
      vendorId: id,
      overdue: 'true',
      ready: 'true',
    });
    expect(toListArgs(asked)).toMatchObject({
      status: null,
      search: 'NWR',
      sort: 'booking_reference',
      descending: false,
      startDate: '2026-01-01',
      vendorId: id,
      overdue: true,
      ready: true,
    });
  });
});
