import { displayMessage, formatDate, formatMoneyExact, statusLabel, today } from '@paperplane/shared/domain';
import { Link, Slot, useAuth, useCurrentUser, useDraft } from '@paperplane/shared/platform';
import { HistoryCard, Notice, PageHead, StatusHelpDialog, StatusPill } from '@paperplane/shared/ui';
import { lazy, Suspense, useState } from 'react';
import { isDivided, type SaleDetail, type SaleHistory } from '../sale';
import { useGetSaleSharesQuery } from '../sale-detail-api';
import { saleName } from '../sale-name';
import { SALE_PAGE } from '../sale-page';
import { BookingCard } from './booking-card';
import { CommissionCard } from './commission-card';
import { historyItems } from './history-items';
import { StatusDialog } from './status-dialog';
import { routeSteps } from './route-steps';
import { SaleActions } from './sale-actions';
import { SaleHero } from './sale-hero';
import { readStatusDraft, type StatusDraft } from './status-draft';
import { CustomerPays, useCustomerPays } from './customer-pays';
import './sale-detail.css';

const LinesCard = lazy(() => import(/* webpackChunkName: "sale-agreed" */ './lines-card'));
const GroupCard = lazy(() => import(/* webpackChunkName: "sale-agreed" */ '../groups/group-card'));

/** What the vendor still pays for a cancelled sale. */
function PenaltyNote({
  penalty: { amount, dueOn, status },
  sale: { vendor, currency },
}: {
  penalty: NonNullable<SaleHistory['penalty']>;
  sale: SaleDetail;
}) {
  const by = dueOn ? ` by ${formatDate(dueOn)}` : '';
  return (
    <div className="sale-grid">
      <Notice kind="info">
        {vendor.name} still pays {formatMoneyExact(amount, currency)} after the cancellation{by}:{' '}
        {statusLabel(status).toLowerCase()}.
      </Notice>
    </div>
  );
}

interface SaleDetailsProps {
  sale: SaleDetail;
  /** The history, in whatever state it is: `undefined` while it is on its way. */
  historyProps: { history: SaleHistory | undefined; error: unknown; onRetry: () => void };
  /** It is being asked for again. */
  busy: boolean;
}

/** A sale that is there: what it is, where it stands, what happened, and what can be done with it. */
export function SaleDetails({ sale, historyProps, busy }: SaleDetailsProps) {
  const { history, error, onRetry } = historyProps;
  const { isAdmin } = useAuth();
  const { timeZone, receivedOn } = useCurrentUser().organization;
  const draft = useDraft(`sale-move.${sale.id}`);
  // Back from a session that ended over an open question: it is asked again, with what was typed.
  const [statusChange, setStatusChange] = useState<StatusDraft | null>(() => readStatusDraft(draft));
  const pays = useCustomerPays(sale);
  const { data: shares } = useGetSaleSharesQuery(sale.id, { skip: !isDivided(sale) });
  const [help, setHelp] = useState<'sale' | 'commission' | null>(null);

  return (
    <>
      <PageHead
        title={saleName(sale)}
        status={<StatusPill status={sale.status} />}
        back={SALE_PAGE.back}
        link={Link}
        busy={busy}
        actions={
          <SaleActions
            sale={sale}
            onStatusChange={(to) => to !== 'booked' && setStatusChange({ to, note: '' })}
            onRecordPayment={pays.record}
            onHelp={() => setHelp('sale')}
          />
        }
      />
      <SaleHero
        sale={sale}
        isAdmin={isAdmin}
        steps={routeSteps(sale, { history, timeZone, isAdmin, shares })}
        today={today(timeZone)}
      />
      {history?.penalty && <PenaltyNote penalty={history.penalty} sale={sale} />}
      <div className="pp-grid sale-grid">
        <div className="c8 pp-stack">
          {sale.lines.length > 0 && (
            <Suspense>
              <LinesCard sale={sale} />
            </Suspense>
          )}
          {pays.isShown && <CustomerPays saleId={sale.id} onRecord={pays.record} onUndo={pays.undo} />}
          <BookingCard sale={sale} isAdmin={isAdmin} />
          <Slot name="record" place="main" type="sale" id={sale.id} />
        </div>
        <div className="c4 pp-stack">
          <CommissionCard sale={sale} isAdmin={isAdmin} onHelp={() => setHelp('commission')} />
          {sale.group && (
            <Suspense>
              <GroupCard saleId={sale.id} group={sale.group} />
            </Suspense>
          )}
          <Slot name="record" place="side" type="sale" id={sale.id} />
          <HistoryCard
            className="sale-history"
            items={history && historyItems(history, sale.currency, timeZone)}
            failed={Boolean(error)}
            failedText="History did not load."
            failedNote={displayMessage(error)}
            onRetry={onRetry}
          />
        </div>
      </div>
      {pays.dialog}
      {statusChange && (
        <StatusDialog
          sale={sale}
          statusChange={statusChange}
          draft={draft}
          onClose={() => setStatusChange(null)}
        />
      )}
      {help && <StatusHelpDialog kind={help} receivedOn={receivedOn} onClose={() => setHelp(null)} />}
    </>
  );
}
