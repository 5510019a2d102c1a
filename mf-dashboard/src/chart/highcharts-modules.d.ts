/** Highcharts' own modules, which it ships without types: as far as we use them, in the words of the package's types. */
declare module 'highcharts/es-modules/Core/Globals.js' {
  import type * as H from 'highcharts';

  const Globals: typeof H;
  export default Globals;
}
declare module 'highcharts/es-modules/Core/Defaults.js' {
  import type * as H from 'highcharts';

  const Defaults: Pick<typeof H, 'setOptions'>;
  export default Defaults;
}
declare module 'highcharts/es-modules/Core/Chart/Chart.js' {
  import type * as H from 'highcharts';

  const Chart: typeof H.Chart & Pick<typeof H, 'chart'>;
  export default Chart;
}
declare module 'highcharts/es-modules/Core/Renderer/SVG/SVGElement.js' {
  import type * as H from 'highcharts';

  const SVGElement: typeof H.SVGElement;
  export default SVGElement;
}
declare module 'highcharts/es-modules/Core/Renderer/SVG/SVGRenderer.js' {
  import type * as H from 'highcharts';

  const SVGRenderer: typeof H.SVGRenderer;
  export default SVGRenderer;
}
declare module 'highcharts/es-modules/Core/Renderer/HTML/HTMLElement.js' {
  import type * as H from 'highcharts';

  const HTMLElement: { compose: (renderer: typeof H.SVGRenderer) => void };
  export default HTMLElement;
}
declare module 'highcharts/es-modules/Core/Pointer.js' {
  import type * as H from 'highcharts';

  const Pointer: { compose: (chart: typeof H.Chart) => void };
  export default Pointer;
}
declare module 'highcharts/es-modules/Core/Tooltip.js' {
  const Tooltip: { compose: (pointer: object) => void };
  export default Tooltip;
}
declare module 'highcharts/es-modules/Core/Series/Point.js' {
  import type * as H from 'highcharts';

  const Point: typeof H.Point;
  export default Point;
}
declare module 'highcharts/es-modules/Core/Series/Series.js' {
  import type * as H from 'highcharts';

  const Series: typeof H.Series;
  export default Series;
}
declare module 'highcharts/es-modules/Extensions/BorderRadius.js' {
  import type * as H from 'highcharts';

  const BorderRadius: {
    compose: (series: typeof H.Series, element: typeof H.SVGElement, renderer: typeof H.SVGRenderer) => void;
  };
  export default BorderRadius;
}
declare module 'highcharts/es-modules/Series/*';
declare module 'highcharts/es-modules/Accessibility/Accessibility.js' {
  import type * as H from 'highcharts';

  const Accessibility: {
    compose: (
      chart: typeof H.Chart,
      legend: undefined,
      point: typeof H.Point,
      series: typeof H.Series,
      element: typeof H.SVGElement,
    ) => void;
  };
  export default Accessibility;
}
declare module 'highcharts/es-modules/Core/Axis/Axis.js' {
  import type * as H from 'highcharts';

  const Axis: typeof H.Axis;
  export default Axis;
}
declare module 'highcharts/es-modules/Core/Axis/Stacking/StackingAxis.js' {
  import type * as H from 'highcharts';

  const StackingAxis: {
    compose: (axis: typeof H.Axis, chart: typeof H.Chart, series: typeof H.Series) => void;
  };
  export default StackingAxis;
}
declare module 'highcharts/es-modules/Core/Series/DataLabel.js' {
  import type * as H from 'highcharts';

  const DataLabel: { compose: (series: typeof H.Series) => void };
  export default DataLabel;
}
declare module 'highcharts/es-modules/Core/Responsive.js' {
  import type * as H from 'highcharts';

  const Responsive: { compose: (chart: typeof H.Chart) => void };
  export default Responsive;
}
