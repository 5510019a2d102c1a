import { useToast } from '@paperplane/shared/platform';
import { Button, Copy } from '@paperplane/shared/ui';

/** A secret that is shown this once, and whose it is. */
export interface ShownSecret {
  host: string;
  secret: string;
}

/** Stands above the list until somebody says that it is kept. */
export function SecretCard({
  secret: { host, secret },
  onKept,
}: {
  secret: ShownSecret;
  onKept: () => void;
}) {
  const toast = useToast();
  async function copy() {
    try {
      await navigator.clipboard.writeText(secret);
      toast.success('Secret copied');
    } catch {
      // No clipboard without a secure connection, or without permission.
      toast.error('The secret was not copied', 'Select it and copy it by hand.');
    }
  }
  return (
    <section className="pp-card webhook-secret" aria-label="New secret, shown once">
      <div className="pp-card-b">
        <div role="status">
          <h3>Copy the secret of {host} now</h3>
          <p className="pp-muted">
            It is shown once. The program checks with it that what it is told comes from here. Lost means
            rotated.
          </p>
        </div>
        <div className="webhook-secret-box">
          <code>{secret}</code>
          <Button
            variant="outline"
            size="sm"
            icon={<Copy className="pp-i pp-i-14" />}
            onClick={() => void copy()}
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
