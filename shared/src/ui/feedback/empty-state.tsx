import type { ReactNode } from 'react';
import { SearchX } from '../base/icons';
import { FlightIllustration } from '../brand/flight-illustration';

export interface EmptyStateProps {
  /** `first-run`: plane, one sentence, primary action. `no-results`: echo the query. `small`: inside a card. */
  kind?: 'first-run' | 'no-results' | 'small';
  title: string;
  children?: ReactNode;
  /** Buttons or links. */
  actions?: ReactNode;
  /** Instead of the search glyph. */
  icon?: ReactNode;
}

/** Says what will be here, then how to start. */
export function EmptyState({ kind = 'no-results', title, children, actions, icon }: EmptyStateProps) {
  // A small one stands in a card with a title of its own; the others follow the page's.
  const Heading = kind === 'small' ? 'h3' : 'h2';
  return (
    <div className={`pp-empty pp-empty-${kind}`}>
      {kind === 'first-run' ? (
        <FlightIllustration />
      ) : (
        <span className="pp-tile pp-tile-lg h-gray">{icon ?? <SearchX className="pp-i pp-i-20" />}</span>
      )}
      <Heading>{title}</Heading>
      {children && <p>{children}</p>}
      {actions && <div className="pp-row">{actions}</div>}
    </div>
  );
}
