import { isVisible, LIMITS, MESSAGES } from '../../domain';
import { fieldOf, type ImportKind } from './fields';
import { REQUIRED_OF_SALES, type Mapping } from './mapping';
import { readCell } from './read-cell';

/** What is wrong with a row, and in which field. */
export interface RowError {
  /** From 1, without the header. */
  row: number;
  /** A field's label; '' when it is about the whole row. */
  field: string;
  message: string;
}

/** A row as the database takes it, or what is wrong with it. */
export type ReadRow = { ok: true; row: Record<string, unknown> } | { ok: false; errors: RowError[] };

const PREFERENCES = ['seat', 'cabin', 'meal', 'room', 'mobility', 'allergies', 'interests'];

/** As tickets write names: `BERG/ADA MRS`, or `Berg/Ada`. `Ada/Omar Berg` is a couple. */
const TICKET = /^([^\p{Ll}/]+|[^\s/]+)\/([^\p{Ll}/]+|[^\s/]+)$/u;
const TITLE = /\s+(?:MR|MRS|MS|MISS|MSTR|DR)\.?$/i;

/** `Berg, Ada`, `Ada Maria Berg` and `BERG/ADA MRS`: the last word is the family's, unless a comma or slash says otherwise. */
export function splitName(name: string): [first: string, last: string] {
  const [, surname, forename] = TICKET.exec(name.trim().replace(TITLE, '')) ?? [];
  if (surname && forename) return [forename.trim(), surname.trim()];
  const [family, given] = name.split(',').map((part) => part.trim());
  if (family && given) return [given, family];
  const words = name.trim().split(/\s+/);
  return [words.slice(0, -1).join(' '), words.at(-1) ?? ''];
}

const entries = (values: unknown): { label: null; value: unknown }[] =>
  (values as unknown[]).map((value) => ({ label: null, value }));

const MISSING_IN_SALES: Readonly<Record<(typeof REQUIRED_OF_SALES)[number], string>> = {
  booking_reference: MESSAGES.bookingReference,
  vendor: MESSAGES.vendorName,
  sale_date: MESSAGES.saleDate,
  total_amount: MESSAGES.totalAmount,
};

/** The values whose keys are wanted, without those that say nothing. */
const pick = (values: Record<string, unknown>, wanted: (key: string) => boolean): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([key, value]) => value !== undefined && wanted(key)));

function toCustomer(values: Record<string, unknown>): Record<string, unknown> {
  const { full_name: name, more_emails: emails, more_phones: phones, ...row } = values;
  if (typeof name === 'string') {
    const [first, last] = splitName(name);
    row['first_name'] ??= first;
    row['last_name'] ??= last;
  }
  const preferences = pick(row, (key) => PREFERENCES.includes(key));
  return {
    ...pick(row, (key) => !PREFERENCES.includes(key)),
    ...(emails ? { more_emails: entries(emails) } : {}),
    ...(phones ? { more_phones: entries(phones) } : {}),
    ...(Object.keys(preferences).length > 0 ? { preferences } : {}),
  };
}

function toVendor(values: Record<string, unknown>): Record<string, unknown> {
  const {
    contact_name: name,
    contact_role: role,
    contact_email: email,
    contact_phone: phone,
    ...row
  } = values;
  const contact =
    [role, email, phone].some(Boolean) || name ? [{ name: name ?? row['name'], role, email, phone }] : null;
  return { ...row, ...(contact ? { contacts: contact } : {}) };
}

/** An amount holds to the cent: where there is one, the rate follows from it. */
function toSale({ customer, ...row }: Record<string, unknown>): Record<string, unknown> {
  if (typeof customer === 'string') {
    const [first, last] = splitName(customer);
    row['customer_first_name'] ??= first;
    row['customer_last_name'] ??= last;
  }
  const hasAmount = row['commission_amount'] !== undefined;
  return pick(row, (key) => !(hasAmount && key === 'commission_rate'));
}

const SHAPES: Readonly<Record<ImportKind, (values: Record<string, unknown>) => Record<string, unknown>>> = {
  customers: toCustomer,
  vendors: toVendor,
  sales: toSale,
};

const REQUIRED: Readonly<Record<ImportKind, readonly (readonly [key: string, message: string])[]>> = {
  customers: [
    ['first_name', MESSAGES.firstName],
    ['last_name', MESSAGES.lastName],
  ],
  vendors: [['name', MESSAGES.vendorName]],
  sales: REQUIRED_OF_SALES.map((key) => [key, MISSING_IN_SALES[key]]),
};

const tooLongTag = (row: Record<string, unknown>): boolean =>
  Array.isArray(row['tags']) && row['tags'].some((tag) => String(tag).length > LIMITS.tag);

/** A text of invisible characters alone is none. */
const isMissing = (value: unknown): boolean =>
  typeof value === 'string' ? !isVisible(value) : value === undefined || value === null;

/** What the cells of a row say, by field, and what is wrong with them; what is empty is undefined. */
export function readCells(
  kind: ImportKind,
  cells: readonly string[],
  mapping: Mapping,
  number: number,
  currency: string,
): { values: Record<string, unknown>; errors: RowError[] } {
  const errors: RowError[] = [];
  const values: Record<string, unknown> = {};
  mapping.columns.forEach((key, index) => {
    const field = fieldOf(kind, key);
    if (!field) return;
    const cell = readCell(cells[index] ?? '', field, { ...mapping, currency });
    if (cell.ok) values[key] = cell.value ?? undefined;
    else errors.push({ row: number, field: field.label, message: cell.message });
  });
  return { values, errors };
}

/**
 * A row as the database takes it, of what its cells say; or what is missing, or too long.
 * @param lines of a sale whose total is their sum
 */
export function shapeRow(
  kind: ImportKind,
  values: Record<string, unknown>,
  number: number,
  lines?: readonly object[],
): ReadRow {
  const errors: RowError[] = [];
  const row = SHAPES[kind](values);
  const required = lines ? REQUIRED[kind].filter(([key]) => key !== 'total_amount') : REQUIRED[kind];
  for (const [key, message] of required.filter(([key]) => isMissing(row[key])))
    errors.push({ row: number, field: fieldOf(kind, key)?.label ?? '', message });
  if (tooLongTag(row))
    errors.push({ row: number, field: 'Tags', message: `Use at most ${LIMITS.tag} characters for a tag.` });
  if (errors.length > 0) return { ok: false, errors };
  return { ok: true, row: { row_number: number, ...row, ...(lines && { lines }) } };
}

/**
 * Reads a row of the file. Everything wrong with it is listed; the database has the last word on what is not.
 * @param cells texts in the order of the columns
 * @param number of the row, from 1
 * @param currency the agency's
 */
export function readRow(
  kind: ImportKind,
  cells: readonly string[],
  mapping: Mapping,
  number: number,
  currency: string,
): ReadRow {
  const { values, errors } = readCells(kind, cells, mapping, number, currency);
  return errors.length > 0 ? { ok: false, errors } : shapeRow(kind, values, number);
}
