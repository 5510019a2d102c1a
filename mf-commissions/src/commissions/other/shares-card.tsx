import { formatMoneyExact, plural, sumAmounts } from '@paperplane/shared/domain';
import { useAuth, useCurrentUser } from '@paperplane/shared/platform';
import { Card } from '@paperplane/shared/ui';
import type { CommissionDeposit } from '../commission-types';
import { useGetCommissionSharesQuery } from './other-api';
import { ShareRows } from './share-rows';

interface SharesCardProps {
  commissionId: string;
  /** Its money is here. */
  canPay: boolean;
  /** What the bank says of the commission. */
  deposits: readonly CommissionDeposit[];
}

/** Who has a part of a commission beside its seller; nothing of one that is not divided. */
export default function SharesCard({ commissionId, canPay, deposits }: SharesCardProps) {
  const { isAdmin } = useAuth();
  const { currency } = useCurrentUser().organization;
  const { data: shares = [] } = useGetCommissionSharesQuery(commissionId);
  if (shares.length === 0) return null;
  const beside = shares.some(({ role }) => role !== 'tier_correction');
  const sum = sumAmounts(shares.map(({ agentAmount }) => ({ amount: agentAmount })));
  return (
    <Card
      title={`${beside ? `${plural(shares.length, 'share')} beside the seller’s` : 'Corrected by tier'}, ${formatMoneyExact(sum, currency)}`}
      padded={false}
    >
      <ShareRows {...{ shares, commissionId, deposits }} canPay={isAdmin && canPay} />
    </Card>
  );
}
