import { sharePercent } from '../../domain/percent';
import type { ChartProps } from './chart-types';

export interface ChartTableProps extends Pick<ChartProps, 'title' | 'type' | 'series' | 'data' | 'format'> {
  /** Head of the first column: "Month". */
  labelHead: string;
}

/** The numbers behind a chart, for whoever reads better than looks. */
export function ChartTable({ title, type, series, data, format, labelHead }: ChartTableProps) {
  const isPie = type === 'pie' || type === 'doughnut';
  const total = (data.values[0] ?? []).reduce((sum, value) => sum + value, 0);
  return (
    // It can be focused, for it is scrolled by keyboard.
    <div className="pp-chart-table" role="region" aria-label={`${title}, as a table`} tabIndex={0}>
      <table className="pp-table">
        <thead>
          <tr>
            <th scope="col">{labelHead}</th>
            {series.map(({ name }) => (
              <th scope="col" className="r" key={name}>
                {name}
              </th>
            ))}
            {isPie && (
              <th scope="col" className="r">
                Share
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {data.labels.map((label, row) => (
            <tr key={row}>
              <th scope="row" className="tx">
                {data.partial?.[row] ? `${label}, ${data.partial[row]}` : label}
              </th>
              {series.map(({ name }, column) => (
                <td className="r" key={name}>
                  {format(data.values[column]?.[row] ?? 0)}
                </td>
              ))}
              {isPie && <td className="r">{sharePercent(data.values[0]?.[row] ?? 0, total)}%</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
