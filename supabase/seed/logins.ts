/** One way into the demo. They exist only in the local demo data, never in a migration. */
export interface DemoLogin {
  email: string;
  password: string;
  /** What one sees there. */
  description: string;
}

export const DEMO_PASSWORD = 'paperplane-demo';

const login = (name: string, description: string): DemoLogin => ({
  email: `${name}@demo.paperplane.test`,
  password: DEMO_PASSWORD,
  description,
});

export const DEMO_LOGINS: readonly DemoLogin[] = [
  login('owner', 'Owner of Harbour & Vale Travel'),
  login('admin', 'Admin of Harbour & Vale Travel'),
  login('agent', 'Agent: own sales and commissions only'),
  login('inactive', 'Inactive agent: locked out'),
  login('other', 'Owner of a second, small agency'),
];
