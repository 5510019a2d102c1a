import { AGES } from '../aging/aging';
import type { Aging } from '../aging/aging';

const [WIDTH, HEIGHT] = [120, 40];

/** Amounts as small bars, the last in full colour. Decorative: the figure stands beside it. */
export function Bars({ values }: { values: readonly number[] }) {
  const most = Math.max(...values, 1);
  const step = WIDTH / Math.max(values.length, 1);
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      {values.map((value, index) => {
        const height = Math.max(0, (value / most) * (HEIGHT - 2));
        return (
          <rect
            key={index}
            x={index * step + 1}
            y={HEIGHT - height}
            width={Math.max(step - 2.4, 1)}
            height={height}
            rx="1.5"
            fill="var(--color-chart-1)"
            opacity={index === values.length - 1 ? 1 : 0.45}
          />
        );
      })}
    </svg>
  );
}

/** Values as a small line. */
export function SparkLine({ values }: { values: readonly number[] }) {
  const [least, most] = [Math.min(...values, 0), Math.max(...values, 1)];
  const points = values.map((value, index) => {
    const x = 1 + (index * (WIDTH - 2)) / Math.max(values.length - 1, 1);
    return `${x.toFixed(1)},${(HEIGHT - 2 - ((value - least) / (most - least)) * (HEIGHT - 4)).toFixed(1)}`;
  });
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke="var(--color-chart-1)"
        strokeWidth="2"
        strokeLinejoin="round"
      />
    </svg>
  );
}

/** What is owed, by age, to the scale. */
export function AgeBar({ aging }: { aging: Aging }) {
  return (
    <span className="aging-bar report-agebar" aria-hidden="true">
      {AGES.filter((age) => aging.amounts[age] > 0).map((age) => (
        <i key={age} data-age={age} style={{ flexGrow: aging.amounts[age] }} />
      ))}
    </span>
  );
}
