import { Button, Dialog, Notice } from '@paperplane/shared/ui';
import { MOST_ROWS } from './use-file-export';

interface ExportProgressProps {
  done: number;
  /** Of how many. */
  count: number;
  onCancel: () => void;
}

/** How far an export is; it can be cancelled. */
export function ExportProgress({ done, count, onCancel }: ExportProgressProps) {
  const total = Math.min(count, MOST_ROWS);
  return (
    <Dialog
      title="Exporting"
      onCloseRequest={onCancel}
      footer={
        <Button variant="outline" onClick={onCancel}>
          Cancel
        </Button>
      }
    >
      <p role="status">
        {done.toLocaleString('en-US')} of {total.toLocaleString('en-US')} rows
      </p>
      <progress className="report-progress" max={total} value={done} aria-label="Rows exported" />
      {count > MOST_ROWS && (
        <Notice kind="info">
          The latest {MOST_ROWS.toLocaleString('en-US')} rows fit into one file. Choose a shorter range for
          the others.
        </Notice>
      )}
    </Dialog>
  );
}
