import { formatCount } from '../../domain/plural';
import type { LinkLike } from '../base/link-like';

export interface Segment {
  label: string;
  to: string;
  active: boolean;
  count?: number;
}

/** One choice out of a few as links with counts, e.g. a list's status filter. */
export function Segmented({
  label,
  segments,
  link: Link,
}: {
  /** Names the group: "Status". */
  label: string;
  segments: readonly Segment[];
  link: LinkLike;
}) {
  return (
    <nav className="pp-seg" aria-label={label}>
      {segments.map(({ label: text, to, active, count }) => (
        <Link key={text} to={to} aria-current={active ? 'true' : undefined}>
          {text}
          {count !== undefined && <span className="n">{formatCount(count)}</span>}
        </Link>
      ))}
    </nav>
  );
}
