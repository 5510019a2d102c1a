import type { DocumentInput, DocumentRecord, ListedDocument, RecordType } from '../document';

/** What a new document of a record usually is. */
const USUAL = {
  customers: 'customer_document',
  sales: 'sale_document',
  commissions: 'statement',
  vendors: 'vendor_contract',
} as const satisfies Record<RecordType, DocumentInput['category']>;

/** A file's name without its ending, as a title. */
export const titleOf = (fileName: string): string => fileName.replace(/\.[^.]{1,5}$/, '').slice(0, 200);

/** What is said of a new document until somebody says otherwise. */
export function blankInput(record: DocumentRecord | null, isAdmin: boolean): DocumentInput {
  return {
    title: '',
    category: record ? USUAL[record.type] : 'other',
    record,
    visibility: record || !isAdmin ? 'record' : 'admins',
    memberId: null,
    expiresOn: null,
    asksToRead: false,
  };
}

export const inputOf = (document: ListedDocument): DocumentInput => ({
  title: document.title,
  category: document.category,
  record: document.record,
  visibility: document.visibility,
  memberId: document.member?.id ?? null,
  expiresOn: document.expiresOn,
  asksToRead: document.asksToRead,
});

/** What is missing, by field, in the words of the database. */
export function inputProblems(input: DocumentInput, isAdmin: boolean): Partial<Record<string, string>> {
  return {
    ...(input.title.trim() ? {} : { title: 'Enter a title.' }),
    ...(input.visibility === 'record' && !input.record
      ? {
          [isAdmin ? 'visibility' : 'recordId']: isAdmin
            ? 'Choose the record it belongs to, or others who may see it.'
            : 'Choose a customer or a sale.',
        }
      : {}),
    ...(input.visibility === 'member' && !input.memberId ? { memberId: 'Choose a member of the team.' } : {}),
  };
}
