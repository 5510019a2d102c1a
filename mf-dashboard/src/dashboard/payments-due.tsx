import { SkeletonRows, useLazy, Card } from '@paperplane/shared/ui';
import { useEffect, useEffectEvent } from 'react';
import { hasFailed } from './dashboard';
import type { FiguresProps } from './performance';

const load = () => import(/* webpackChunkName: "payments-due" */ './payments-due-card');

function Due({ dashboard, currency }: Pick<FiguresProps, 'dashboard' | 'currency'>) {
  const { part, failed, fetch } = useLazy(load);
  const begin = useEffectEvent(() => void fetch());
  useEffect(() => begin(), []);
  const due = dashboard?.paymentsDue;
  if (!due || hasFailed(due) || failed) return null;
  return (
    <div className="pp-section">
      {part ? (
        <part.PaymentsDueCard due={due} currency={currency} />
      ) : (
        <Card title="Payments due" padded={false}>
          <SkeletonRows rows={due.rows.length} label="Loading payments due" />
        </Card>
      )}
    </div>
  );
}

/** What customers are to pay soon or should have paid; its code comes with the first payment that is due. */
export function PaymentsDue({ dashboard, currency }: Pick<FiguresProps, 'dashboard' | 'currency'>) {
  const due = dashboard?.paymentsDue;
  return due && !hasFailed(due) ? <Due dashboard={dashboard} currency={currency} /> : null;
}
