/** What can be set about Auth. Times in seconds. */
export interface AuthSettings {
  /** Failed sign-ins allowed per address and e-mail in five minutes. */
  signInLimit: number;
  /** Sign-ups, verifications and mails allowed per address in five minutes. */
  requestLimit: number;
  /** Challenges of second factors, and codes, allowed per user in a minute. */
  factorLimit: number;
  /** Wrong codes of second factors allowed per user in fifteen minutes. */
  wrongCodeLimit: number;
  /** Least time between two mails of one kind to one user. */
  maxFrequencySeconds: number;
  minPasswordLength: number;
  /** Sets of characters; a new password holds one of each. */
  requiredCharacters: string[];
  /** Whether a new password may not be one of those that are tried first. */
  refuseKnownPasswords: boolean;
  jwtExpirySeconds: number;
  /** How long a mailed link or code is good. */
  otpExpirySeconds: number;
  /** Digits of a mailed code. */
  otpLength: number;
  /** How long a used refresh token may come again, for tabs and retries that race. */
  reuseIntervalSeconds: number;
  disableSignup: boolean;
  /** Whether a sign-up counts as confirmed and signs in at once, without a mail. */
  autoconfirm: boolean;
  /** Whether both addresses are asked before a user gets another one. */
  doubleConfirmChanges: boolean;
  /** Whether a new password needs the current one, in sessions that no mail opened. */
  requireCurrentPassword: boolean;
  /** Whether authenticator apps may be set up as second factors. */
  totpEnrollEnabled: boolean;
  /** Whether their codes are asked for and taken. */
  totpVerifyEnabled: boolean;
  /** Most second factors of one user. */
  maxFactors: number;
}

/**
 * The values hosted Supabase starts with; but known passwords are refused, which is a switch there, and the current one is asked for until
 * `config.toml` says otherwise, and authenticator apps wait for `config.toml` to switch them on, as with the Supabase CLI.
 */
export const DEFAULT_AUTH: AuthSettings = {
  signInLimit: 30,
  requestLimit: 300,
  factorLimit: 15,
  wrongCodeLimit: 5,
  maxFrequencySeconds: 1,
  minPasswordLength: 6,
  requiredCharacters: [],
  refuseKnownPasswords: true,
  jwtExpirySeconds: 3600,
  otpExpirySeconds: 3600,
  otpLength: 6,
  reuseIntervalSeconds: 10,
  disableSignup: false,
  autoconfirm: false,
  doubleConfirmChanges: true,
  requireCurrentPassword: true,
  totpEnrollEnabled: false,
  totpVerifyEnabled: false,
  maxFactors: 10,
};
