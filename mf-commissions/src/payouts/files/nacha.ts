import { fitPayments, paymentDay } from './fit-payments';
import { NoPaymentFile, type LeftOut, type PaymentData } from './payment-types';
import { senderName } from './plain-text';

const RECORD = 94;
const BLOCK = 10;
/** Characters of an account number. */
const ACCOUNT = 17;
/** Ten digits of cents. */
const MOST = 9_999_999_999;

const left = (text: string, length: number) => text.slice(0, length).padEnd(length);
const digits = (value: number | string, length: number) => String(value).padStart(length, '0').slice(-length);
const day = (date: string) => date.slice(2, 10).replaceAll('-', '');
/** Which file of a day it is: a letter, then a digit. */
const MODIFIERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';

/** @throws NoPaymentFile when the day has no more of them */
function modifierOf(number: number): string {
  const modifier = MODIFIERS[number - 1];
  if (modifier === undefined)
    throw new NoPaymentFile(
      `A bank takes ${MODIFIERS.length} NACHA files of a day, and this is file ${number}. Make it tomorrow.`,
    );
  return modifier;
}

const checkingOrSavings = (type: string | undefined) => (type === 'savings' ? '32' : '22');

/**
 * A NACHA file of PPD credits, one batch: records of 94 characters, blocks of ten. It holds the credits alone; the bank takes their
 * sum from the account of the company. It is made on the agency's day, and pays on the planned one, or on that day where the planned is over.
 * @throws NoPaymentFile when it cannot say who pays, or which file of the day it is, or pays nobody
 */
export function nachaFile(data: PaymentData): { content: string; left: LeftOut[] } {
  const { routingNumber = '', companyId = '', holderName } = data.sender;
  const { payments, left: leftOut } = fitPayments(data, {
    nameLength: 22,
    mostCents: MOST,
    accountLength: ACCOUNT,
  });
  const company = senderName(holderName, 16).toUpperCase();
  const identification = left(companyId.length === 9 ? `1${companyId}` : companyId, 10);
  const bank = routingNumber.slice(0, 8);
  const { madeAt } = data;
  const paidOn = day(paymentDay(data));
  const modifier = modifierOf(data.number);

  const header =
    '101' +
    ` ${digits(routingNumber, 9)}` +
    identification +
    day(madeAt) +
    madeAt.slice(11, 16).replace(':', '') +
    `${modifier}094101` +
    left('', 23) +
    left(senderName(holderName, 23).toUpperCase(), 23) +
    left('', 8);
  const batchHeader =
    '5220' +
    left(company, 16) +
    left('', 20) +
    identification +
    'PPD' +
    left('COMMISSION', 10) +
    paidOn +
    paidOn +
    left('', 3) +
    '1' +
    bank +
    digits(1, 7);
  const entries = payments.map(
    ({ payment: { agentId, numbers }, name, cents }, n) =>
      '6' +
      checkingOrSavings(numbers.accountType) +
      digits(numbers.routingNumber ?? '', 9) +
      left(numbers.accountNumber ?? '', ACCOUNT) +
      digits(cents, 10) +
      left(agentId.replaceAll('-', '').slice(0, 15).toUpperCase(), 15) +
      left(name.toUpperCase(), 22) +
      left('', 2) +
      '0' +
      bank +
      digits(n + 1, 7),
  );
  const hash = digits(
    payments.reduce((sum, { payment }) => sum + Number(payment.numbers.routingNumber?.slice(0, 8)), 0),
    10,
  );
  const total = digits(
    payments.reduce((sum, { cents }) => sum + cents, 0),
    12,
  );
  const batchControl =
    '8220' +
    digits(entries.length, 6) +
    hash +
    digits(0, 12) +
    total +
    identification +
    left('', 25) +
    bank +
    digits(1, 7);
  const blocks = Math.ceil((entries.length + 4) / BLOCK);
  const control =
    '9' +
    digits(1, 6) +
    digits(blocks, 6) +
    digits(entries.length, 8) +
    hash +
    digits(0, 12) +
    total +
    left('', 39);
  const records = [header, batchHeader, ...entries, batchControl, control];
  while (records.length % BLOCK > 0) records.push('9'.repeat(RECORD));
  return { content: records.map((record) => `${record}\r\n`).join(''), left: leftOut };
}
