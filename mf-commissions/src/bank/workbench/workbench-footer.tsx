import { Button, CircleQuestionMark, IconButton, SEND_KEYS } from '@paperplane/shared/ui';
import { KeysLine } from '../parts/keys-help';

interface WorkbenchFooterProps {
  /** How many suggestions have a key. */
  suggestions: number;
  /** "Match $7,464.10". */
  label: string;
  /** The same with whose money it is and when; begins with the label. */
  name: string;
  /** Why it cannot be matched. */
  why: string | null;
  disabled: boolean;
  busy: boolean;
  onMatch: () => void;
  onSetAside: (() => void) | undefined;
  onKeys: () => void;
}

/** The foot of the workbench: keys, what is in the way, and the one thing to do. */
export function WorkbenchFooter(props: WorkbenchFooterProps) {
  const { suggestions, label, name, why, disabled, busy, onMatch, onSetAside, onKeys } = props;
  return (
    <footer className="wb-act">
      <KeysLine
        keys={[
          { keys: ['↑', '↓'], does: 'lines' },
          { keys: ['/'], does: 'find' },
          ...(suggestions > 1 ? [{ keys: ['1', '2', '3'].slice(0, suggestions), does: 'suggestions' }] : []),
          { keys: ['F'], does: 'fee' },
          { keys: ['U'], does: 'unclaimed' },
          { keys: ['Z'], does: 'undo' },
        ]}
      />
      <IconButton label="All keys" title="All keys (?)" size="sm" className="only-d wb-help" onClick={onKeys}>
        <CircleQuestionMark className="pp-i" />
      </IconButton>
      <span className="why" role="status">
        {why}
      </span>
      {onSetAside && (
        <Button
          variant="ghost"
          onClick={onSetAside}
          iconAfter={
            <kbd className="pp-kbd only-d" aria-hidden="true">
              S
            </kbd>
          }
        >
          Set aside
        </Button>
      )}
      <Button
        onClick={onMatch}
        aria-label={name}
        loading={busy}
        disabled={disabled}
        iconAfter={
          disabled ? undefined : (
            <kbd className="pp-kbd only-d" aria-hidden="true">
              {SEND_KEYS}
            </kbd>
          )
        }
      >
        {label}
      </Button>
    </footer>
  );
}
