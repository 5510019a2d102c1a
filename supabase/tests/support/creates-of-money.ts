import { randomUUID } from 'node:crypto';
import { countOf, type Create, type GetAgency } from './creates';
import { sqlOne } from './database';
import { createSale } from './sales';
import { readyToPay, saleInput } from './test-agency';

const saleOf = (args: Record<string, unknown>) => args['sale'] as Record<string, unknown>;

/** Sales, and what is paid for them. */
export function createsOfMoney(agency: GetAgency): Create[] {
  /** A commission that can be paid. */
  async function payable() {
    const sale = await agency().sale({ reference: `KEY-${randomUUID()}` });
    return { payment: await readyToPay(agency(), sale.id), sale };
  }

  /** What the commission of these arguments was booked as. */
  const references = new Map<unknown, string>();
  const referenceOf = (args: Record<string, unknown>) => references.get(args['commission_id']) ?? '';

  async function remembered() {
    const { payment, sale } = await payable();
    const { booking_reference } = await sqlOne<{ booking_reference: string }>(
      'select booking_reference from public.sales where id = $1',
      [sale.id],
    );
    references.set(payment.commission_id, booking_reference);
    return payment;
  }

  return [
    {
      command: 'create_sale',
      prepare: () =>
        Promise.resolve({
          by: agency().agent,
          args: { sale: saleInput(agency(), { booking_reference: `KEY-${randomUUID()}` }), traveler_ids: [] },
        }),
      other: (args) => ({ args: { ...args, sale: { ...saleOf(args), notes: 'Other' } }, differs: 'notes' }),
      wrong: (args) => ({ ...args, sale: { ...saleOf(args), total_amount: -1 } }),
      count: () => countOf(agency, 'public.commissions'),
      name: (args) => String(saleOf(args)['booking_reference']),
    },
    {
      command: 'record_agent_payment',
      prepare: async () => ({ by: agency().admin, args: { ...(await remembered()), reference: 'W-1' } }),
      other: (args) => ({ args: { ...args, reference: 'W-2' }, differs: 'reference' }),
      wrong: (args) => ({ ...args, amount: 0.01 }),
      count: () => countOf(agency, 'public.agent_payments'),
      name: (args) => `the payment of ${referenceOf(args)}`,
    },
    {
      command: 'record_customer_payment',
      prepare: async () => {
        const reference = `PAID-${randomUUID()}`;
        const { id } = await createSale(agency().agent, agency(), { booking_reference: reference });
        references.set(id, reference);
        const args = { sale_id: id, amount: 12.5, paid_on: '2026-06-01', payment_method: 'card' };
        return { by: agency().agent, args };
      },
      other: (args) => ({ args: { ...args, amount: 13 }, differs: 'amount' }),
      wrong: (args) => ({ ...args, amount: 0 }),
      count: () => countOf(agency, 'public.customer_payments'),
      name: (args) => `the customer's payment of ${references.get(String(args['sale_id']))}`,
    },
    {
      command: 'record_receipt',
      prepare: async () => {
        const { commission_id } = await remembered();
        return {
          by: agency().admin,
          args: { commission_id, received_on: '2026-06-01', received_amount: 12.5 },
        };
      },
      other: (args) => ({ args: { ...args, received_amount: 13 }, differs: 'received_amount' }),
      wrong: (args) => ({ ...args, received_amount: 0 }),
      // What the history has of it: recorded twice it would be there twice.
      count: () => countOf(agency, 'public.commission_history', "new_data ? 'received_on'"),
      name: (args) => `the receipt of ${referenceOf(args)}`,
    },
    {
      command: 'record_recall',
      prepare: async () => {
        const payment = await remembered();
        const { error } = await agency().admin.api.rpc('record_agent_payment', payment);
        expect(error).toBeNull();
        return {
          by: agency().admin,
          args: { commission_id: payment.commission_id, amount: 0.5, note: 'Cancelled late' },
        };
      },
      other: (args) => ({ args: { ...args, amount: 0.6 }, differs: 'amount' }),
      wrong: (args) => ({ ...args, note: ' ' }),
      count: () => countOf(agency, 'public.payout_lines', "kind = 'recall'"),
      name: (args) => `what is taken back of ${referenceOf(args)}`,
    },
    {
      command: 'add_payout_adjustment',
      prepare: () =>
        Promise.resolve({
          by: agency().admin,
          args: { agent_id: agency().agent.id, kind: 'bonus', amount: 25, note: 'Contest' },
        }),
      other: (args) => ({ args: { ...args, note: 'Another contest' }, differs: 'note' }),
      wrong: (args) => ({ ...args, amount: -1 }),
      count: () => countOf(agency, 'public.payout_lines', "kind = 'bonus'"),
      name: () => 'a bonus of 25.00',
    },
  ];
}
