import type { AnswerOf, ArgsOf } from '@paperplane/shared/platform';
import type { Standing } from '../parts/standing';
import type { contract as batch } from './batch/contract';
import type { contract } from './contract';
import type { contract as files } from './files/contract';
import type { contract as mine } from './mine/contract';
import type { contract as statement } from './statement/contract';

/** What payouts ask, and what the database answers. */
export type PayoutContract = typeof contract & typeof batch & typeof files & typeof mine & typeof statement;
type Answer<Name extends keyof PayoutContract> = NonNullable<AnswerOf<PayoutContract, Name>>;

type ListAnswer = Answer<'list_payouts'>;
export type PayoutRow = Standing<ListAnswer['rows'][number]>;
/** What stands over the list: what can be paid now, and what was. */
export type PayoutStrip = ListAnswer['strip'];

type PayoutAnswer = Answer<'get_payout'>;
/** A payout with all that its page shows. */
export type Payout = Omit<PayoutAnswer, 'payout'> & { payout: Standing<PayoutAnswer['payout']> };
/** What an agent gets by a payout. */
export type PayoutAgent = PayoutAnswer['agents'][number];
/** Somebody as payouts show them. */
export type Payee = Pick<PayoutAgent, 'id' | 'firstName' | 'lastName' | 'avatarUrl'>;
/** A bank account, as far as anybody may see it. */
export type MaskedAccount = NonNullable<PayoutAgent['account']>;
export type PayoutLine = PayoutAnswer['lines'][number];
/** `returned`: a payment that came back, paid again. */
export type LineKind = PayoutLine['kind'];
/** What a commission is called where it is paid. */
export type PaidCommission = Pick<
  PayoutLine,
  'bookingReference' | 'customer' | 'vendor' | 'receivedOn' | 'commission' | 'split' | 'splitParts'
>;
export type HeldCommission = PayoutAnswer['held'][number];
/** Which payment file was downloaded, when and by whom. */
export type PaymentFileTold = NonNullable<PayoutAnswer['payout']['file']>;
export type PayoutProblem = PayoutAnswer['problems'][number];
export type PayoutEvent = PayoutAnswer['events'][number];
/** Who could approve a draft, and what keeps them from it. */
export type Approver = NonNullable<PayoutAnswer['approvers']>[number];
export type PayoutChange = Approver['changes'][number];
export type ToldLine = NonNullable<PayoutChange['details']['items']>[number];

type MyAnswer = Answer<'get_my_payouts'>;
/** What an agent is told: the next payout to the cent, and why the rest is not in it. */
export type MyPayouts = Omit<MyAnswer, 'payout' | 'account'> & {
  /** Not there where the page is read without a network: no device keeps it. */
  account?: MyAnswer['account'];
  payout: Standing<NonNullable<MyAnswer['payout']>> | null;
};
/** Commissions that are not in the next payout for one reason. */
export type Waiting = MyPayouts['waiting'][number];
export type Obstacle = Waiting['obstacle'];
export type WaitingCommission = Waiting['rows'][number];
export type StatementRow = MyPayouts['statements'][number];

/** A statement with where it belongs. */
export type PaidStatement = Answer<'get_statement'>;

/** What is typed of a bank account. */
export type BankDetailsInput = ArgsOf<PayoutContract, 'save_bank_details'>['details'];
