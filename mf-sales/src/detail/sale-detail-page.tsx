import { displayMessage, today, type SaleStatus } from '@paperplane/shared/domain';
import { Link, paths, useAuth, useCurrentUser, useParams } from '@paperplane/shared/platform';
import {
  Card,
  ErrorState,
  PageHead,
  SkeletonDetail,
  StatusHelpDialog,
  StatusPill,
  useSkeleton,
  useTabTitle,
} from '@paperplane/shared/ui';
import { useState } from 'react';
import { useGetSaleHistoryQuery, useGetSaleQuery } from '../sale-detail-api';
import { saleName } from '../sale-name';
import { isSaleId, SaleNotFound } from '../sale-not-found';
import { BookingCard } from './booking-card';
import { CommissionCard } from './commission-card';
import { HistoryCard } from './history-card';
import { MoveDialog } from './move-dialog';
import { routeSteps } from './route-steps';
import { SaleActions } from './sale-actions';
import { SaleHero } from './sale-hero';
import './sale-detail.css';

const back = { to: paths.sales.href(), label: 'Sales' };

/** Sale details (spec section 2, /sales/{id}): sale and history come in one wave of two requests. */
export default function SaleDetailPage() {
  const { id = '' } = useParams();
  const { isAdmin } = useAuth();
  const { timeZone } = useCurrentUser().organization;
  const skip = !isSaleId(id);
  const { currentData: sale, error, isFetching, refetch } = useGetSaleQuery(id, { skip });
  const history = useGetSaleHistoryQuery(id, { skip });
  const [moveTo, setMoveTo] = useState<Exclude<SaleStatus, 'booked'> | null>(null);
  const skeleton = useSkeleton(sale === undefined && !error);
  const [help, setHelp] = useState<'sale' | 'commission' | null>(null);
  useTabTitle(sale && saleName(sale));

  if (skip || sale === null) return <SaleNotFound />;
  if (!sale || skeleton) {
    return (
      <main id="main" className="pp-page">
        <PageHead title="Sale details" back={back} link={Link} />
        {error ? (
          <Card padded={false} label="Sale">
            <ErrorState
              title="The sale did not load"
              message={displayMessage(error)}
              onRetry={() => {
                void refetch();
                void history.refetch();
              }}
              retrying={isFetching}
            />
          </Card>
        ) : (
          skeleton && <SkeletonDetail label="Loading sale" />
        )}
      </main>
    );
  }
  return (
    <main id="main" className="pp-page">
      <PageHead
        title={saleName(sale)}
        status={<StatusPill status={sale.status} />}
        back={back}
        link={Link}
        busy={isFetching}
        actions={
          <SaleActions
            sale={sale}
            onMove={(to) => to !== 'booked' && setMoveTo(to)}
            onHelp={() => setHelp('sale')}
          />
        }
      />
      <SaleHero
        sale={sale}
        steps={routeSteps(sale, { history: history.currentData?.entries, timeZone, isAdmin })}
        today={today(timeZone)}
      />
      <div className="pp-grid sale-grid">
        <div className="c8 pp-stack">
          <BookingCard sale={sale} isAdmin={isAdmin} />
        </div>
        <div className="c4 pp-stack">
          <CommissionCard sale={sale} isAdmin={isAdmin} onHelp={() => setHelp('commission')} />
          <HistoryCard
            history={history.currentData}
            currency={sale.currency}
            error={history.error}
            onRetry={() => void history.refetch()}
            timeZone={timeZone}
          />
        </div>
      </div>
      {moveTo && <MoveDialog sale={sale} to={moveTo} onClose={() => setMoveTo(null)} />}
      {help && <StatusHelpDialog kind={help} onClose={() => setHelp(null)} />}
    </main>
  );
}
