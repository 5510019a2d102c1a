import { idOf, shownOf, type Said } from '@paperplane/shared/testing';
import type { PaidStatement } from '../../payout-types';
import { contract as statement } from '../../statement/contract';
import { aPaidBonus, aPaidLine, anAccount } from '../../testing/payout-factories';
import { contract } from '../contract';
import type { Payment, PaymentData } from '../payment-types';

const file = contract.read_payment_file.answer;
const { payments } = file.entries;

const agentId = (n: number) => `0000000${n}-aaaa-4bbb-8ccc-${String(n).padStart(12, '0')}`;

/** A payment to the n-th agent, on a US account. */
export const usPayment = (n: number, amount: number, more: Said<Payment> = {}): Payment =>
  shownOf(payments.item, {
    agentId: agentId(n),
    holderName: `Agent ${n}`,
    amount,
    numbers: { routingNumber: '021000021', accountNumber: `77889966${n}`, accountType: 'checking' },
    ...more,
  });

/** A payment to the n-th agent, on an account with an IBAN. */
export const ibanPayment = (n: number, amount: number, more: Said<Payment> = {}): Payment =>
  usPayment(n, amount, { numbers: { iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' }, ...more });

const payout = {
  batchId: '5d1f6f2c-8f5e-4c0e-9a59-0d8f3b6f7a10',
  name: 'February 2027',
  plannedOn: '2027-02-05',
  madeAt: '2027-02-04T21:20',
  number: 1,
  left: [
    {
      agentId: agentId(9),
      name: 'Nina Keller',
      amount: 158.4,
      code: 'no_bank_details',
      params: {},
      reason: 'No bank details',
    },
  ],
};

/** A payout from a US account. */
export const usPayout = (paid: Payment[], more: Said<PaymentData> = {}): PaymentData =>
  shownOf(file, {
    ...payout,
    currency: 'USD',
    kind: 'us',
    sender: {
      holderName: 'Harbour & Vale Travel',
      routingNumber: '011000015',
      accountNumber: '1122334410',
      accountType: 'checking',
      companyId: '123456789',
    },
    payments: paid,
    ...more,
  });

/** A payout from an account with an IBAN. */
export const ibanPayout = (paid: Payment[], more: Said<PaymentData> = {}): PaymentData =>
  shownOf(file, {
    ...payout,
    currency: 'EUR',
    kind: 'iban',
    sender: { holderName: 'Harbour & Vale Travel', iban: 'FR1420041010050500013M02606', bic: 'PSSTFRPPMON' },
    payments: paid,
    ...more,
  });

/** A statement with a commission, a correction and something carried in. */
export const statementOf = (more: Said<PaidStatement> = {}): PaidStatement =>
  shownOf(statement.get_statement.answer, {
    id: idOf('s1'),
    number: '2027-01-07',
    payout: 'January 2027',
    currency: 'USD',
    agency: {
      name: 'Harbour & Vale Travel',
      email: 'office@harbourvale.test',
      phone: '+1 (212) 555-0148',
      postalAddress: '48 Chandlers Wharf\nNew York, NY 10004',
      taxNumber: 'EIN 00-4815162',
      supportEmail: 'help@harbourvale.test',
    },
    agent: { firstName: 'Sofia', lastName: 'Marino' },
    account: anAccount('6613'),
    lines: [
      aPaidLine({
        amount: 556.5,
        bookingReference: 'TR-29604',
        customer: 'Isabella Wagner',
        vendor: 'Dolce Strada Italy',
        receivedOn: '2026-12-29',
        commission: 927.5,
      }),
      aPaidBonus({ kind: 'correction', amount: -12.6, note: 'HT-28527 was paid twice on Nov 20' }),
    ],
    commissionAmount: 556.5,
    adjustmentAmount: -12.6,
    carriedIn: -42.1,
    amount: 501.8,
    paidOn: '2027-01-08',
    paymentMethod: 'bank_transfer',
    reference: 'PAY-2027-01',
    paidThisYear: 501.8,
    paidLastYear: 28_416.35,
    ...more,
  });
