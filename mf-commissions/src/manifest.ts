import { CONTRACT, paths, type RemoteManifest } from '@paperplane/shared/platform';
import packageJson from '../package.json';
import { BANK, BANK_TRANSACTION } from './bank/paths';

/** What the shell knows of this remote before, and without, its code. The build writes it into the registry. */
export const manifest = {
  name: 'mf_commissions',
  version: packageJson.version,
  contract: CONTRACT,
  routes: [
    { path: paths.commissions.pattern, page: 'list', title: 'Commission Management', access: 'user' },
    { path: BANK, page: 'bank', title: 'Bank', access: 'admin' },
    { path: BANK_TRANSACTION, page: 'workbench', title: 'Bank Transaction', access: 'admin' },
    { path: paths.commission.pattern, page: 'detail', title: 'Commission Details', access: 'user' },
  ],
  nav: [{ label: 'Commissions', path: paths.commissions.pattern, access: 'user', order: 40 }],
} as const satisfies RemoteManifest;
