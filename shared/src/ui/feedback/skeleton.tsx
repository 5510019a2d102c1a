import type { ReactNode } from 'react';

/** One gray bar. Numbers are pixels; a string is any CSS length. */
export function Skeleton({
  width = '100%',
  height = 12,
  round = false,
}: {
  width?: number | string;
  height?: number;
  round?: boolean;
}) {
  return (
    <span
      className="pp-sk"
      style={{ width, height, maxWidth: '100%', flex: 'none', borderRadius: round ? 99 : undefined }}
    />
  );
}

/** Announces once that something is loading, and hides the bars from screen readers. */
export function SkeletonRegion({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="status" aria-busy="true" className="pp-sk-region">
      <span className="pp-sr">{label}</span>
      <div aria-hidden="true">{children}</div>
    </div>
  );
}

// Uneven on purpose: a list of equal bars reads as a table of nothing.
const widths = [144, 116, 132, 100, 150, 108, 126, 138, 112, 120];

/** A list or table in the shape it will have. */
export function SkeletonRows({ rows = 10, label = 'Loading' }: { rows?: number; label?: string }) {
  return (
    <SkeletonRegion label={label}>
      {Array.from({ length: rows }, (_, index) => (
        <div className="pp-sk-row" key={index}>
          <Skeleton width={32} height={32} round />
          <span className="pp-sk-lines">
            <Skeleton width={widths[index % widths.length]} />
            <Skeleton width={(widths[(index + 3) % widths.length] ?? 120) * 0.7} height={10} />
          </span>
          <Skeleton width={74} height={22} round />
          <Skeleton width={64} />
        </div>
      ))}
    </SkeletonRegion>
  );
}

/** A summary card that is on its way. */
export function SkeletonStat() {
  return (
    <div className="pp-card pp-stat" aria-hidden="true">
      <span className="pp-row">
        <Skeleton width={24} height={24} />
        <Skeleton width={72} />
      </span>
      <span className="pp-stat-v">
        <Skeleton width={118} height={22} />
      </span>
      <span className="pp-share">
        <Skeleton width={64} height={4} />
      </span>
    </div>
  );
}

/** A detail or form page: a hero card, then a wide and a narrow card. */
export function SkeletonDetail({ label = 'Loading' }: { label?: string }) {
  const card = (lines: number) => (
    <div className="pp-card pp-card-b pp-stack">
      {Array.from({ length: lines }, (_, index) => (
        <Skeleton key={index} width={(widths[index % widths.length] ?? 120) * 2} />
      ))}
    </div>
  );
  return (
    <SkeletonRegion label={label}>
      {card(4)}
      <div className="pp-grid pp-after">
        <div className="c8">{card(6)}</div>
        <div className="c4">{card(4)}</div>
      </div>
    </SkeletonRegion>
  );
}
