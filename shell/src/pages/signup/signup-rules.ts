import { LIMITS, MESSAGES, requiredEmail, requiredText, type AppError } from '@paperplane/shared/domain';
import * as v from 'valibot';
import { weakPassword } from '../auth/password-rule';
import type { Problems } from '../auth/use-fields';

export type SignupValues = {
  firstName: string;
  lastName: string;
  organizationName: string;
  email: string;
  password: string;
  passwordConfirmation: string;
  terms: boolean;
};

const PERSON = {
  firstName: requiredText(MESSAGES.firstName, LIMITS.personName),
  lastName: requiredText(MESSAGES.lastName, LIMITS.personName),
  organizationName: requiredText(MESSAGES.organizationName, LIMITS.name),
  email: requiredEmail(),
};

const NAMES = ['firstName', 'lastName', 'organizationName', 'email'] as const;

const firstMessage = (schema: v.GenericSchema<string, unknown>, value: string): string | undefined => {
  const result = v.safeParse(schema, value);
  return result.success ? undefined : result.issues[0].message;
};

/** Everything is required, the passwords match, the terms are ticked. */
export function signupProblems(values: SignupValues): Problems<SignupValues> {
  const { password, passwordConfirmation, terms } = values;
  const problems: { -readonly [K in keyof SignupValues]?: string } = {};
  for (const name of NAMES) {
    const message = firstMessage(PERSON[name], values[name]);
    if (message) problems[name] = message;
  }
  if (!password) problems.password = MESSAGES.passwordMissing;
  if (!passwordConfirmation) problems.passwordConfirmation = MESSAGES.confirmationMissing;
  else if (password !== passwordConfirmation) problems.passwordConfirmation = MESSAGES.passwordsDiffer;
  if (!terms) problems.terms = MESSAGES.termsMissing;
  return problems;
}

export const SIGNUP_FAILED = 'Registration failed. Please try again.';
export const ALREADY_REGISTERED =
  'This email is already registered. Please use a different email or sign in.';
export const MIGRATIONS_MISSING =
  'The database is not ready for sign-up. Developer note: run the migrations of this version, then try again.';

export interface SignupFailure {
  message: string;
  /** The field it belongs to; without one it stands above the form. */
  field?: 'email' | 'password';
  /** A second line for what a person can do about it. */
  detail?: string;
}

/** What a failed sign-up says, and where (docs/product/platform.md, Screen messages). */
export function signupFailure(error: AppError): SignupFailure {
  const weak = weakPassword(error, LIMITS.passwordMinReset);
  if (weak) return { field: 'password', message: weak };
  if (error.type === 'AUTH_EMAIL_IN_USE' || /already exists|duplicate key/i.test(error.message)) {
    return { field: 'email', message: ALREADY_REGISTERED };
  }
  if (error.code === '42501' || error.code === 'PGRST202' || error.code === '42883') {
    return { message: MIGRATIONS_MISSING };
  }
  const helps = error.type === 'NETWORK' || error.status === 429;
  return { message: SIGNUP_FAILED, ...(helps ? { detail: error.userMessage } : {}) };
}
