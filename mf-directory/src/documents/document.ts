import {
  DOCUMENT_RECORD_TYPES,
  DOCUMENT_VISIBILITIES,
  daysUntil,
  type IsoDate,
} from '@paperplane/shared/domain';
import type { AnswerOf } from '@paperplane/shared/platform';
import type { contract } from './contract';

export { DOCUMENT_VISIBILITIES as VISIBILITIES, DOCUMENT_RECORD_TYPES as RECORD_TYPES };
export type Visibility = (typeof DOCUMENT_VISIBILITIES)[number];

export type RecordType = (typeof DOCUMENT_RECORD_TYPES)[number];

export const RECORD_NAMES: Readonly<Record<RecordType, string>> = {
  customers: 'Customer',
  sales: 'Sale',
  commissions: 'Commission',
  vendors: 'Vendor',
};

type Contract = typeof contract;

/** A document as lists show it. */
export type ListedDocument = AnswerOf<Contract, 'list_documents'>['rows'][number];
/** A record as a document names it. */
export type DocumentRecord = NonNullable<ListedDocument['record']>;
/** One version of a document: a file. */
export type DocumentFile = ListedDocument['file'];
/** One document with its past. */
export type WholeDocument = NonNullable<AnswerOf<Contract, 'get_document'>>;
/** The document that waits for somebody. */
export type ToConfirm = NonNullable<AnswerOf<Contract, 'list_documents'>['toConfirm']>;

/** What is typed about a document. */
export interface DocumentInput extends Pick<
  ListedDocument,
  'title' | 'category' | 'record' | 'visibility' | 'expiresOn' | 'asksToRead'
> {
  memberId: string | null;
}

/** Who may see a document, in words. @param record what the place is called where its record is on screen: "sale" */
export function visibilityText(
  { visibility, member }: Pick<ListedDocument, 'visibility' | 'member'>,
  record = 'record',
): string {
  switch (visibility) {
    case 'admins':
      return 'Admins';
    case 'everybody':
      return 'Everybody';
    case 'record':
      return `Who sees the ${record}`;
    case 'member':
      return `${member?.name ?? 'One member'} and admins`;
  }
}

/** `640 KB`, `1.2 MB`. */
export function sizeText(bytes: number): string {
  if (bytes < 1024 * 1024) return `${Math.max(1, Math.round(bytes / 1024))} KB`;
  const megabytes = (bytes / 1024 / 1024).toFixed(1);
  return `${megabytes.replace(/\.0$/, '')} MB`;
}

export interface Expiry {
  tone: 'late' | 'soon' | 'far';
  /** "expired 4 days ago", "in 14 days"; null while it is far. */
  text: string | null;
}

/** Announced ahead by so many days (docs/product/records.md, Documents). */
const SOON_DAYS = 60;

const days = (count: number) => (count === 1 ? '1 day' : `${count} days`);

/** How near the end of a document is. */
export function expiryOf(expiresOn: IsoDate | null, today: IsoDate): Expiry | null {
  const left = daysUntil(expiresOn, today);
  if (left === null) return null;
  if (left < 0) return { tone: 'late', text: `expired ${days(-left)} ago` };
  if (left > SOON_DAYS) return { tone: 'far', text: null };
  return { tone: 'soon', text: left === 0 ? 'today' : `in ${days(left)}` };
}
