import { formatDateTime } from '@paperplane/shared/domain';
import { Button, InlineBanner } from '@paperplane/shared/ui';

interface DraftBannerProps {
  /** ISO moment. */
  savedAt: string;
  timeZone: string;
  /** Somebody has saved the sale since. */
  outdated: boolean;
  onDiscard: () => void;
}

/** Says that what stands in the form was typed earlier, and how to be rid of it. */
export function DraftBanner({ savedAt, timeZone, outdated, onDiscard }: DraftBannerProps) {
  return (
    <InlineBanner title="Your draft is back">
      <p>
        What you typed until {formatDateTime(savedAt, timeZone)} is here again, and not saved yet.
        {outdated && ' The sale has changed since: you will see what before anything is saved.'}
      </p>
      <Button variant="outline" size="sm" className="sale-form-discard" onClick={onDiscard}>
        Discard draft
      </Button>
    </InlineBanner>
  );
}
