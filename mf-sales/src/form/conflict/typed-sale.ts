import { deriveCommission, sumsOfLines } from '@paperplane/shared/domain';
import type { AgentOption, SaleDetail, SalePayload } from '../../sale';
import type { Picked } from '../sale-values';

/** What was typed, as the sale it would become. */
export function typedSale(
  opened: SaleDetail,
  sent: SalePayload,
  picked: Picked,
  agents: readonly AgentOption[],
): SaleDetail {
  const { commissionBasis, totalAmount, commissionRate, commissionAmount } = sent;
  const { rate, amount } = deriveCommission(commissionBasis, totalAmount, commissionRate, commissionAmount);
  const customer = picked.customer ? { phone: null, ...picked.customer } : opened.customer;
  const agent = agents.find(({ id }) => id === sent.agentId) ?? opened.agent;
  return {
    ...opened,
    ...sent,
    lines: sent.lines ?? [],
    feeAmount: sumsOfLines(sent.lines ?? []).fee,
    customer,
    vendor: picked.vendor ?? opened.vendor,
    agent,
    travelers: [...picked.travelers],
    paymentPlan: sent.paymentPlan ?? [],
    group: picked.group,
    coSellers: sent.coSellers ?? [],
    commissionRate: rate,
    commissionAmount: amount,
  };
}
