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

export const DOCUMENT_CATEGORY_LABELS: Readonly<Record<DocumentCategory, string>> = {
  vendor_contract: 'Vendor contract',
  agent_agreement: 'Agent agreement',
  customer_document: 'Customer',
  sale_document: 'Sale',
  statement: 'Statement',
  other: 'Other',
};
