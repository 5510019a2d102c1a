/** The tabs of an admin in their order, with the remote behind each. */
const ALL = {
  Dashboard: 'mf_dashboard',
  Customers: 'mf_directory',
  Sales: 'mf_sales',
  Commissions: 'mf_commissions',
  Team: 'mf_directory',
  Vendors: 'mf_directory',
  Documents: 'mf_directory',
  Reports: 'mf_dashboard',
} as const;

export const TABS = Object.keys(ALL);

/** Those that agents have, too. */
export const AGENT_TABS = TABS.filter((tab) => tab !== 'Vendors');

/** A tab of each remote, the last one. */
export const TAB_OF_EACH_REMOTE = Object.values(
  Object.fromEntries(Object.entries(ALL).map(([tab, remote]) => [remote, tab])),
);
