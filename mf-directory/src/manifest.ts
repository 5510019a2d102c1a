import { CONTRACT, paths, type RemoteManifest } from '@paperplane/shared/platform';
import packageJson from '../package.json';

/** What the shell knows of this remote before, and without, its code. The build writes it into the registry. */
export const manifest = {
  name: 'mf_directory',
  version: packageJson.version,
  contract: CONTRACT,
  routes: [
    { path: paths.customers.pattern, page: 'customers', title: 'Customers', access: 'user' },
    { path: paths.customerCreate.pattern, page: 'customer-create', title: 'Add customer', access: 'user' },
    {
      path: paths.customersImport.pattern,
      page: 'customers-import',
      title: 'Import customers',
      access: 'user',
    },
    { path: paths.customer.pattern, page: 'customer', title: 'Customer', access: 'user' },
    { path: paths.customerEdit.pattern, page: 'customer-edit', title: 'Edit customer', access: 'user' },
    { path: paths.vendors.pattern, page: 'vendors', title: 'Vendors', access: 'admin' },
    { path: paths.vendorCreate.pattern, page: 'vendor-create', title: 'Add vendor', access: 'admin' },
    { path: paths.vendorsImport.pattern, page: 'vendors-import', title: 'Import vendors', access: 'admin' },
    { path: paths.vendor.pattern, page: 'vendor', title: 'Vendor', access: 'admin' },
    { path: paths.vendorEdit.pattern, page: 'vendor-edit', title: 'Edit vendor', access: 'admin' },
    { path: paths.team.pattern, page: 'team', title: 'Team', access: 'user' },
    { path: paths.teamInvite.pattern, page: 'team-invite', title: 'Invite agent', access: 'admin' },
    { path: paths.teamMember.pattern, page: 'team-member', title: 'Team member', access: 'admin' },
  ],
  nav: [
    { label: 'Customers', path: paths.customers.pattern, access: 'user', order: 20 },
    { label: 'Team', path: paths.team.pattern, access: 'user', order: 50 },
    { label: 'Vendors', path: paths.vendors.pattern, access: 'admin', order: 60 },
  ],
  quickActions: [
    {
      label: 'Manage Team',
      description: 'Roles and access',
      path: paths.team.pattern,
      icon: 'users',
      access: 'admin',
      order: 10,
    },
    {
      label: 'Invite Agent',
      description: 'How people join',
      path: paths.teamInvite.pattern,
      icon: 'user-plus',
      access: 'admin',
      order: 20,
    },
    {
      label: 'Manage Vendors',
      description: 'Contacts and rates',
      path: paths.vendors.pattern,
      icon: 'building',
      access: 'admin',
      order: 30,
    },
    {
      label: 'Add Customer',
      description: 'New traveler profile',
      path: paths.customerCreate.pattern,
      icon: 'contact',
      access: 'user',
      order: 40,
    },
  ],
} as const satisfies RemoteManifest;
