import type { AmountNotation } from './currency';
import { LIMITS } from './limits';
import { formatMoney } from './money';
import { formatDate } from './dates';
import { groupThousands } from './group-thousands';

/**
 * What a form, a constraint or a trigger says when an input is refused (docs/product/platform.md, Validation texts). Voice: say what to do. The
 * older texts about signing in carry no full stop, and stay as they are.
 */
export const MESSAGES = {
  // signing in and up
  loginMissing: 'Please enter both email and password',
  forgotEmailMissing: 'Please enter your email address',
  passwordsDiffer: 'Passwords do not match',
  termsMissing: 'You must agree to the terms and conditions',
  resetMissing: 'Please enter and confirm your new password',
  resetTooShort: 'Password must be at least 6 characters long',
  passwordMissing: 'Password is required',
  createTooShort: 'Password must be at least 8 characters',
  confirmationMissing: 'Please confirm your password',
  resendEmailMissing: 'Email address is required',

  // people and companies
  firstName: 'Enter a first name.',
  lastName: 'Enter a last name.',
  organizationName: 'Enter the name of your agency.',
  vendorName: 'Enter the vendor’s name.',
  email: 'Enter an email address.',
  emailFormat: 'Enter a full email address, like name@agency.com.',
  phoneFormat: 'Use digits, spaces and + ( ) - only.',
  postalAddressLines: 'Use at most 6 lines.',
  taxNumber: 'Enter the number on one line.',
  website: 'Enter a full web address, like https://example.com.',
  logoUrl: 'Enter a full web address that starts with https://.',
  country: 'Choose a country.',
  companion: 'Choose another customer as companion.',
  preferences: 'Shorten these preferences.',
  vendorCategory: 'Choose one of the listed categories.',
  contactName: 'Enter the name of each contact.',
  contactTooLong: 'Shorten the details of this contact.',
  paymentDays: `Enter a number of days from 0 to ${LIMITS.paymentDaysMax}.`,
  paymentBasis: 'Choose booking, departure, return or before departure.',

  birthdayFuture: 'Enter a birthday in the past.',
  contactEmail: 'Enter the email address, or remove this row.',
  contactPhone: 'Enter the phone number, or remove this row.',
  program: 'Enter what the program is called, or remove this row.',

  // passports
  passportNumber: 'Enter the passport number.',
  passportNumberFormat: 'Enter the number as printed, 6 to 20 letters and digits.',
  passportCountry: 'Choose the country that issued it.',
  passportExpiry: 'Enter the expiry date.',
  passportExpiryOrder: 'Expiry must be after the day of issue.',

  // sales
  customer: 'Choose the customer for this booking.',
  vendor: 'Choose the vendor for this booking.',
  agent: 'Choose the agent who sold this booking.',
  bookingReference: 'Enter the booking reference.',
  saleDate: 'Enter the sale date.',
  returnBeforeTravel: 'Return must be on or after departure.',
  totalAmount: 'Enter the total amount.',
  commissionAmount: 'Enter the commission amount.',
  commissionRate: 'Enter the commission rate.',
  commissionOverTotal: 'Commission must be at most the total amount.',
  travelers: 'Choose the travelers from your customers.',
  travelerPays: 'The customer who pays is part of the sale already. Remove them from the travelers.',
  saleStatus: 'Invalid status specified',
  commissionStatus: 'Choose one of the listed statuses.',
  currency: 'Use the currency of your organization.',

  // payments
  paymentAmount: 'Enter the amount you paid.',
  paymentDate: 'Enter the payment date.',
  paymentMethod: 'Choose how the agent was paid.',

  // receipts
  receivedOn: 'Enter the day the money came.',
  receivedOnFuture: 'Enter the day the money came, today at the latest.',
  receivedAmount: 'Enter the amount received.',

  // formats and ranges
  dateFormat: 'Enter a date like 11/19/2026.',
  // The limits in words, which a test compares: making them here would cost every page's start.
  dateRange: 'Enter a date between Jan 1, 1900 and Dec 31, 2199.',
  moneyFormat: 'Enter an amount like 1,482.50.',
  moneyDecimals: 'Use at most two decimals.',
  moneyNegative: 'Enter an amount of 0 or more.',
  percentFormat: 'Enter a percentage like 12.5.',
  percentDecimals: 'Use at most two decimals.',
  percentRange: 'Enter a percentage from 0 to 100.',

  /** Missing input no message was written for. */
  required: 'Fill in this field.',
  /** Refused by a rule that has no text of its own. */
  invalid: 'Please check your input and try again.',
} as const;

export type MessageKey = keyof typeof MESSAGES;

/** "Use at most 100 characters." */
export function tooLong(max: number): string {
  return `Use at most ${groupThousands(max)} characters.`;
}

/** "Enter an amount like 1.482,50.": in the notation of the agency. */
export const amountLike = (notation: AmountNotation): string =>
  notation === 'comma' ? 'Enter an amount like 1.482,50.' : MESSAGES.moneyFormat;

/** "Return must be on or after Jul 18, 2027." */
export function returnOnOrAfter(travelDate: string): string {
  return `Return must be on or after ${formatDate(travelDate)}.`;
}

/** "The payment must be exactly $1,482.00, the agent's share." */
export function paymentMustEqual(amount: number, currency: string): string {
  return `Enter exactly ${formatMoney(amount, { cents: true, currency })}, the agent’s share.`;
}
