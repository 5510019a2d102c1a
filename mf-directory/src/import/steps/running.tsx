import { formatCount, plural } from '@paperplane/shared/domain';
import { Button, Card } from '@paperplane/shared/ui';
import type { Stage } from '../use-import';

type RunningProps = Extract<Stage, { step: 'run' }> & { noun: string; onCancel: () => void };

/** How far the import is, and the way to stop it: what has come in stays, and can be undone. */
export function Running({ file, progress, stopping, noun, onCancel }: RunningProps) {
  const { done, total, added } = progress;
  return (
    <Card
      title={stopping ? 'Stopping' : 'Importing'}
      footer={
        <>
          <span className="import-note">Keep this page open.</span>
          <Button variant="outline" onClick={onCancel} loading={stopping}>
            Cancel import
          </Button>
        </>
      }
    >
      <div className="import-progress">
        <p>
          <b>{file.name}</b>
          <span>
            {formatCount(done)} of {formatCount(total)} rows
          </span>
        </p>
        <progress aria-label="Import" max={total} value={done} />
        <p role="status">{plural(added, noun)} added</p>
      </div>
    </Card>
  );
}
