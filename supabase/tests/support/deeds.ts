import { randomUUID } from 'node:crypto';
import {
  USUAL_PAY_DAY,
  USUAL_PAYOUT_DAY,
  type PayoutWords,
  type SaleWords,
} from '../../../shared/src/testing/words';

/** Somebody at work in the product, by whatever way to its API. */
export interface Hand {
  userId: string;
  /** Calls a function. @throws Error when the API refuses */
  call: <Answer>(name: string, args: object) => Promise<Answer>;
}

/** What becomes of a sale is done to its commission. */
interface Commission {
  id: string;
  agent_id: string;
  amount: number | string;
  agent_amount: number | string;
  organization_id: string;
}

/** What a sale is known by once it is made. */
export interface Sold {
  id: string;
  /** Its first one. */
  version: number;
  commissionId: string;
}

/** What `record_agent_payment` needs to pay the agent of a commission. */
export const paymentOf = (commission: Commission, by: Hand) => ({
  commission_id: commission.id,
  agent_id: commission.agent_id,
  organization_id: commission.organization_id,
  created_by: by.userId,
  amount: Number(commission.agent_amount),
  payment_date: USUAL_PAY_DAY,
  payment_method: 'bank_transfer',
});

/** Has a function do something. @throws Error with why it was refused */
export async function has<Answer extends object>(hand: Hand, name: string, args: object): Promise<Answer> {
  const answer = await hand.call<Answer & { success: boolean; error: string | null }>(name, args);
  if (!answer.success) throw new Error(`${name}: ${answer.error}`);
  return answer;
}

/**
 * Makes a sale through the functions of the product: somebody records it, and an admin does what becomes of it.
 * @param columns of the words (`saleColumns`)
 * @param commissionOf the commission of a sale as it stands
 */
export async function sell(
  by: Hand,
  admin: Hand,
  columns: object,
  { travelers = [], paid, received, agentPaid, cancelled }: SaleWords,
  commissionOf: (saleId: string) => Promise<Commission>,
): Promise<Sold> {
  const input = { sale: columns, traveler_ids: travelers };
  const { id, version } = await by.call<{ id: string; version: number }>('create_sale', input);
  const become = (status: string) => admin.call('update_sale_status', { sale_id: id, status });
  const commission = await commissionOf(id);
  const commission_id = commission.id;
  if (paid || agentPaid) await become('paid');
  if (received) {
    const { on, amount } =
      typeof received === 'string' ? { on: received, amount: Number(commission.amount) } : received;
    await has(admin, 'record_receipt', { commission_id, received_on: on, received_amount: amount });
  }
  if (agentPaid)
    await has(admin, 'record_agent_payment', {
      ...paymentOf(commission, admin),
      ...(agentPaid !== true && { payment_date: agentPaid }),
    });
  if (cancelled) await become('cancelled');
  return { id, version, commissionId: commission_id };
}

/** Makes a payout of these words: one admin starts, approves and pays it. @returns its id */
export async function payOut(
  admin: Hand,
  { name, planned, approved, paid, reference = 'PAY-1' }: PayoutWords,
): Promise<string> {
  const { id } = await has<{ id: string }>(admin, 'start_payout', { name, planned_on: planned });
  const asItStands = async () => {
    const { payout } = await admin.call<{ payout: { version: number } }>('get_payout', { batch_id: id });
    return { batch_id: id, expected_version: payout.version };
  };
  if (approved || paid) await has(admin, 'approve_payout', await asItStands());
  if (paid)
    await has(admin, 'pay_payout', {
      ...(await asItStands()),
      paid_on: paid === true ? USUAL_PAYOUT_DAY : paid,
      reference,
      payment_key: randomUUID(),
    });
  return id;
}
