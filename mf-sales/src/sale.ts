import type { contract as sharedContract } from '@paperplane/shared/contract';
import type {
  CommissionStatus,
  PaymentMethod,
  SaleLine,
  SplitPart,
  VendorRate,
} from '@paperplane/shared/domain';
import type { AnswerOf, ArgsOf } from '@paperplane/shared/platform';
import type { contract } from './contract';
import type { contract as detail } from './detail/contract';
import type { contract as groups } from './groups/contract';
import type { contract as payments } from './payments/contract';

/** The functions this remote asks, its own and those that others ask as well. */
export type Contract = typeof contract &
  typeof detail &
  typeof groups &
  typeof payments &
  typeof sharedContract;

/** One page of sales with the figures of everything that matches. */
export type SalesPage = AnswerOf<Contract, 'list_sales'>;

/** A sale as a list shows it; amounts in the sale's currency, the rate in percent, dates as `yyyy-mm-dd`. */
export type Sale = SalesPage['rows'][number];
export type SaleAgent = Sale['agent'];

export interface SalePayment {
  id: string;
  amount: number;
  paymentDate: string;
  paymentMethod: PaymentMethod;
  reference: string | null;
}

export interface SaleCommission {
  id: string;
  status: CommissionStatus;
  /** Gross: what the vendor owes the agency. */
  amount: number;
  /** The agent's share in percent. */
  commissionSplit: number;
  /** Of a divided split what of the commission has which; not in what is kept for reading offline from before. */
  splitParts?: readonly SplitPart[] | null;
  /** What the share is reckoned from instead of the amount; null for the amount. */
  shareBase?: number | null;
  /** What the agent is paid. */
  agentAmount: number;
  receivedAmount: number | null;
  receivedOn: string | null;
  /** When the vendor is expected to pay; not in what is kept for reading offline from before. */
  dueOn?: string | null;
  payment: SalePayment | null;
}

/** A customer who travels beside the paying one. */
export interface SaleTraveler {
  id: string;
  firstName: string;
  lastName: string;
}

/** A payment the customer is to make: `amount` null is the rest. */
export type PlannedPayment = NonNullable<SalePayload['paymentPlan']>[number];

/** What is open of a payment of the plan, in major units. */
export interface PaymentDue {
  dueOn: string;
  openAmount: number;
}

/** A group booking as lists and pickers show it. */
export type SaleGroup = AnswerOf<Contract, 'list_sale_groups'>['rows'][number];
/** A group booking as its page shows it. */
export type SaleGroupDetail = NonNullable<AnswerOf<Contract, 'get_sale_group'>>;
/** What the form of a group writes. */
export type SaleGroupInput = ArgsOf<Contract, 'save_sale_group'>['saleGroup'];

/** The group of a sale, as the form of the sale needs it. */
export interface GroupOption {
  id: string;
  name: string;
  travelDate: string | null;
  returnDate: string | null;
  /** Percent; `null` where the vendor's own rate holds. */
  defaultCommissionRate: number | null;
  vendor: VendorOption;
}

/** Who sold a sale beside its seller, and how many percent of it are theirs. */
export type CoSeller = NonNullable<SalePayload['coSellers']>[number];

/** A sale as its own page shows it. */
export interface SaleDetail extends Omit<Sale, 'commission' | 'vendor'> {
  vendor: VendorOption;
  /** When the customer pays, the first day first; empty where nothing was agreed. */
  paymentPlan: readonly PlannedPayment[];
  /** The same with what is open. */
  dues: readonly PaymentDue[];
  /** Whether payments were recorded. */
  hasPayments: boolean;
  /** Nobody where there is one seller. */
  coSellers: readonly CoSeller[];
  /** Whether there are overrides, or corrections by tier, that the reader may see. */
  hasBeside: boolean;
  /** `null` where the reader does not see it. */
  commission: SaleCommission | null;
  /** What it is made of, in order; none for one total. */
  lines: SaleLine[];
  /** Of the total, the agency's own service fee. */
  feeAmount: number;
  /** By name. */
  travelers: SaleTraveler[];
  /** The group booking it belongs to. */
  group: Omit<GroupOption, 'vendor'> | null;
}

/** A sale of somebody else of which the reader has a share: amounts are their part. */
export type SharedSale = NonNullable<AnswerOf<Contract, 'get_shared_sale'>>;

/** Whether what a sale brings is divided into parts that its page lists: several sell it, or a service fee is paid beside the commission. */
export const isDivided = ({ coSellers, feeAmount }: Pick<SaleDetail, 'coSellers' | 'feeAmount'>): boolean =>
  coSellers.length > 0 || feeAmount > 0;

/** Who has a share of a sale, as far as the reader may see it. */
export type SaleShares = NonNullable<AnswerOf<Contract, 'get_sale_shares'>>;

/** What happened to a sale and its commission, newest first, and the names of people and vendors mentioned, by id. */
export type SaleHistory = AnswerOf<Contract, 'get_sale_history'>;

/** One entry of a sale's history: the columns that changed, as they were and as they became. */
export type SaleHistoryEntry = SaleHistory['entries'][number];

/** A status change of the sale's commission, by itself or with the sale. */
export type CommissionStatusChange = SaleHistory['commission'][number];

/** What the customer paid, as the history has it. */
export type SalePaid = SaleHistory['payments'][number];

/** What a change did to a closed month; admins alone read it. */
export type SaleCorrection = SaleHistory['corrections'][number];

/** A customer, vendor or agent in a picker of the form. */
export type CustomerOption = Omit<Sale['customer'], 'phone'>;
export type VendorOption = Sale['vendor'] & {
  /** Its rates by kind of line and day, where there are any. */
  rates?: readonly VendorRate[];
};
export type AgentOption = SaleAgent;

/** A checked form: only the basis and the value of that basis are worth sending, the database derives the other. */
export type SalePayload = ArgsOf<Contract, 'create_sale'>['sale'];

/** What an update sends: the changed fields only. */
export type SaleChanges = ArgsOf<Contract, 'update_sale'>['changes'];

/** A customer added from the form. */
export interface CustomerInput {
  firstName: string;
  lastName: string;
  email: string | null;
  phone: string | null;
}

/** A vendor added from the form. */
export interface VendorInput {
  name: string;
  email: string | null;
  /** Percent. */
  defaultCommissionRate: number;
}

/** A sale with the same booking reference at the same vendor. */
export type DuplicateBooking = AnswerOf<Contract, 'find_duplicate_bookings'>[number];

/** How saving ended: done, or nothing written because others have changed the sale since it was opened, oldest change first. */
export type SaveOutcome = AnswerOf<Contract, 'update_sale'>;

/** What somebody did with a sale while another person was editing it. */
export type SaleChange = Extract<SaveOutcome, { outcome: 'conflict' }>['changes'][number];
