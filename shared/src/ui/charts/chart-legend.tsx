import { colorToken, type ChartSeries } from './chart-types';

const DASHES = { dash: '4 3', dot: '2 2.5' };

/** Which line is which: each with the colour and the dashes it is drawn with. */
export function ChartLegend({ series, bars }: { series: readonly ChartSeries[]; bars?: boolean }) {
  return (
    <ul className="pp-legend">
      {series.map((each, index) => (
        <li key={each.name}>
          {bars && !each.over ? (
            <i
              className="pp-swatch"
              data-outlined={each.outlined}
              style={{ color: `var(--color-${colorToken(each, index)})` }}
            />
          ) : (
            <svg width="16" height="10" viewBox="0 0 16 10" fill="none" aria-hidden="true">
              <g style={{ color: `var(--color-${colorToken(each, index)})` }}>
                {each.area && <path d="M1 5h14v5H1z" fill="currentColor" opacity="0.16" />}
                <path
                  d="M1 5h14"
                  stroke="currentColor"
                  strokeWidth="2"
                  strokeDasharray={each.over ? DASHES.dot : each.dash && DASHES[each.dash]}
                />
              </g>
            </svg>
          )}
          {each.name}
        </li>
      ))}
    </ul>
  );
}
