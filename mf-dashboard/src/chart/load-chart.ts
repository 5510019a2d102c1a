/** The chart library comes with the first chart that is drawn, after the numbers. */
export const loadChart = () => import(/* webpackChunkName: "lazy-chart" */ './chart');
