/** What kinds of documents there are, as the database calls them (`documents_category_known`). */
export const DOCUMENT_CATEGORIES = [
  'vendor_contract',
  'agent_agreement',
  'customer_document',
  'sale_document',
  'statement',
  'other',
] as const;
export type DocumentCategory = (typeof DOCUMENT_CATEGORIES)[number];

/** Who may see a document. */
export const DOCUMENT_VISIBILITIES = ['admins', 'record', 'member', 'everybody'] as const;

/** Records a document may belong to, by the names of their tables. */
export const DOCUMENT_RECORD_TYPES = ['customers', 'sales', 'commissions', 'vendors'] as const;

export const DOCUMENT_CATEGORY_LABELS: Readonly<Record<DocumentCategory, string>> = {
  vendor_contract: 'Vendor contract',
  agent_agreement: 'Agent agreement',
  customer_document: 'Customer',
  sale_document: 'Sale',
  statement: 'Statement',
  other: 'Other',
};
