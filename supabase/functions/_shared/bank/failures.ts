/** Why a provider did not deliver, as the database knows it (`fail_bank_sync`). */
export type FailureCode =
  | 'reauthenticate'
  | 'payment_required'
  | 'forbidden'
  | 'not_found'
  | 'too_many'
  | 'slow'
  | 'unreachable'
  | 'wrong_answer'
  | 'too_large'
  | 'expired'
  | 'refused';

/** Each failure in words for the person who connects a bank. */
const SENTENCES: Record<FailureCode, string> = {
  reauthenticate: 'The provider asks you to sign in there again.',
  payment_required: 'The provider asks for a payment. See to it there, then try again.',
  forbidden: 'The provider does not let us in.',
  not_found: 'The provider does not know this connection.',
  too_many: 'The provider was asked too often today. Try again later.',
  slow: 'The provider took too long to answer. Try again in a moment.',
  unreachable: 'The provider cannot be reached. Try again in a moment.',
  wrong_answer: 'The provider answered with something that cannot be read.',
  too_large: 'The provider answered with more than 8 MB.',
  expired: 'The consent has expired. Renew it.',
  refused: 'This address is not asked: it is not https, or not public.',
};

/** A provider that did not deliver. Its message holds no address, token or answer, so that it may be logged. */
export class BankFailure extends Error {
  override name = 'BankFailure';

  constructor(
    readonly code: FailureCode,
    /** The provider's own words. */
    readonly words: string | null = null,
    /** When the provider may be asked again, where it said so. */
    readonly retryAt: string | null = null,
  ) {
    super(code);
  }

  /** What a person is told: a sentence of ours, and the provider's words behind it. */
  get sentence(): string {
    return this.words ? `${SENTENCES[this.code]} It says: “${this.words}”` : SENTENCES[this.code];
  }
}

/** A try to connect that a rule of ours ends, with words for the person. */
export class BankRefusal extends Error {
  override name = 'BankRefusal';

  constructor(
    readonly code: string,
    readonly sentence: string,
    readonly field: string | null = null,
  ) {
    super(code);
  }
}
