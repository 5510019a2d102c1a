import type { ReactNode } from 'react';
import { Button } from '../actions/button';
import { CircleAlert, CloudAlert, RotateCcw } from '../base/icons';
import { FlightIllustration } from '../brand/flight-illustration';

export interface ErrorStateProps {
  /** What did not happen: "Customers did not load". */
  title: string;
  /** The catalog message: `displayMessage(error)`. */
  message: ReactNode;
  onRetry?: () => void;
  retrying?: boolean;
  retryLabel?: string;
  /** Beside "Try again". */
  actions?: ReactNode;
  /** Remote unavailable: the grounded plane, filling the page area. */
  large?: boolean;
  icon?: ReactNode;
  /** Small print under the buttons. */
  reference?: string;
}

/** A failure, in the smallest box that failed. */
export function ErrorState(props: ErrorStateProps) {
  const {
    title,
    message,
    onRetry,
    retrying,
    retryLabel = 'Try again',
    actions,
    large,
    icon,
    reference,
  } = props;
  // A large one fills the page, and its title is the page's.
  const Heading = large ? 'h1' : 'h2';
  return (
    <div className={large ? 'pp-empty pp-empty-large' : 'pp-empty'} role="alert">
      {large ? (
        <FlightIllustration grounded />
      ) : (
        <span className="pp-tile pp-tile-lg h-red">{icon ?? <CloudAlert className="pp-i pp-i-20" />}</span>
      )}
      <Heading>{title}</Heading>
      <p>{message}</p>
      {(onRetry || actions) && (
        <div className="pp-row">
          {onRetry && (
            <Button
              variant={large ? 'primary' : 'outline'}
              icon={<RotateCcw className="pp-i" />}
              loading={retrying}
              onClick={onRetry}
            >
              {retryLabel}
            </Button>
          )}
          {actions}
        </div>
      )}
      {reference && <p className="pp-xs pp-reference">{reference}</p>}
    </div>
  );
}

/** The same in one line, for a card whose neighbours are fine. */
export function InlineError({
  message,
  note,
  onRetry,
}: {
  message: ReactNode;
  /** Quieter: "The rest of the dashboard is up to date." */
  note?: ReactNode;
  onRetry?: () => void;
}) {
  return (
    <div className="pp-inline-error" role="alert">
      <CircleAlert className="pp-i pp-i-18" />
      <span className="pp-grow">
        {message} {note && <span className="pp-muted">{note}</span>}
      </span>
      {onRetry && (
        <Button variant="outline" size="sm" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}
