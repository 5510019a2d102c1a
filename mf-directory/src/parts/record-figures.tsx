import { displayMessage } from '@paperplane/shared/domain';
import { Card, InlineError, Skeleton, type Figure } from '@paperplane/shared/ui';
import './record.css';

export interface RecordFiguresProps {
  /** Names the card for screen readers. */
  label: string;
  /** A value that is not there yet is `undefined` and shows as a gray bar. */
  items: readonly Figure[];
  error?: unknown;
  onRetry: () => void;
}

/** The figures of a record in one row, two by two on a phone. */
export function RecordFigures({ label, items, error, onRetry }: RecordFiguresProps) {
  return (
    <Card padded={false} label={label}>
      {error ? (
        <InlineError message={`Totals did not load. ${displayMessage(error)}`} onRetry={onRetry} />
      ) : (
        <dl className="record-figs">
          {items.map((item) => (
            <div key={item.label}>
              <dt>{item.label}</dt>
              <dd>{item.value === undefined ? <Skeleton width={84} height={18} /> : item.value}</dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  );
}
