import { actName, formatCount } from '@paperplane/shared/domain';
import { Button, IconButton, X } from '@paperplane/shared/ui';
import type { BankRow } from '../bank-types';
import { signedMoney } from '../parts/bank-words';
import { rowFacts } from '../parts/row-facts';
import './bulk-bar.css';

interface BulkBarProps {
  rows: readonly BankRow[];
  sum: number;
  currency: string;
  busy: boolean;
  onAccept: () => void;
  onSetAside: () => void;
  onClear: () => void;
}

/** What of a selection is acceptable as it is: suggested, and not merely possible. */
export const acceptableOf = (rows: readonly BankRow[]): BankRow[] =>
  rows.filter(({ status, suggestion }) => status === 'suggested' && suggestion?.acceptable);

function hintOf(rows: readonly BankRow[], acceptable: number): string {
  if (rows.every(({ group }) => group === 'certain')) return 'all certain';
  if (acceptable === 0) return 'none can be accepted as it is';
  return acceptable === rows.length
    ? 'all can be accepted'
    : `${formatCount(acceptable)} of them can be accepted`;
}

/** Count and sum of what is selected, and what can be done with it. */
export function BulkBar({ rows, sum, currency, busy, onAccept, onSetAside, onClear }: BulkBarProps) {
  const accepted = acceptableOf(rows);
  const acceptable = accepted.length;
  return (
    <div className="bank-bulk">
      <div className="bar" role="region" aria-label="Selection">
        <b role="status">
          {formatCount(rows.length)} selected <span className="sum">{signedMoney(sum, currency)}</span>
        </b>
        <span className="hint">{hintOf(rows, acceptable)}</span>
        {acceptable > 0 && (
          <Button
            size="sm"
            loading={busy}
            aria-label={actName(`Accept ${formatCount(acceptable)}`, rowFacts(accepted, currency))}
            onClick={onAccept}
          >
            Accept {formatCount(acceptable)}{' '}
            <kbd className="pp-kbd only-d" aria-hidden="true">
              A
            </kbd>
          </Button>
        )}
        <Button
          size="sm"
          variant="outline"
          className="onbar"
          disabled={busy}
          aria-label={actName('Set aside', rowFacts(rows, currency))}
          onClick={onSetAside}
        >
          Set aside{' '}
          <kbd className="pp-kbd only-d" aria-hidden="true">
            S
          </kbd>
        </Button>
        <IconButton size="sm" label="Clear selection" title="Clear (Esc)" onClick={onClear}>
          <X className="pp-i" />
        </IconButton>
      </div>
    </div>
  );
}
