import type { Chance } from '../chance';
import { deDay, isoOf, parts, ukDay, usDay } from './days';
import { LAYOUTS, type Row, type Sheet } from './layouts';
import { plain } from './names';
import type { Item, Payment } from './payments';
import { cell } from './printer';
import { traveler, type Agency } from './remit';
import type { Region, StrangersStatement } from './types';
import type { Payer, Trade } from './trade';

/** What a payer sends along with a payment, in its own layout. */
export function statementOf(
  chance: Chance,
  region: Region,
  trade: Trade,
  payer: Payer,
  payment: Payment,
  agency: Agency,
  run: string,
): StrangersStatement {
  const layout = LAYOUTS[payer.layout ?? 0] ?? LAYOUTS[0];
  if (!layout) throw new Error('No layouts');
  const rows = payment.items.map((item) => rowOf(chance, trade, payer, item));
  const sheet = layout(rows, {
    payer: payer.name,
    agency,
    region,
    run,
    day: payment.day,
    fee: payer.channel === 'wire' ? 0 : payment.fee,
    money: (cents) => (region === 'eu' ? german(cents) : english(cents)),
    date: { us: usDay, uk: ukDay, eu: deDay }[region],
  });
  const { y, m, d } = parts(payment.day - 1);
  const short = plain(payer.name)
    .replace(/[^A-Za-z]+/g, '')
    .slice(0, 12);
  const stem = chance.is(0.5) ? `${short}_${y}${m}${d}` : `Commission Statement ${isoOf(payment.day)} ${run}`;
  const text = csv(sheet);
  return sheet.spreadsheet
    ? { name: `${stem}.xlsx`, format: 'xlsx-rows', text, rows: sheet.rows }
    : { name: `${stem}.csv`, format: 'csv', text };
}

function rowOf(chance: Chance, trade: Trade, payer: Payer, item: Item): Row {
  const { sale, cents } = item;
  const rate = trade.vendors[sale.vendor]?.category === 'cruise' ? 0.14 : 0.1;
  return {
    reference: sale.reference,
    name: traveler(chance, payer, item),
    vendor: trade.vendors[sale.vendor]?.name ?? '',
    start: sale.startsOn,
    end: sale.endsOn,
    cents,
    due: sale.booking.commission,
    gross: Math.round(sale.booking.commission / rate),
  };
}

function english(cents: number): string {
  return (cents / 100).toFixed(2);
}

function german(cents: number): string {
  const [whole = '', rest = ''] = (Math.abs(cents) / 100).toFixed(2).split('.');
  return `${cents < 0 ? '-' : ''}${whole.replace(/\B(?=(\d{3})+$)/g, '.')},${rest}`;
}

function csv({ rows, separator = ',', ends = ['\r\n'] }: Sheet): string {
  return rows
    .map((cells, n) => {
      const line = cells.map((text) => cell(text, separator === ',' && text.includes(','))).join(separator);
      return line + (ends[n % ends.length] ?? '\n');
    })
    .join('');
}
