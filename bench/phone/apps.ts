import fs from 'node:fs';
import { signIn, type SignedIn } from './profile';

export const SCREENS = ['login', 'list', 'dashboard'] as const;
export type Screen = (typeof SCREENS)[number];

/** An app that is measured: the address of each screen, and who looks at those that need it. */
export interface App {
  name: string;
  addresses: Record<Screen, string>;
  signedIn?: SignedIn;
}

/** A Paperplane with its demo data at an address. */
export async function paperplane(name: string, origin: string): Promise<App> {
  const addresses = { login: `${origin}/login`, list: `${origin}/sales`, dashboard: `${origin}/dashboard` };
  return { name, addresses, signedIn: await signIn(origin) };
}

/**
 * What is measured beside the build that is here.
 * @param where the address of another Paperplane, or a file `{ "name", "login", "list", "dashboard" }` of the addresses of any app that asks
 * for no login
 * @throws Error on a file without them
 */
export async function besideOf(where: string): Promise<App> {
  if (/^https?:/.test(where)) return paperplane(where, new URL(where).origin);
  const { name = where, ...addresses } = JSON.parse(fs.readFileSync(where, 'utf8')) as Record<string, string>;
  const missing = SCREENS.filter((screen) => !addresses[screen]);
  if (missing.length > 0) throw new Error(`${where} has no address of ${missing.join(', ')}`);
  return { name, addresses: addresses as App['addresses'] };
}
