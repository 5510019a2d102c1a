import { CONTRACT, paths, type RemoteManifest } from '@paperplane/shared/platform';
import packageJson from '../package.json';

/** What the shell knows of this remote before, and without, its code. The build writes it into the registry. */
export const manifest = {
  name: 'mf_dashboard',
  version: packageJson.version,
  contract: CONTRACT,
  routes: [
    { path: paths.dashboard.pattern, page: 'dashboard', title: 'Dashboard', access: 'user' },
    { path: paths.reports.pattern, page: 'reports', title: 'Reports', access: 'user' },
    { path: paths.report.pattern, page: 'report', title: 'Report', access: 'user' },
  ],
  nav: [
    { label: 'Dashboard', path: paths.dashboard.pattern, access: 'user', order: 10 },
    { label: 'Reports', path: paths.reports.pattern, access: 'user', order: 80 },
  ],
  slots: [
    {
      slot: 'record',
      place: 'side',
      types: ['vendor'],
      card: 'asked',
      title: 'Asked by e-mail',
      access: 'admin',
      order: 10,
    },
  ],
} as const satisfies RemoteManifest;
