import type { Federation } from '../../shell/src/remotes/remote-loader';

/** Stands for the federation runtime: all remotes are known here. */
const REMOTES: Record<string, () => Promise<unknown>> = {
  mf_commissions: () => import(/* webpackMode: "eager" */ '../../mf-commissions/src/remote'),
  mf_dashboard: () => import(/* webpackMode: "eager" */ '../../mf-dashboard/src/remote'),
  mf_directory: () => import(/* webpackMode: "eager" */ '../../mf-directory/src/remote'),
  mf_sales: () => import(/* webpackMode: "eager" */ '../../mf-sales/src/remote'),
};

/** Gives the remote's pages; each is still a chunk of its own. */
export const loadExposed: Federation['loadExposed'] = ({ name }) =>
  REMOTES[name]?.() ?? Promise.reject(new Error(`there is no ${name}`));

/** What would be fetched ahead is not measured. */
export const startPrefetching: Federation['startPrefetching'] = () => undefined;

/** There is nothing to find out about files that did not come. */
export const diagnose: Federation['diagnose'] = (failure) => Promise.resolve(failure);
