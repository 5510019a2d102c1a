import { CopyButton } from '@paperplane/shared/records';
import { Button } from '@paperplane/shared/ui';
import type { ReactNode } from 'react';
import './once-card.css';

interface OnceCardProps {
  /** What it is: `Key`, `Secret` */
  what: string;
  /** Whose it is. */
  of: string;
  value: string;
  /** What it is good for, and what becomes of one that is lost. */
  children: ReactNode;
  onKept: () => void;
}

/** What was just made and is shown this once: it stands above the list until somebody says that it is kept. */
export function OnceCard({ what, of, value, children, onKept }: OnceCardProps) {
  const word = what.toLowerCase();
  return (
    <section className="pp-card once-card" aria-label={`New ${word}, shown once`}>
      <div className="pp-card-b">
        <div role="status">
          <h3>
            Copy the {word} of {of} now
          </h3>
          <p className="pp-muted">{children}</p>
        </div>
        <div className="once-card-value">
          <code>{value}</code>
          <CopyButton text={value} what={what} size="sm" />
          <Button variant="ghost" size="sm" onClick={onKept}>
            I have kept it
          </Button>
        </div>
      </div>
    </section>
  );
}
