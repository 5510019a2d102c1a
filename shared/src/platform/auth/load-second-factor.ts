import type { AppError } from '../../domain';
import type { Authenticator, NewAuthenticator } from './second-factor';
import type { AuthResult } from './session';

/** What the screens of a second factor do; each says for itself what went wrong. */
export interface SecondFactorDeeds {
  /** One's own, the one used last first. */
  listAuthenticators: () => Promise<Authenticator[] | { error: AppError }>;
  /** Begins one of a name; it counts from its first code on. */
  beginAuthenticator: (
    name: string,
  ) => Promise<{ success: true; begun: NewAuthenticator } | { success: false; error: AppError }>;
  /** Gives the code of an authenticator: the session has its second factor from then on. */
  giveCode: (id: string, code: string) => Promise<AuthResult>;
  removeAuthenticator: (id: string) => Promise<AuthResult>;
  /** Gives a recovery code: the authenticators go. */
  recover: (code: string) => Promise<AuthResult>;
  /** When the last code of this session was given, in milliseconds; null where there was none. */
  lastCodeAt: () => Promise<number | null>;
}

/** Fetches it, when one of the screens is shown. @throws where it could not be */
export const loadSecondFactor = (): Promise<SecondFactorDeeds> =>
  import(/* webpackChunkName: "lazy-second-factor" */ './second-factor');
