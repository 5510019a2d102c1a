import type { RegistryEntry } from '../../shell/src/remotes/registry-types';

/** Stands for the federation runtime: all remotes are known here. */
const REMOTES: Record<string, () => Promise<unknown>> = {
  mf_commissions: () => import(/* webpackMode: "eager" */ '../../mf-commissions/src/remote'),
  mf_dashboard: () => import(/* webpackMode: "eager" */ '../../mf-dashboard/src/remote'),
  mf_directory: () => import(/* webpackMode: "eager" */ '../../mf-directory/src/remote'),
  mf_sales: () => import(/* webpackMode: "eager" */ '../../mf-sales/src/remote'),
};

/** Gives the remote's pages; each is still a chunk of its own. */
export function loadExposed({ name }: RegistryEntry): Promise<unknown> {
  return REMOTES[name]?.() ?? Promise.reject(new Error(`there is no ${name}`));
}
