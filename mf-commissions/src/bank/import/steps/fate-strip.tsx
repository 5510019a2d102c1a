import { formatCount, plural } from '@paperplane/shared/domain';
import { Scale, Spinner, StatusGlyph } from '@paperplane/shared/ui';
import '../../../parts/strip.css';
import type { FateName } from '../preview-rows';

interface FateStripProps {
  figures: Readonly<Record<FateName, number>>;
  /** What the new lines move. */
  money: string;
  balances: { addsUp: boolean; title: string; detail: string } | null;
  /** The database has not said yet what is here. */
  waits: boolean;
}

/** What Import does, in four figures. */
export function FateStrip({ figures, money, balances, waits }: FateStripProps) {
  const counted = (count: number) =>
    waits ? <Spinner size="sm" label="Comparing" /> : plural(count, 'line');
  return (
    <dl className="pp-card strip" aria-label="What Import does">
      <div>
        <dt className="bank-new">
          <StatusGlyph status="booked" /> New
        </dt>
        <dd>
          <b>{counted(figures.new)}</b>
          <small>{waits ? ' ' : money}</small>
        </dd>
      </div>
      <div>
        <dt className="bank-here">
          <StatusGlyph status="paid" /> Already here
        </dt>
        <dd>
          <b>{counted(figures.here)}</b>
          <small>Left alone</small>
        </dd>
      </div>
      <div>
        <dt className="bank-broken">
          <StatusGlyph status="cancelled" /> Broken
        </dt>
        <dd>
          <b>{plural(figures.broken, 'line')}</b>
          <small>
            {figures.broken > 0
              ? 'Left out until corrected'
              : `None of ${formatCount(figures.new + figures.here)}`}
          </small>
        </dd>
      </div>
      <div>
        <dt>
          <Scale className="pp-i" /> Balances in the file
        </dt>
        <dd>
          <b className={balances ? (balances.addsUp ? 'ok' : 'wrong') : undefined}>
            {balances?.title ?? 'None'}
          </b>
          <small>{balances?.detail ?? 'Nothing to check'}</small>
        </dd>
      </div>
    </dl>
  );
}
