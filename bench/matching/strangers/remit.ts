import type { Chance } from '../chance';
import { parts } from './days';
import { splitName, writeName } from './names';
import type { Item, Payment } from './payments';
import type { Payer } from './trade';

/** The agency as others address it. */
export interface Agency {
  name: string;
  /** Eight digits, and the other association's. */
  iata: string;
  clia: string;
  account: string;
}

/** The traveler as this payer writes travelers; one in eight is the companion. */
export function traveler(chance: Chance, payer: Payer, item: Item): string {
  const { customer, companion } = item.sale.booking;
  const [first, last] = companion !== null && chance.is(0.12) ? splitName(companion) : customer;
  return writeName(payer.nameForm, first, last);
}

/** The reference as it goes into a text; one in twenty loses an end. */
export function written(chance: Chance, reference: string): string {
  if (!chance.is(0.05) || reference.length < 6) return reference;
  return chance.is(0.7) ? reference.slice(0, -1 - chance.below(2)) : reference.slice(1 + chance.below(2));
}

/** What the payer says a payment is for, in its own form. */
export function remitOf(chance: Chance, payer: Payer, payment: Payment, agency: Agency, run: string): string {
  const [item] = payment.items;
  if (!item) return '';
  if (payment.special === 'recall without')
    return chance.of(['ADJ', 'CHARGEBACK', 'COMM RECALL', `DEBIT MEMO ${run}`]);
  if (payment.items.length > 1) {
    const listed = payment.items.map((one) =>
      payer.lists === 'names'
        ? traveler(chance, payer, one)
        : `${one.sale.reference}${one.cents < 0 ? 'CR' : ''}`,
    );
    return payer.lists === 'nothing'
      ? `STMT ${run}`
      : listed.join(payer.lists === 'names' ? ', ' : payer.remit === 'glued' ? '/' : ' ');
  }
  const reference = written(chance, item.sale.reference);
  const name = traveler(chance, payer, item);
  const { m, yy } = parts(payment.day);
  const recall = payment.special === 'recall with number' ? chance.of(['REV ', 'CXL ', 'RECALL ']) : '';
  if (recall) return `${recall}${item.sale.reference}`;
  switch (payer.remit) {
    case 'bare':
      return reference;
    case 'glued':
      return `BKG${reference}`;
    case 'agency':
      return `${agency.iata} ${reference}`;
    case 'named':
      return `COMM ${reference} ${name}`;
    case 'name first':
      return `${name} ${reference}`;
    case 'invoice':
      return `INV${run} ${reference}`;
    case 'month':
      return `COM${m}${yy}-${reference}`;
    case 'tail':
      return `${reference}/01 NET`;
    case 'quoted':
      return `YOUR REF ${reference}`;
    case 'name':
      return name;
    case 'nothing':
      return payment.day % 2 === 0 ? `PMT ${run}` : agency.clia;
  }
}
