import type { Agency } from './agency';
import type { Api } from './api';

/** Makes a sale of somebody ready to be paid out: its customer has paid it. @returns the commission's id */
export async function makePayable(
  agency: Pick<Agency, 'api'> & { customer: { id: string }; vendor: { id: string } },
  seller: Api,
  reference: string,
  totalAmount: number,
): Promise<string> {
  const sale = await seller.insert('sales', {
    customer_id: agency.customer.id,
    vendor_id: agency.vendor.id,
    booking_reference: reference,
    total_amount: totalAmount,
  });
  await agency.api.update(`sales?id=eq.${sale.id}`, { status: 'paid' });
  const commission = await agency.api.one<{ id: string }>(`commissions?sales_id=eq.${sale.id}&select=id`);
  return commission.id;
}

/** A US account that a payment file takes; the routing number's check digit is right. */
export const US_ACCOUNT = {
  kind: 'us',
  routing_number: '021000021',
  account_number: '123456613',
  account_type: 'checking',
};

interface Done {
  success: boolean;
  error: string | null;
}

/** Calls a function of payouts. @throws Error with why it was refused */
export async function payoutCall<T extends object>(api: Api, name: string, args: object): Promise<T & Done> {
  const done = await api.call<T & Done>(name, args);
  if (!done.success) throw new Error(`${name}: ${done.error}`);
  return done;
}

/** Pays one commission by itself, without a payout. */
export async function paySingle(api: Api, agentId: string, commissionId: string, amount: number) {
  await payoutCall(api, 'record_agent_payment', {
    commission_id: commissionId,
    agent_id: agentId,
    organization_id: (await api.one<{ organization_id: string }>(`commissions?id=eq.${commissionId}`))
      .organization_id,
    created_by: api.userId,
    amount,
    payment_date: new Date().toISOString().slice(0, 10),
    payment_method: 'check',
  });
}

/** Starts, approves and pays all that can be paid now. @returns the payout's id */
export async function payEverything(api: Api, name: string): Promise<string> {
  const today = new Date().toISOString().slice(0, 10);
  const { id } = await payoutCall<{ id: string }>(api, 'start_payout', { name, planned_on: today });
  const version = async () =>
    (await api.one<{ version: number }>(`payout_batches?id=eq.${id}&select=version`)).version;
  await payoutCall(api, 'approve_payout', { batch_id: id, expected_version: await version() });
  await payoutCall(api, 'pay_payout', {
    batch_id: id,
    expected_version: await version(),
    paid_on: today,
    reference: 'PAY-1',
    payment_key: crypto.randomUUID(),
  });
  return id;
}
