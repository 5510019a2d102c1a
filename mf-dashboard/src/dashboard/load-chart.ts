/** The chart library comes with the first chart that is drawn, after the numbers. */
export const loadChart = () => import(/* webpackChunkName: "late-chart" */ '../chart/chart');
