/** @jest-environment jsdom */
import { fromDatabase } from '@paperplane/shared/domain';
import { saleRow } from '@paperplane/shared/testing';
import { toSaleDetail } from './sale-detail-api';

const row = fromDatabase(saleRow({ amount: 100.5, received: '2026-11-20', agentPaid: '2026-11-30' }));

it('shows the commission with the payment to the agent, embedded as one or as a list of one', () => {
  const shown = {
    id: 'c1',
    status: 'agent_paid',
    commissionSplit: 60,
    agentAmount: 6.03,
    payment: { paymentMethod: 'bank_transfer', paymentDate: '2026-11-30' },
  };
  expect(toSaleDetail(row).commission).toMatchObject(shown);
  const commission = { ...row.commission, payment: [row.commission.payment!] };
  expect(toSaleDetail({ ...row, commission: [commission] }).commission).toMatchObject(shown);
});

it('copes with a commission that is out of sight', () => {
  expect(toSaleDetail({ ...row, commission: null }).commission).toBeNull();
  expect(toSaleDetail({ ...row, commission: [], version: 3 })).toMatchObject({
    commission: null,
    version: 3,
    travelers: [],
  });
});

it('lists the travelers by name, without those out of sight', () => {
  const [zoe, adam] = [
    { id: 't1', firstName: 'Zoe', lastName: 'Lind' },
    { id: 't2', firstName: 'Adam', lastName: 'Lind' },
  ];
  const travelers = [{ customer: zoe }, { customer: null }, { customer: adam }];
  expect(toSaleDetail({ ...row, travelers }).travelers.map(({ firstName }) => firstName)).toEqual([
    'Adam',
    'Zoe',
  ]);
});
