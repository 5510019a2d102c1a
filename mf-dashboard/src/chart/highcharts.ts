/**
 * Highcharts in the parts our charts are made of: no legend, data labels, logarithms or scrolling, which we draw ourselves or do
 * without. What is left must be composed by hand, as `masters/highcharts.src.js` does for everything: a part that is imported and
 * not composed fails when it is first used (no tooltip without `Pointer`). A new kind of chart starts here.
 */
import Chart from 'highcharts/es-modules/Core/Chart/Chart.js';
import Globals from 'highcharts/es-modules/Core/Globals.js';
import Pointer from 'highcharts/es-modules/Core/Pointer.js';
import HTMLElement from 'highcharts/es-modules/Core/Renderer/HTML/HTMLElement.js';
import SVGElement from 'highcharts/es-modules/Core/Renderer/SVG/SVGElement.js';
import SVGRenderer from 'highcharts/es-modules/Core/Renderer/SVG/SVGRenderer.js';
import Series from 'highcharts/es-modules/Core/Series/Series.js';
import Tooltip from 'highcharts/es-modules/Core/Tooltip.js';
import BorderRadius from 'highcharts/es-modules/Extensions/BorderRadius.js';
import 'highcharts/es-modules/Series/AreaSpline/AreaSplineSeries.js';
import 'highcharts/es-modules/Series/Column/ColumnSeries.js';
import 'highcharts/es-modules/Series/Pie/PieSeries.js';
import 'highcharts/es-modules/Series/Spline/SplineSeries.js';

BorderRadius.compose(Series, SVGElement, SVGRenderer);
HTMLElement.compose(SVGRenderer);
Pointer.compose(Chart);
Tooltip.compose(Pointer);

/** What the component for React looks for: `chart`. */
export const Highcharts = Object.assign(Globals, { chart: Chart.chart });
