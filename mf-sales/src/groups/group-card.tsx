import { displayMessage, formatMoneyExact, type SaleStatus } from '@paperplane/shared/domain';
import { Link, paths, useCurrentUser } from '@paperplane/shared/platform';
import { Calculation, Card, InlineError, SkeletonRows } from '@paperplane/shared/ui';
import type { SaleDetail } from '../sale';
import { Cabins, cabinsText, salesText } from './cabins';
import { useGetSaleGroupQuery } from './groups-api';

interface GroupCardProps {
  saleId: string;
  group: NonNullable<SaleDetail['group']>;
}

const boxOf = (status: SaleStatus | undefined) => (status === 'paid' || status === 'booked' ? status : null);

/** The group of a sale (docs/product/sales.md, Groups): how many sales the reader sees of it, and what they come to. */
export default function GroupCard({ saleId, group }: GroupCardProps) {
  const { currency } = useCurrentUser().organization;
  const { currentData, error, refetch } = useGetSaleGroupQuery(group.id);
  const figures = currentData?.figures;
  const to = paths.saleGroup.href(group.id);
  return (
    <Card
      title="Group"
      className="sale-group"
      action={
        <Link className="pp-link pp-sm" to={to} aria-label="Open group">
          Open
        </Link>
      }
    >
      <b className="pp-strong">{group.name}</b>
      {error && !figures ? (
        <InlineError message={displayMessage(error)} onRetry={() => void refetch()} />
      ) : !figures ? (
        <SkeletonRows rows={2} label="Loading group" />
      ) : (
        <>
          <p className="pp-muted pp-sm">{salesText(figures)}, this is one of them</p>
          <Cabins figures={figures} own={boxOf(currentData.sales.find(({ id }) => id === saleId)?.status)} />
          <p className="pp-muted pp-sm">{cabinsText(figures)}</p>
          <Calculation
            rows={[
              { label: 'Sales of the group', value: formatMoneyExact(figures.totalAmount, currency) },
              { label: 'Vendor owes in one sum', value: formatMoneyExact(figures.owedAmount, currency) },
            ]}
          />
        </>
      )}
    </Card>
  );
}
