/**
 * Highcharts in the parts our charts are made of: no legend, plot lines, logarithms, dates or scrolling, which we draw ourselves or
 * do without. What is left must be composed by hand, as `masters/highcharts.src.js` does for everything, and be imported in its order:
 * a kind of series finds the one it extends in a registry, not by an import. What others call unasked may not be missing: `Series` needs
 * `DataLabel` to read its options, `AreaSeries` needs `StackingAxis`, an update of a chart `Responsive`. A new kind of chart starts here.
 */
import Globals from 'highcharts/es-modules/Core/Globals.js';
import SVGElement from 'highcharts/es-modules/Core/Renderer/SVG/SVGElement.js';
import SVGRenderer from 'highcharts/es-modules/Core/Renderer/SVG/SVGRenderer.js';
import HTMLElement from 'highcharts/es-modules/Core/Renderer/HTML/HTMLElement.js';
import Axis from 'highcharts/es-modules/Core/Axis/Axis.js';
import Tooltip from 'highcharts/es-modules/Core/Tooltip.js';
import Pointer from 'highcharts/es-modules/Core/Pointer.js';
import Chart from 'highcharts/es-modules/Core/Chart/Chart.js';
import StackingAxis from 'highcharts/es-modules/Core/Axis/Stacking/StackingAxis.js';
import Series from 'highcharts/es-modules/Core/Series/Series.js';
import 'highcharts/es-modules/Series/Line/LineSeries.js';
import 'highcharts/es-modules/Series/Area/AreaSeries.js';
import 'highcharts/es-modules/Series/Spline/SplineSeries.js';
import 'highcharts/es-modules/Series/AreaSpline/AreaSplineSeries.js';
import 'highcharts/es-modules/Series/Column/ColumnSeries.js';
import 'highcharts/es-modules/Series/Pie/PieSeries.js';
import DataLabel from 'highcharts/es-modules/Core/Series/DataLabel.js';
import BorderRadius from 'highcharts/es-modules/Extensions/BorderRadius.js';
import Responsive from 'highcharts/es-modules/Core/Responsive.js';

Responsive.compose(Chart);
DataLabel.compose(Series);
StackingAxis.compose(Axis, Chart, Series);
BorderRadius.compose(Series, SVGElement, SVGRenderer);
HTMLElement.compose(SVGRenderer);
Pointer.compose(Chart);
Tooltip.compose(Pointer);

/** What the component for React looks for: `chart`. */
export const Highcharts = Object.assign(Globals, { chart: Chart.chart });
