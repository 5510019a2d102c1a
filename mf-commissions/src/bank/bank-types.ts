import type { AnswerOf, ArgsOf } from '@paperplane/shared/platform';
import type { contract as accounts } from './accounts/contract';
import type { contract } from './contract';
import type { contract as imports } from './import/contract';
import type { contract as mailbox } from './mailbox/contract';
import type { contract as rules } from './rules/contract';
import type { contract as statements } from './statements/contract';

/** What the bank's pages ask, and what the database answers. */
export type BankContract = typeof contract &
  typeof accounts &
  typeof imports &
  typeof mailbox &
  typeof rules &
  typeof statements;
type Answer<Name extends keyof BankContract> = NonNullable<AnswerOf<BankContract, Name>>;

/** One page of the inbox with the figures around it. */
export type BankInbox = Answer<'get_bank_inbox'>;
export type BankRow = BankInbox['rows'][number];
export type BankGroup = NonNullable<BankRow['group']>;
export type BankAccountName = BankRow['account'];
export type BankVendor = NonNullable<BankRow['vendor']>;
export type BankImport = BankInbox['imports'][number];

/** All that the workbench shows of one transaction. */
export type BankRecord = Answer<'get_bank_transaction'>;
/** A commission that can be, or is, part of a transaction. */
export type BankCommission = BankRecord['open'][number];
/** A penalty or a volume bonus that a deposit can pay, or pays. */
export type BankOther = BankRecord['others'][number];
/** One that is part of a suggestion, or of a match with what was written off of it. */
export type BankPart = BankCommission & Partial<BankRecord['allocations'][number]>;
/** What an admin recorded as received before a deposit showed it. */
export type RecordedReceipt = NonNullable<BankCommission['recorded']>;
export type Suggestion = BankRecord['suggestions'][number];
export type Certainty = Suggestion['certainty'];
/** One signal: positive weights speak for a suggestion, negative ones against it. */
export type Reason = Suggestion['reasons'][number];
export type Decision = BankRecord['decisions'][number];

/** Somebody an agent's payment names: why something cannot be taken back. */
export type PaidAgent = Pick<Answer<'undo_bank_import'>['paid'][number], 'bookingReference' | 'agent'>;

/** A transaction as somebody saw it. */
export type Seen = ArgsOf<BankContract, 'accept_bank_suggestions'>['transactions'][number];

/** A part of a match, as the database takes it. */
export type MatchPart = ArgsOf<BankContract, 'match_bank_transaction'>['parts'][number];

export type SentStatementLine = ArgsOf<BankContract, 'save_bank_remittance'>['lines'][number];
/** What a vendor kept back of a deposit. */
export type SentStatementFee = NonNullable<ArgsOf<BankContract, 'save_vendor_statement'>['fees']>[number];

/** A statement that came without a deposit, beside commissions. */
export type VendorStatement = Answer<'get_vendor_statement'>;
export type ComparedLine = VendorStatement['lines'][number];
export type StatementStatus = VendorStatement['status'];
export type VendorStatements = Answer<'list_vendor_statements'>;

/** What a rule asks and does, how often it did, and who made it. */
export type BankRule = Answer<'list_bank_rules'>[number];
/** The accounts' page: how far each is, where it comes from, what waits. */
export type BankAccountsPage = Answer<'get_bank_accounts_page'>;
export type AccountOnPage = BankAccountsPage['accounts'][number];
export type BankConnection = NonNullable<AccountOnPage['connection']>;
export type BankProvider = BankConnection['provider'];
/** A connection with accounts of the bank that nobody has said where they go. */
export type WaitingConnection = BankAccountsPage['waiting'][number];
export type FoundAccount = WaitingConnection['accountsToLink'][number];
/** What the bank took back or changed. */
export type BankQuestion = BankAccountsPage['questions'][number];
/** Where an account of the bank goes. */
export type SentLink = ArgsOf<BankContract, 'link_bank_accounts'>['links'][number];

/** A rule as it is sent. */
export type SentRule = ArgsOf<BankContract, 'save_bank_rule'>['rule'];
/** What a rule would take of what waits. */
export type RulePreview = Answer<'preview_bank_rule'>;

/** The functions that decide about transactions. */
export type DecisionName =
  | 'accept_bank_suggestions'
  | 'reject_bank_suggestion'
  | 'match_bank_transaction'
  | 'set_aside_bank_transactions'
  | 'reopen_bank_transaction'
  | 'set_bank_vendor'
  | 'undo_bank_decision'
  | 'undo_bank_import'
  | 'save_bank_remittance'
  | 'delete_bank_remittance'
  | 'save_vendor_statement'
  | 'set_vendor_statement'
  | 'set_statement_line'
  | 'save_bank_rule'
  | 'switch_bank_rule'
  | 'order_bank_rules'
  | 'delete_bank_rule'
  | 'apply_bank_rule';

type Done<Name extends DecisionName> = Partial<Omit<Answer<Name>, 'success' | 'error' | 'field'>>;

/** What became of a decision. A refusal is an answer, for it may name who was faster or who was paid. */
export type Outcome = {
  ok: boolean;
  error?: string | null;
  field?: string | null;
  conflict?: { by: string | null; at: string; status: BankRow['status'] };
} & Done<'accept_bank_suggestions'> &
  Done<'set_aside_bank_transactions'> &
  Done<'match_bank_transaction'> &
  Done<'undo_bank_decision'> &
  Done<'undo_bank_import'> &
  Done<'save_bank_remittance'> &
  Done<'apply_bank_rule'> & { id?: string; waiting?: number };

/** The statement mailbox of the agency. */
export type Mailbox = Answer<'get_mailbox'>;
export type MailedStatement = Answer<'list_mailed_statements'>[number];
