import { useToast } from '@paperplane/shared/platform';
import { Button, Copy } from '@paperplane/shared/ui';
import type { ReactNode } from 'react';
import { copyText } from './copy-text';
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
  const toast = useToast();
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
          <Button
            variant="outline"
            size="sm"
            icon={<Copy className="pp-i pp-i-14" />}
            onClick={() => void copyText(toast, value, what)}
          >
            Copy
          </Button>
          <Button variant="ghost" size="sm" onClick={onKept}>
            I have kept it
          </Button>
        </div>
      </div>
    </section>
  );
}
