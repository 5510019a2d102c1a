import { statusLabel, type AnyStatus } from '../../domain/statuses';
import { IconButton } from '../actions/icon-button';
import { CircleQuestionMark } from '../base/icons';
import { StatusPill } from './status-pill';

/** A status beside a button that asks what it means. */
export function StatusWithHelp({ status, onHelp }: { status: AnyStatus; onHelp: () => void }) {
  return (
    <span className="pp-row">
      <StatusPill status={status} size="lg" />
      <IconButton
        size="sm"
        label={`What does ${statusLabel(status)} mean?`}
        aria-haspopup="dialog"
        onClick={onHelp}
      >
        <CircleQuestionMark className="pp-i" />
      </IconButton>
    </span>
  );
}
