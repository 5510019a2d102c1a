/**
 * Highcharts' accessibility module: points are reached and read by keyboard and screen reader. Without the parts for menus, legends,
 * zooming and navigators (see webpack.config.js), for our charts have none.
 */
import Accessibility from 'highcharts/es-modules/Accessibility/Accessibility.js';
import Chart from 'highcharts/es-modules/Core/Chart/Chart.js';
import Defaults from 'highcharts/es-modules/Core/Defaults.js';
import SVGElement from 'highcharts/es-modules/Core/Renderer/SVG/SVGElement.js';
import Point from 'highcharts/es-modules/Core/Series/Point.js';
import Series from 'highcharts/es-modules/Core/Series/Series.js';

Accessibility.compose(Chart, undefined, Point, Series, SVGElement);
Defaults.setOptions({
  lang: { accessibility: { chartContainerLabel: '{title}, chart', svgContainerLabel: '{chartTitle}' } },
});
