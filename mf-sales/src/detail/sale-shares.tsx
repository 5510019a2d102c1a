import { InlineError, SkeletonRows, useLazy } from '@paperplane/shared/ui';
import { useEffect, useEffectEvent } from 'react';
import type { Sale } from '../sale';

const load = () => import(/* webpackChunkName: "sale-shares-list" */ './sale-shares-list');

/** Each one's share of a sale with co-sellers, whose code and figures come with the first such sale. */
export function SaleShares({ sale }: { sale: Pick<Sale, 'id' | 'currency'> }) {
  const { part, failed, fetch } = useLazy(load);
  const begin = useEffectEvent(() => void fetch());
  useEffect(() => begin(), []);
  if (part) return <part.default sale={sale} />;
  return failed ? (
    <InlineError message="The shares did not load." onRetry={() => void fetch()} />
  ) : (
    <SkeletonRows rows={2} label="Loading shares" />
  );
}
