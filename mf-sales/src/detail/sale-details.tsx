import { displayMessage, today } from '@paperplane/shared/domain';
import { Link, useAuth, useCurrentUser, useDraft } from '@paperplane/shared/platform';
import { HistoryCard, PageHead, StatusHelpDialog, StatusPill } from '@paperplane/shared/ui';
import { useState } from 'react';
import type { SaleDetail, SaleHistory } from '../sale';
import { saleName } from '../sale-name';
import { SALE_PAGE } from '../sale-page';
import { BookingCard } from './booking-card';
import { CommissionCard } from './commission-card';
import { historyItems } from './history-items';
import { MoveDialog } from './move-dialog';
import { routeSteps } from './route-steps';
import { SaleActions } from './sale-actions';
import { SaleHero } from './sale-hero';
import { readMove, type TypedMove } from './typed-move';
import './sale-detail.css';

interface SaleDetailsProps {
  sale: SaleDetail;
  /** The history, in whatever state it is: `undefined` while it is on its way. */
  story: { history: SaleHistory | undefined; error: unknown; onRetry: () => void };
  /** It is being asked for again. */
  busy: boolean;
}

/** A sale that is there: what it is, where it stands, what happened, and what can be done with it. */
export function SaleDetails({ sale, story, busy }: SaleDetailsProps) {
  const { history, error, onRetry } = story;
  const { isAdmin } = useAuth();
  const { timeZone } = useCurrentUser().organization;
  const draft = useDraft(`sale-move.${sale.id}`);
  // Back from a session that ended over an open question: it is asked again, with what was typed.
  const [move, setMove] = useState<TypedMove | null>(() => readMove(draft));
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
            onMove={(to) => to !== 'booked' && setMove({ to, note: '' })}
            onHelp={() => setHelp('sale')}
          />
        }
      />
      <SaleHero
        sale={sale}
        steps={routeSteps(sale, { history: history?.entries, timeZone, isAdmin })}
        today={today(timeZone)}
      />
      <div className="pp-grid sale-grid">
        <div className="c8 pp-stack">
          <BookingCard sale={sale} isAdmin={isAdmin} />
        </div>
        <div className="c4 pp-stack">
          <CommissionCard sale={sale} isAdmin={isAdmin} onHelp={() => setHelp('commission')} />
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
      {move && <MoveDialog sale={sale} move={move} draft={draft} onClose={() => setMove(null)} />}
      {help && <StatusHelpDialog kind={help} onClose={() => setHelp(null)} />}
    </>
  );
}
