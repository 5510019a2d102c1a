import { camelCase } from './column-names';
import type { ConstraintError } from './constraints';
import { readSavedAlready, SAVED_ALREADY, type SavedAlready } from './saved-already';

/** Kinds of failure a screen can meet (docs/product/platform.md, Error catalogue). */
export type ErrorType =
  | 'NETWORK'
  | 'AUTH_INVALID_CREDENTIALS'
  | 'AUTH_EMAIL_IN_USE'
  | 'AUTH_WEAK_PASSWORD'
  | 'AUTH_EMAIL_NOT_CONFIRMED'
  | 'AUTH_ERROR'
  | 'VALIDATION'
  | 'PERMISSION'
  | 'API_CLIENT_ERROR'
  | 'API_SERVER_ERROR'
  | 'UNKNOWN';

/** What a rule of ours refused: a code for each sentence, and what it is about, as the database names both. Whoever has to tell refusals apart compares codes, never texts. */
export interface Refusal {
  readonly code: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** A failure as every screen gets it: plain data, so that the store can hold it. */
export interface AppError {
  readonly type: ErrorType;
  /** What a person reads. */
  readonly userMessage: string;
  /** What the server or the runtime said; for logs. */
  readonly message: string;
  /** Where it happened, for example `Auth/SignIn` or `Api/getSale`. */
  readonly context: string;
  /** The form field it belongs to, by its camelCase name. */
  readonly field?: string;
  /** What was saved already with the same key. */
  readonly already?: SavedAlready;
  /** What `userMessage` says, where a rule of the database refused. */
  readonly refusal?: Refusal;
  readonly code?: string;
  readonly status?: number;
}

/** Texts of the central classifier, word for word (docs/product/platform.md, Error catalogue). */
export const ERROR_MESSAGES: Record<ErrorType, string> = {
  NETWORK: 'Network connection issue. Please check your internet connection.',
  AUTH_INVALID_CREDENTIALS: 'Invalid email or password. Please try again.',
  AUTH_EMAIL_IN_USE: 'This email is already in use. Please use a different email or try signing in.',
  AUTH_WEAK_PASSWORD: 'The password is too weak. Please use a stronger password.',
  AUTH_EMAIL_NOT_CONFIRMED: 'Please verify your email address before signing in.',
  AUTH_ERROR: 'Authentication error. Please try again.',
  VALIDATION: 'Please check your input and try again.',
  PERMISSION: 'You do not have permission to perform this action.',
  API_CLIENT_ERROR: 'There was an issue with your request. Please try again.',
  API_SERVER_ERROR: 'Server error. Please try again later.',
  UNKNOWN: 'An unexpected error occurred. Please try again later.',
};

/** Beyond the catalogue: a limit is no fault of the typed password, so it says what to do. */
export const RATE_LIMIT_MESSAGE = 'Too many attempts. Wait a few minutes, then try again.';

/** Beyond the catalogue: without a mail server of its own, hosted Auth mails the project's team only. The operator sets one up. */
export const NO_MAIL_MESSAGE =
  'This installation cannot send mail to your address yet. Please tell whoever runs it that Auth needs its own mail server.';

/** Beyond the catalogue: the database stopped what took too long, or waited too long for somebody else, and took all of it back. */
export const TIMED_OUT_MESSAGE = 'This took too long and was stopped. Nothing was changed. Please try again.';
const TIMED_OUT = ['57014', '55P03'];

interface Facts {
  message: string;
  code: string;
  status: number;
  name: string;
  details: string;
  hint: string;
  /** Why Auth finds a password weak; `pwned` for a well-known or leaked one. */
  reasons: readonly unknown[];
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

function factsOf(error: unknown): Facts {
  if (typeof error === 'string')
    return { message: error, code: '', status: 0, name: '', details: '', hint: '', reasons: [] };
  const raw = (typeof error === 'object' && error !== null ? error : {}) as Record<string, unknown>;
  return {
    message: text(raw['message']),
    code: text(raw['code']) || text(raw['error_code']),
    status: typeof raw['status'] === 'number' ? raw['status'] : 0,
    name: text(raw['name']),
    details: text(raw['details']),
    hint: text(raw['hint']),
    reasons: Array.isArray(raw['reasons']) ? raw['reasons'] : [],
  };
}

/** Finds the constraint that a refusal of the database names; `constraintError`, where it has been fetched. */
type Explain = (message: string) => ConstraintError | null;

/** A refusal by its details; what cannot be read, as of a database of before, says nothing. */
function readRefusal(details: string): Pick<AppError, 'refusal'> {
  try {
    const { code, params } = JSON.parse(details) as Partial<Refusal>;
    return code ? { refusal: { code, params: params ?? {} } } : {};
  } catch {
    return {};
  }
}

const COLUMN = /^[a-z][a-z_]*(\.\d+(\.[a-z_]+)?)?$/;

/** Codes Postgres and PostgREST use for input that a rule of ours refuses, with a text made for people. */
function businessRule(
  facts: Facts,
  explain: Explain,
): Pick<AppError, 'userMessage' | 'field' | 'already' | 'refusal'> | null {
  const constraint = explain(facts.message) ?? explain(facts.details);
  if (constraint) return { userMessage: constraint.message, field: constraint.field };
  if (facts.code === 'P0001' && facts.hint === SAVED_ALREADY) {
    return {
      userMessage: facts.message,
      already: readSavedAlready(facts.details),
      ...readRefusal(facts.details),
    };
  }
  if (facts.code === 'P0001' && facts.message) {
    return {
      userMessage: facts.message,
      ...(COLUMN.test(facts.hint) ? { field: camelCase(facts.hint) } : {}),
      ...readRefusal(facts.details),
    };
  }
  return null;
}

/** What supabase-js calls a call of an Edge Function that brought no answer of ours: not sent, not passed on, or another failure of the function. */
const isOfFunction = ({ name }: Facts): boolean => /^Functions(Fetch|Relay|Http)Error$/.test(name);

function typeOf({ message, code, status, name }: Facts): ErrorType {
  const said = message.toLowerCase();
  if (name === 'FunctionsFetchError') return 'NETWORK';
  if (name === 'FunctionsRelayError') return 'API_SERVER_ERROR';
  if (name === 'AuthRetryableFetchError' && status === 0) return 'NETWORK';
  if (said.includes('network') || said.includes('failed to fetch') || said.includes('load failed'))
    return 'NETWORK';
  if (code === 'weak_password' || name === 'AuthWeakPasswordError') return 'AUTH_WEAK_PASSWORD';
  if (code === 'email_not_confirmed' || said.includes('email not confirmed'))
    return 'AUTH_EMAIL_NOT_CONFIRMED';
  if (code === 'email_exists' || code === 'user_already_exists' || said.includes('already registered')) {
    return 'AUTH_EMAIL_IN_USE';
  }
  if (
    code === 'invalid_credentials' ||
    /invalid (login )?credential|invalid email|user not found|wrong password/.test(said)
  ) {
    return 'AUTH_INVALID_CREDENTIALS';
  }
  if (code === '42501' || status === 403 || said.includes('permission')) return 'PERMISSION';
  if (name.startsWith('Auth') && status < 500) return 'AUTH_ERROR';
  if (code === 'validation_failed' || /^(22|23)/.test(code) || said.includes('validation'))
    return 'VALIDATION';
  if (status >= 500) return 'API_SERVER_ERROR';
  if (status >= 400) return 'API_CLIENT_ERROR';
  return 'UNKNOWN';
}

/** True for text that was written for people; raw database errors are not shown, nor Auth's words for a password that is known. */
const isReadable = ({ message, code, reasons }: Facts): boolean =>
  message !== '' && !/^(22|23|42)/.test(code) && !reasons.includes('pwned');

/**
 * Turns anything thrown or returned by the network, Auth or the database into an {@link AppError}.
 * @param error whatever was caught
 * @param context where it happened, for example `Auth/SignIn`
 * @param explain knows the words for the database's constraints; left out where none can be met, for they are many
 * Texts of our own database rules win over the generic ones.
 */
export function processError(error: unknown, context: string, explain: Explain = () => null): AppError {
  if (isAppError(error)) return error;
  const facts = factsOf(error);
  const base = {
    message: facts.message || 'unknown',
    context,
    ...(facts.code ? { code: facts.code } : {}),
    ...(facts.status ? { status: facts.status } : {}),
  };
  const rule = businessRule(facts, explain);
  if (rule) return { ...base, type: 'VALIDATION', ...rule };
  const type = typeOf(facts);
  let userMessage = ERROR_MESSAGES[type];
  if (facts.status === 429) userMessage = RATE_LIMIT_MESSAGE;
  else if (facts.code === 'email_address_not_authorized') userMessage = NO_MAIL_MESSAGE;
  else if (TIMED_OUT.includes(facts.code)) userMessage = TIMED_OUT_MESSAGE;
  else if (isOfFunction(facts)) userMessage = facts.message;
  else if ((type === 'AUTH_WEAK_PASSWORD' || type === 'VALIDATION') && isReadable(facts))
    userMessage = facts.message;
  return { ...base, type, userMessage };
}

/** True for an error that has been through {@link processError}. */
export function isAppError(error: unknown): error is AppError {
  return (
    typeof error === 'object' &&
    error !== null &&
    'userMessage' in error &&
    'type' in error &&
    'context' in error
  );
}

/** What a person reads about any failure: a string as is, else the user message, else the message, else a fixed text. */
export function displayMessage(error: unknown): string {
  if (typeof error === 'string') return error;
  const { userMessage, message } = (error ?? {}) as { userMessage?: unknown; message?: unknown };
  return text(userMessage) || text(message) || 'An unknown error occurred';
}
