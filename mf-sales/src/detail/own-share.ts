import { useGetSaleSharesQuery } from '../sale-detail-api';

/**
 * What the reader, who is no admin, gets of a sale that is divided: what their row of the shares comes to, with their part of the
 * service fee. Overrides and corrections stand beside it (docs/product/agreements.md, Overrides).
 * @param agentAmount their share of the commission, which stands alone until the rows are there
 */
export function useOwnShare(saleId: string, agentAmount: number, skip = false) {
  const { data } = useGetSaleSharesQuery(saleId, { skip });
  // Of others the reader knows no amount.
  const own = data?.shares.find(({ amount }) => amount !== null);
  return {
    title: own?.fee ? 'Your share of commission and fee' : 'Your share of the commission',
    amount: own?.total ?? agentAmount,
  };
}
