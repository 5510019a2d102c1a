import { Link } from '@paperplane/shared/platform';
import { Skeleton } from '@paperplane/shared/ui';
import type { ReactNode } from 'react';
import '@paperplane/shared/ui/kit/strip-lazy.css';

interface StripFigureProps {
  /** Where its rows are; without it the figure leads nowhere. */
  to?: string;
  icon: ReactNode;
  label: ReactNode;
  /** Colours the icon: a class of a status. */
  tone?: string;
  /** Undefined while it loads or when it did not. */
  figure: string | undefined;
  /** What stands under it; a phone has room for the first. */
  notes: readonly [first: ReactNode, ...others: (string | false | undefined)[]] | undefined;
  failed: boolean;
}

/** One figure of a strip (`strip-lazy.css`), which leads to what it counts. */
export function StripFigure({ to, icon, label, tone, figure, notes, failed }: StripFigureProps) {
  const content = (
    <>
      <span className={tone ? `t ${tone}` : 't'}>
        {icon}
        {label}
      </span>
      <b>{figure ?? (failed ? '–' : <Skeleton width={96} height={20} />)}</b>
      <small>
        {notes ? <Notes notes={notes} /> : failed ? 'Not loaded' : <Skeleton width={72} height={10} />}
      </small>
    </>
  );
  return to ? <Link to={to}>{content}</Link> : <div>{content}</div>;
}

function Notes({ notes: [first, ...others] }: { notes: NonNullable<StripFigureProps['notes']> }) {
  const rest = others.filter(Boolean);
  return (
    <>
      {first}
      {rest.length > 0 && <span className="only-d"> · {rest.join(' · ')}</span>}
    </>
  );
}
