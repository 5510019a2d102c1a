import { CONTRACT, paths, type RemoteManifest } from '@paperplane/shared/platform';
import packageJson from '../package.json';

/** What the shell knows of this remote before, and without, its code. The build writes it into the registry. */
export const manifest = {
  name: 'mf_sales',
  version: packageJson.version,
  contract: CONTRACT,
  routes: [
    { path: paths.sales.pattern, page: 'list', title: 'Sales', access: 'user' },
    { path: paths.saleCreate.pattern, page: 'create', title: 'Create sale', access: 'user' },
    { path: paths.salesImport.pattern, page: 'sales-import', title: 'Import sales', access: 'user' },
    { path: paths.saleGroups.pattern, page: 'groups', title: 'Groups', access: 'user' },
    { path: paths.saleGroup.pattern, page: 'group', title: 'Group', access: 'user' },
    { path: paths.sale.pattern, page: 'detail', title: 'Sale details', access: 'user', record: 'sale' },
    { path: paths.saleEdit.pattern, page: 'edit', title: 'Edit sale', access: 'user' },
  ],
  nav: [{ label: 'Sales', path: paths.sales.pattern, access: 'user', order: 30 }],
  quickActions: [
    {
      label: 'Create Sale',
      description: 'Record a booking',
      path: paths.saleCreate.pattern,
      icon: 'ticket',
      access: 'user',
      order: 50,
    },
  ],
  findable: [
    { label: 'Export sales', words: 'download csv', path: paths.sales.pattern, access: 'user' },
    {
      label: 'Groups',
      words: 'group booking cabins wedding club',
      path: paths.saleGroups.pattern,
      access: 'user',
    },
  ],
} as const satisfies RemoteManifest;
