import { Link } from '@paperplane/shared/platform';
import { buttonClass, EmptyState } from '@paperplane/shared/ui';

interface NoMatchProps {
  title: string;
  /** What to do about it. */
  text: string;
  /** The list without its filters; null where there are none. */
  clearTo: string | null;
  clearLabel?: string;
}

/** Nothing in a list matches its filters. */
export function NoMatch({ title, text, clearTo, clearLabel = 'Clear filters' }: NoMatchProps) {
  return (
    <EmptyState
      title={title}
      actions={
        clearTo !== null && (
          <Link className={buttonClass('outline')} to={clearTo}>
            <span>{clearLabel}</span>
          </Link>
        )
      }
    >
      {text}
    </EmptyState>
  );
}
