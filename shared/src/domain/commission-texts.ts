import type { CommissionStatus, SaleStatus } from './statuses';

/**
 * What is said about the money of a commission, everywhere in the same words (docs/product/commissions.md, When is commission received): a paid
 * sale says that the customer paid; that the vendor paid is said only of a commission with a receipt.
 */
export interface CommissionMoney {
  status: CommissionStatus;
  saleStatus: SaleStatus | null | undefined;
  vendorName: string | null | undefined;
  /** The day of the verified receipt, as it is shown; null where there is none. */
  receivedDay: string | null;
}

const vendor = ({ vendorName }: Pick<CommissionMoney, 'vendorName'>) => vendorName ?? 'the vendor';

/** "Received Nov 20 from Northwind Rail". Only for a commission with a receipt. */
export const receiptText = (money: Pick<CommissionMoney, 'vendorName'>, receivedDay: string): string =>
  `Received ${receivedDay} from ${vendor(money)}`;

/** The customer paid the sale: one of three facts about money, each with a word of its own. */
export const CUSTOMER_PAID = 'Customer paid';

/** What is said of a commission that no receipt covers. */
export const NOT_RECEIVED = 'Not received from vendor';

/** Whether the vendor paid the commission, by a receipt: "Vendor paid Nov 20". */
export const vendorNote = ({ receivedDay }: Pick<CommissionMoney, 'receivedDay'>): string =>
  receivedDay ? `Vendor paid ${receivedDay}` : NOT_RECEIVED;

/** Beside Funds received on a route, the two facts that it may mean: who of customer and vendor has paid. */
export const fundsNote = (money: CommissionMoney): string =>
  money.saleStatus === 'paid' ? `${CUSTOMER_PAID} · ${vendorNote(money)}` : vendorNote(money);

/** Why a commission counts as Funds received. */
export function fundsReason(money: CommissionMoney): string {
  if (money.receivedDay) return receiptText(money, money.receivedDay);
  return money.saleStatus === 'paid' ? 'The customer paid' : 'Marked as funds received';
}

/** What a route says of a commission that was cancelled while its sale was not. */
export const COMMISSION_CANCELLED = 'Commission cancelled';

/** What a cancelled commission means; with its sale or alone. */
export const cancelledText = (saleStatus: SaleStatus | null | undefined): string =>
  saleStatus === 'cancelled'
    ? 'The commission was cancelled with the sale, so nothing is paid to the agent.'
    : 'The commission was cancelled alone: the sale stands, and nothing is paid to the agent.';

/** Toward the agent's payment: what has happened and what is next. @param payee whom an admin pays, null for the agent's own page */
export function payoutNext(money: CommissionMoney, payee: string | null): string {
  if (money.status === 'cancelled') return cancelledText(money.saleStatus);
  if (money.status === 'unpaid')
    return money.saleStatus === 'paid'
      ? `The agent can be paid once ${vendor(money)} has paid the commission.`
      : 'The agent is paid once the customer has paid the sale.';
  const reason = `${fundsReason(money)}.`;
  if (money.saleStatus !== 'paid')
    return `${reason} The agent can be paid once the customer has paid this sale.`;
  return payee
    ? `${reason} Record the payment once you have paid ${payee}.`
    : `${reason} Your agency records the payment here.`;
}
