import { useToast } from '@paperplane/shared/platform';
import { Button, Copy } from '@paperplane/shared/ui';
import { copyText } from './copy-text';

interface OnceCardProps {
  name: string;
  value: string;
  onKept: () => void;
}

/** A key that was just made: shown until somebody says that it is kept. */
export function OnceCard({ name, value, onKept }: OnceCardProps) {
  const toast = useToast();
  return (
    <section className="pp-card keys-once" aria-label="New key, shown once">
      <div className="pp-card-b">
        <div role="status">
          <h3>Copy the key of {name} now</h3>
          <p className="pp-muted">It is shown once and kept as a hash. Lost means revoked and made anew.</p>
        </div>
        <div className="keys-once-key">
          <code>{value}</code>
          <Button
            variant="outline"
            size="sm"
            icon={<Copy className="pp-i pp-i-14" />}
            onClick={() => void copyText(toast, value, 'Key')}
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
