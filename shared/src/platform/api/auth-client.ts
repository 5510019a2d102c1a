import { GoTrueClient } from '@supabase/auth-js';
import { SESSION_KEY, sessionStore } from './session-storage';

/** The one Auth client. This file, 25 kB gz, is loaded when somebody signs in or out or a token runs out, not to show a page. */
export const createAuthClient = (url: string, key: string): GoTrueClient =>
  new GoTrueClient({
    url: `${url}/auth/v1`,
    headers: { apikey: key },
    storageKey: SESSION_KEY,
    storage: sessionStore,
    autoRefreshToken: true,
    persistSession: true,
    // takeSessionFromUrl() has done it, and looks behind the # only.
    detectSessionInUrl: false,
    flowType: 'implicit',
  });
