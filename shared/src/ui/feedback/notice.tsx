import type { ReactNode } from 'react';
import { Info, Lock } from '../base/icons';

/** A quiet note inside a card: why fields are locked, or that a step is final. */
export function Notice({ kind = 'locked', children }: { kind?: 'locked' | 'info'; children: ReactNode }) {
  return (
    <div className="pp-note">
      {kind === 'locked' ? <Lock className="pp-i" /> : <Info className="pp-i" />}
      <span>{children}</span>
    </div>
  );
}
