import type { ChartProps } from '@paperplane/shared/ui';
import HighchartsReact from 'highcharts-react-official';
import { useMemo } from 'react';
import './chart.css';
import { Highcharts } from './highcharts';
import { readLook, useTheme } from './look';
import { chartOptions } from './options';
import { useAccessibility } from './use-accessibility';

const CONTAINER = { className: 'chart' };

/** Draws a chart, again when its numbers or the theme change; with `data` and functions that stay the same it stands still. */
export function Chart({ title, type, series, data, height, format, formatShort, center }: ChartProps) {
  const theme = useTheme();
  const isAccessible = useAccessibility();
  const options = useMemo(
    () =>
      // The colours are read from the page, whose theme is therefore an input.
      theme &&
      chartOptions({ title, type, series, data, height, format, formatShort }, readLook(), isAccessible),
    [title, type, series, data, height, format, formatShort, theme, isAccessible],
  );
  const total = (data.values[0] ?? []).reduce((sum, value) => sum + value, 0);
  return (
    <div className="chart-frame">
      <HighchartsReact highcharts={Highcharts} options={options} containerProps={CONTAINER} />
      {center && (
        <p className="chart-center">
          <b>{formatShort(total)}</b>
          {center}
        </p>
      )}
    </div>
  );
}
