import { useId, useRef, useState, type ReactNode } from 'react';
import { ERROR_MESSAGES } from '../../domain/errors';
import { Button } from '../actions/button';
import { ChartBoundary } from './chart-boundary';
import { ChartLegend } from './chart-legend';
import { ChartTable } from './chart-table';
import { CHART_HEIGHT, isEmptyChart, NO_CHART_DATA, type ChartCode, type ChartProps } from './chart-types';
import { cx } from '../base/cx';
import { IconButton } from '../actions/icon-button';
import { ChartLine, ChartPie, Table2 } from '../base/icons';
import '../kit/chart-lazy.css';
import { Spinner } from '../feedback/spinner';
import { useChartCode } from './use-chart-code';
import { useTurn } from './use-turn';

export interface ChartCardProps extends Omit<ChartProps, 'data' | 'height'> {
  /** Undefined while it is on its way. */
  data: ChartProps['data'] | undefined;
  /** Pixels: 300 unless told. */
  height?: number;
  /** Names the lines above the chart. */
  legend?: boolean;
  /** Head of the table's first column: "Month". */
  labelHead: string;
  /** Instead of "No data available for the selected time period". */
  empty?: string;
  /** Quietly, beside the title. */
  note?: string;
  /** Why there is no data; shown with "Try again" instead of the chart. */
  error?: string | null;
  onRetry?: () => void;
  retrying?: boolean;
  /** Fetches the code that draws: `() => import('./chart')`. Nothing here brings a chart library along. */
  load: () => Promise<ChartCode>;
  className?: string;
  /** Beside the chart: a list of what its slices are. */
  children?: ReactNode;
}

/**
 * A chart in a card: loading, failed, empty or drawn; its height is reserved from the start. Behind every chart there is a table
 * of its numbers.
 */
export function ChartCard(props: ChartCardProps) {
  const { title, type, series, data, legend, note, error, onRetry, retrying, className, children } = props;
  const { height = CHART_HEIGHT, empty = NO_CHART_DATA, load, labelHead } = props;
  const { format, formatShort, center, stacked } = props;
  const [asTable, setAsTable] = useState(false);
  const id = useId();
  const filled = !error && data && !isEmptyChart(data) ? data : null;
  const isPie = type === 'pie' || type === 'doughnut';
  const hasList = Boolean(children && filled);
  return (
    <section className={cx('pp-card pp-chart', className)} aria-labelledby={id}>
      <div className="pp-card-h">
        <h2 id={id}>{title}</h2>
        {note && <span className="pp-muted pp-sm">{note}</span>}
        {legend && <ChartLegend series={series} bars={type === 'bar'} />}
        <IconButton
          size="sm"
          label={asTable ? `Show ${title} as a chart` : `Show ${title} as a table`}
          disabled={!filled}
          onClick={() => setAsTable(!asTable)}
        >
          {!asTable ? (
            <Table2 className="pp-i" />
          ) : isPie ? (
            <ChartPie className="pp-i" />
          ) : (
            <ChartLine className="pp-i" />
          )}
        </IconButton>
      </div>
      <div className={cx('pp-chart-b', hasList && 'has-list')} style={{ minHeight: height }}>
        {error ? (
          <Problem text={error} onRetry={onRetry} retrying={retrying} />
        ) : !data ? (
          <Spinner size="lg" label={`Loading ${title}`} />
        ) : !filled ? (
          <p className="pp-chart-empty">{empty}</p>
        ) : (
          <>
            {children}
            {asTable ? (
              <div className="pp-chart-space" style={{ height: hasList ? undefined : height }}>
                <ChartTable {...{ title, type, series, labelHead, format }} data={filled} />
              </div>
            ) : (
              <Drawn
                {...{ title, type, series, format, formatShort, center, stacked, load }}
                data={filled}
                height={hasList ? PIE : height}
                width={hasList ? PIE : undefined}
              />
            )}
          </>
        )}
      </div>
    </section>
  );
}

/** A pie beside its list, in pixels. */
const PIE = 168;

function Drawn({ load, width, ...chart }: ChartProps & Pick<ChartCardProps, 'load'> & { width?: number }) {
  const { code, failed, retry } = useChartCode(load);
  const space = useRef<HTMLDivElement>(null);
  const isTurn = useTurn(code !== null, space);
  return (
    <div ref={space} className="pp-chart-space" style={{ height: chart.height, width }}>
      {code && isTurn ? (
        <ChartBoundary fallback={(again) => <Problem text={ERROR_MESSAGES.UNKNOWN} onRetry={again} />}>
          <code.Chart {...chart} />
        </ChartBoundary>
      ) : failed ? (
        <Problem text={ERROR_MESSAGES.NETWORK} onRetry={retry} />
      ) : (
        // What waits far below has nothing to say, and turns no wheel.
        !code && <Spinner size="lg" label={`Drawing ${chart.title}`} />
      )}
    </div>
  );
}

interface ProblemProps {
  text: string;
  onRetry?: () => void;
  retrying?: boolean;
}

/** A chart that did not come; its neighbours are fine. */
function Problem({ text, onRetry, retrying }: ProblemProps) {
  return (
    <div className="pp-empty" role="alert">
      <p>{text}</p>
      {onRetry && (
        <Button variant="outline" size="sm" loading={retrying} onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}
