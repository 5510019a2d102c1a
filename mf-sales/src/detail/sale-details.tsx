import { today } from '@paperplane/shared/domain';
import { Link, paths, useAuth, useCurrentUser, useDraft } from '@paperplane/shared/platform';
import { PageHead, StatusHelpDialog, StatusPill } from '@paperplane/shared/ui';
import { useState } from 'react';
import type { SaleDetail } from '../sale';
import { saleName } from '../sale-name';
import { BookingCard } from './booking-card';
import { CommissionCard } from './commission-card';
import { HistoryCard, type HistoryAnswer } from './history-card';
import { StatusDialog } from './status-dialog';
import { routeSteps } from './route-steps';
import { SaleActions } from './sale-actions';
import { SaleHero } from './sale-hero';
import { readStatusDraft, type StatusDraft } from './status-draft';
import './sale-detail.css';

/** Where the page leads back to. */
export const backToSales = { to: paths.sales.href(), label: 'Sales' };

interface SaleDetailsProps {
  sale: SaleDetail;
  historyProps: HistoryAnswer;
  /** It is being asked for again. */
  busy: boolean;
}

/** A sale that is there: what it is, where it stands, what happened, and what can be done with it. */
export function SaleDetails({ sale, historyProps, busy }: SaleDetailsProps) {
  const { isAdmin } = useAuth();
  const { timeZone } = useCurrentUser().organization;
  const draft = useDraft(`sale-move.${sale.id}`);
  // Back from a session that ended over an open question: it is asked again, with what was typed.
  const [statusChange, setStatusChange] = useState<StatusDraft | null>(() => readStatusDraft(draft));
  const [help, setHelp] = useState<'sale' | 'commission' | null>(null);

  return (
    <main id="main" className="pp-page">
      <PageHead
        title={saleName(sale)}
        status={<StatusPill status={sale.status} />}
        back={backToSales}
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
        steps={routeSteps(sale, { history: historyProps.history?.entries, timeZone, isAdmin })}
        today={today(timeZone)}
      />
      <div className="pp-grid sale-grid">
        <div className="c8 pp-stack">
          <BookingCard sale={sale} isAdmin={isAdmin} />
        </div>
        <div className="c4 pp-stack">
          <CommissionCard sale={sale} isAdmin={isAdmin} onHelp={() => setHelp('commission')} />
          <HistoryCard {...historyProps} currency={sale.currency} timeZone={timeZone} />
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
      {help && <StatusHelpDialog kind={help} onClose={() => setHelp(null)} />}
    </main>
  );
}
