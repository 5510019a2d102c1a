import { internalOf, type ConstraintError } from './constraint-error';

/** Every constraint of documents, as in `constraints.ts`: functions of the database write them, and say themselves what is wrong. */
export const DOCUMENT_CONSTRAINTS: Readonly<Record<string, ConstraintError>> = internalOf({
  documents:
    'asks_to_read_somebody category_known commission_id_fkey created_by_fkey customer_id_fkey customer_id_or_other expires_on_range member_id_fkey member_id_given organization_id_fkey organization_id_id_key record_type_known sale_id_fkey title_length title_required vendor_id_fkey visibility_known visibility_record_given',
  document_versions:
    'check_code_given check_code_length check_state_known document_id_fkey file_name_length mime_type_known number_key organization_id_id_key size_range uploaded_by_fkey',
  document_reads: 'document_id_fkey user_id_fkey version_id_fkey',
});
