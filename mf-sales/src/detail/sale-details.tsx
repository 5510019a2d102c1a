import { displayMessage, today } from '@paperplane/shared/domain';
import { Link, Slot, useAuth, useCurrentUser, useDraft } from '@paperplane/shared/platform';
import { HistoryCard, PageHead, StatusHelpDialog, StatusPill } from '@paperplane/shared/ui';
import { useState } from 'react';
import type { SaleDetail, SaleHistory } from '../sale';
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
import './sale-detail.css';

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
            onHelp={() => setHelp('sale')}
          />
        }
      />
      <SaleHero
        sale={sale}
        isAdmin={isAdmin}
        steps={routeSteps(sale, { history, timeZone, isAdmin })}
        today={today(timeZone)}
      />
      <div className="pp-grid sale-grid">
        <div className="c8 pp-stack">
          <BookingCard sale={sale} isAdmin={isAdmin} />
          <Slot name="record" place="main" type="sale" id={sale.id} />
        </div>
        <div className="c4 pp-stack">
          <CommissionCard sale={sale} isAdmin={isAdmin} onHelp={() => setHelp('commission')} />
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
