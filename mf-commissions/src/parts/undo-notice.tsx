import { Button, Toast } from '@paperplane/shared/ui';
import { useEffect, useEffectEvent, type ReactNode } from 'react';
import './undo-notice.css';

/** How long the message stays, in milliseconds. */
const STAYS = 10_000;

interface UndoNoticeProps {
  /** What was done. */
  text: string;
  busy: boolean;
  onUndo: () => void;
  onDismiss: () => void;
  /** What else can be made of it. */
  more?: ReactNode;
}

/** What was just done on a page, with its way back. It goes by itself; give it a key of its own for each act. */
export function UndoNotice({ text, busy, onUndo, onDismiss, more }: UndoNoticeProps) {
  const dismiss = useEffectEvent(onDismiss);
  useEffect(() => {
    const timer = setTimeout(() => dismiss(), STAYS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="undo-notice">
      <Toast
        title={text}
        onDismiss={onDismiss}
        action={
          <>
            <Button variant="outline" size="sm" loading={busy} aria-label={`Undo: ${text}`} onClick={onUndo}>
              Undo
            </Button>
            {more}
          </>
        }
      />
    </div>
  );
}
