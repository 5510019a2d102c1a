import type { ChartProps } from '@paperplane/shared/ui';
import HighchartsReact from 'highcharts-react-official';
import { useMemo, useState } from 'react';
import { Highcharts } from './highcharts';
import { readChartTheme, useTheme } from './chart-theme';
import { chartOptions } from './options';
import { useAccessibility } from './use-accessibility';

/** Draws a chart, again when its numbers or the theme change; with `data` and functions that stay the same it stands still. */
export function Chart({ title, type, series, data, height, format, formatShort, center }: ChartProps) {
  const theme = useTheme();
  const isAccessible = useAccessibility();
  const [wasAccessible] = useState(isAccessible);
  const options = useMemo(() => {
    const chartTheme = readChartTheme(theme);
    // Drawn with a movement once, not when the accessibility module arrives.
    const isFirst = isAccessible === wasAccessible;
    return chartOptions({ title, type, series, data, height, format, formatShort }, chartTheme, {
      isAccessible,
      withoutAnimation: chartTheme.reducedMotion || !isFirst,
    });
  }, [title, type, series, data, height, format, formatShort, theme, isAccessible, wasAccessible]);
  const total = (data.values[0] ?? []).reduce((sum, value) => sum + value, 0);
  return (
    <>
      {/* Below the chart, so that a tooltip covers it. */}
      {center && (
        <p className="pp-chart-center">
          <b className="pp-amt">{formatShort(total)}</b>
          {center}
        </p>
      )}
      {/* The module finds its defaults in charts that are made after it. */}
      <HighchartsReact key={String(isAccessible)} highcharts={Highcharts} options={options} />
    </>
  );
}
