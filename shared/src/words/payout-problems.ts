import { plural } from '../domain';

/** Why a commission in a payout cannot be paid any more, as a code; what its words name. */
interface Problem {
  code: string;
  params: unknown;
}

interface ProblemParams {
  /** The agent's share as it is now. */
  amount: number;
}

const PROBLEMS: Readonly<Record<string, (params: ProblemParams) => string>> = {
  agent_paid: () => 'Paid on its own meanwhile',
  cancelled: () => 'Cancelled meanwhile',
  agent_changed: () => 'Given to another agent',
  share_changed: ({ amount }) =>
    `The agent’s share is ${amount.toLocaleString('en-US', { minimumFractionDigits: 2 })} now`,
  held: () => 'Held meanwhile',
  travel: () => 'Waits for the trip',
  vendor: () => 'No longer received',
  customer: () => 'The customer has not paid this sale',
};

/** Why a payout was not paid on its day, as a code with its parameters. */
export interface PayoutFailure {
  code: string;
  params: unknown;
}

interface FailureParams {
  /** How many commissions cannot be paid; `problems` has the first ones. */
  count: number;
  problems: readonly (Problem & { booking_reference: string })[];
  /** What the database refused it with. */
  error: string;
}

const FAILURES: Readonly<Record<string, (params: FailureParams, text: string) => string>> = {
  commissions_unpayable({ count, problems }, text) {
    if (problems.some(({ code }) => !PROBLEMS[code])) return text;
    const named = problems.map(
      ({ booking_reference: reference, code, params }) => `${reference} (${problemText(code, params, '')})`,
    );
    const some = [...named.join(', ')].slice(0, 300).join('');
    return `${plural(count, 'commission')} cannot be paid any more: ${some}`;
  },
  not_recorded: ({ error }) => `It could not be recorded: ${error}`,
};

/** The codes that have words. */
export const PROBLEM_CODES = Object.keys(PROBLEMS);

/**
 * Why a commission in a payout cannot be paid any more.
 * @param text as the database wrote it: of a code that this version does not know, or of before there were codes
 */
export function problemText(code: string | null | undefined, params: unknown, text: string): string {
  const words = code ? PROBLEMS[code] : undefined;
  return words ? words(params as ProblemParams) : text;
}

/** The same of why a payout was not paid on its day. */
export function failureText(failure: PayoutFailure | null | undefined, text: string): string {
  const words = failure ? FAILURES[failure.code] : undefined;
  return words && failure ? words(failure.params as FailureParams, text) : text;
}
