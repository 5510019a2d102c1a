import type { AnswerOf, ArgsOf } from '@paperplane/shared/platform';
import type { contract } from './contract';
import type { Customer } from './customer';

type Contract = typeof contract;

/** Everything the page of a customer shows. */
export type CustomerProfile = Omit<
  NonNullable<AnswerOf<Contract, 'get_customer_page'>>,
  'customer' | 'passports'
> & {
  customer: Customer;
  /** Not there where the page is read without a network: no device keeps them. */
  passports?: Passport[];
};

export type CustomerTotals = CustomerProfile['totals'];
/** Another customer one travels with. */
export type Companion = CustomerProfile['companions'][number];
/** A passport without its number. */
export type Passport = NonNullable<AnswerOf<Contract, 'get_customer_page'>>['passports'][number];
/** Somebody who was merged into this customer. */
export type Merge = CustomerProfile['merges'][number];
/** A trip that is under way or ahead. */
export type Trip = CustomerProfile['trips'][number];

/** What is typed about a passport; without a number the stored one is kept. */
export type PassportInput = ArgsOf<Contract, 'save_passport'>['passport'];
