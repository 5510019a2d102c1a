import { Button } from '@paperplane/shared/ui';
import { sizeText } from '../document';
import type { UploadState } from './use-upload';

interface UploadProgressProps {
  /** Of the file. */
  name: string;
  size: number;
  state: UploadState;
  onRetry: () => void;
}

/** How far a file is, and how to go on where it stopped. */
export function UploadProgress({ name, size, state, onRetry }: UploadProgressProps) {
  const failed = state.status === 'failed';
  return (
    <div className="doc-progress">
      <progress aria-label={name} max={size} value={state.sent} />
      <p className="pp-muted pp-sm" role="status">
        {sizeText(state.sent)} of {sizeText(size)}
      </p>
      {failed && (
        <p className="doc-stopped" role="alert">
          <span>{state.error}</span>
          <Button variant="outline" size="sm" onClick={onRetry}>
            Continue
          </Button>
        </p>
      )}
    </div>
  );
}
