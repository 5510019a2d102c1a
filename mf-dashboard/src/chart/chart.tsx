import type { ChartProps } from '@paperplane/shared/ui';
import HighchartsReact from 'highcharts-react-official';
import Highcharts from 'highcharts/esm/highcharts.js';
import 'highcharts/esm/modules/accessibility.js';
import { useMemo } from 'react';
import { readChartTheme, useTheme } from './chart-theme';
import { chartOptions } from './options';

Highcharts.setOptions({
  lang: { accessibility: { chartContainerLabel: '{title}, chart', svgContainerLabel: '{chartTitle}' } },
});

/** Draws a chart, and draws it again when its numbers or the theme change; the same `data` and functions cause no update. */
export function Chart(props: ChartProps) {
  const { title, type, series, data, height, format, formatShort, center, stacked } = props;
  const theme = useTheme();
  const options = useMemo(
    () =>
      chartOptions(
        { title, type, series, data, height, format, formatShort, stacked },
        readChartTheme(theme),
      ),
    [title, type, series, data, height, format, formatShort, stacked, theme],
  );
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
      <HighchartsReact highcharts={Highcharts} options={options} />
    </>
  );
}
