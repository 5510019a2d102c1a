import { formatDateTime } from '../../domain/dates';
import { Button } from '../actions/button';
import { InlineBanner } from '../feedback/inline-banner';

export interface DraftBannerProps {
  /** ISO moment. */
  savedAt: string;
  timeZone: string;
  /** What else is to know: that somebody has saved the record since. */
  note?: string | false;
  onDiscard: () => void;
}

/** Says that what stands in the form was typed earlier, and how to be rid of it. */
export function DraftBanner({ savedAt, timeZone, note, onDiscard }: DraftBannerProps) {
  return (
    <InlineBanner title="Your draft is back">
      <p>
        What you typed until {formatDateTime(savedAt, timeZone)} is here again, and not saved yet.
        {note && ` ${note}`}
      </p>
      <div className="pp-banner-acts">
        <Button variant="outline" size="sm" onClick={onDiscard}>
          Discard draft
        </Button>
      </div>
    </InlineBanner>
  );
}
