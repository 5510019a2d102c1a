import { BANK_CONSTRAINTS } from './bank-constraints';
import { camelCase } from './column-names';
import { at, internal, type ConstraintError } from './constraint-error';
import { groupThousands } from './group-thousands';
import { LIMITS } from './limits';
import { MESSAGES, tooLong } from './messages';

export type { ConstraintError } from './constraint-error';

const gone = 'This record is no longer there. Reload the page.';
const picture = 'Upload a JPEG, PNG or WebP picture.';
const moneyRange = `${MESSAGES.moneyNegative} The most is ${groupThousands(LIMITS.amountMax)}.`;

/**
 * Every CHECK, UNIQUE and foreign key of the public schema, by name. A form refuses with the same message before
 * the database has to. A database test fails when a constraint is missing here, or no longer exists.
 */
export const CONSTRAINTS: Readonly<Record<string, ConstraintError>> = {
  ...BANK_CONSTRAINTS,
  organizations_id_currency_key: internal,
  organizations_name_length: at('organizationName', tooLong(LIMITS.name)),
  organizations_name_required: at('organizationName', MESSAGES.organizationName),
  organizations_email_length: at('email', tooLong(LIMITS.email)),
  organizations_email_format: at('email', MESSAGES.emailFormat),
  organizations_logo_url_length: at('logoUrl', tooLong(LIMITS.url)),
  organizations_logo_url_format: at('logoUrl', picture),
  organizations_support_email_length: at('supportEmail', tooLong(LIMITS.email)),
  organizations_support_email_format: at('supportEmail', MESSAGES.emailFormat),
  organizations_time_zone_length: at('timeZone', tooLong(64)),
  organizations_default_commission_split_range: at('defaultCommissionSplit', MESSAGES.percentRange),
  organizations_currency_known: at('currency', 'Choose a currency of ISO 4217, like USD.'),
  organizations_commission_received_on_known: at(
    'commissionReceivedOn',
    'Choose when commission is received.',
  ),

  users_id_fkey: internal,
  users_organization_id_fkey: internal,
  users_organization_id_id_key: internal,
  users_email_length: at('email', tooLong(LIMITS.email)),
  users_email_format: at('email', MESSAGES.emailFormat),
  users_first_name_length: at('firstName', tooLong(LIMITS.personName)),
  users_first_name_required: at('firstName', MESSAGES.firstName),
  users_last_name_length: at('lastName', tooLong(LIMITS.personName)),
  users_last_name_required: at('lastName', MESSAGES.lastName),
  users_role_known: at('role', 'Choose owner, admin or agent.'),
  users_avatar_url_length: at('avatarUrl', tooLong(LIMITS.url)),
  users_avatar_url_format: at('avatarUrl', picture),
  user_terms_user_id_fkey: internal,
  user_terms_commission_split_range: at('commissionSplit', MESSAGES.percentRange),
  user_terms_history_organization_id_fkey: internal,
  user_terms_history_user_id_fkey: internal,
  user_terms_history_changed_by_fkey: internal,

  invitations_organization_id_fkey: internal,
  invitations_invited_by_fkey: internal,
  invitations_email_length: at('email', tooLong(LIMITS.email)),
  invitations_email_format: at('email', MESSAGES.emailFormat),
  invitations_first_name_length: at('firstName', tooLong(LIMITS.personName)),
  invitations_last_name_length: at('lastName', tooLong(LIMITS.personName)),
  invitations_role_known: at('role', 'Choose admin or agent.'),
  invitations_commission_split_range: at('commissionSplit', MESSAGES.percentRange),
  invitations_accepted_at_not_revoked: internal,
  invitations_pending_email_key: at(
    'email',
    'This person is already invited. Resend the invitation instead.',
  ),

  customers_organization_id_fkey: internal,
  customers_organization_id_id_key: internal,
  customers_created_by_fkey: internal,
  customers_first_name_length: at('firstName', tooLong(LIMITS.personName)),
  customers_first_name_required: at('firstName', MESSAGES.firstName),
  customers_last_name_length: at('lastName', tooLong(LIMITS.personName)),
  customers_last_name_required: at('lastName', MESSAGES.lastName),
  customers_email_length: at('email', tooLong(LIMITS.email)),
  customers_email_format: at('email', MESSAGES.emailFormat),
  customers_phone_length: at('phone', tooLong(LIMITS.phone)),
  customers_notes_length: at('notes', tooLong(LIMITS.notes)),
  customers_address_line_1_length: at('addressLine1', tooLong(LIMITS.addressLine)),
  customers_address_line_2_length: at('addressLine2', tooLong(LIMITS.addressLine)),
  customers_city_length: at('city', tooLong(LIMITS.city)),
  customers_region_length: at('region', tooLong(LIMITS.city)),
  customers_postal_code_length: at('postalCode', tooLong(LIMITS.postalCode)),
  customers_country_known: at('country', MESSAGES.country),
  customers_birthday_range: at('birthday', MESSAGES.dateRange),
  customers_more_emails_valid: at('moreEmails', MESSAGES.emailFormat),
  customers_more_phones_valid: at('morePhones', tooLong(LIMITS.phone)),
  customers_emergency_name_length: at('emergencyName', tooLong(LIMITS.name)),
  customers_emergency_phone_length: at('emergencyPhone', tooLong(LIMITS.phone)),
  customers_emergency_relation_length: at('emergencyRelation', tooLong(LIMITS.relation)),
  customers_tags_valid: at('tags', `Use at most ${LIMITS.tags} tags of ${LIMITS.tag} characters each.`),
  customers_preferences_valid: at('preferences', MESSAGES.preferences),
  customers_merged_into_fkey: internal,
  customers_merged_into_archived: internal,
  customers_erased_at_archived: internal,

  customer_companions_organization_id_fkey: internal,
  customer_companions_customer_id_fkey: at('customerId', gone),
  customer_companions_companion_id_fkey: at('companionId', MESSAGES.companion),
  customer_companions_companion_id_not_oneself: at('companionId', MESSAGES.companion),
  customer_companions_relation_length: at('relation', tooLong(LIMITS.relation)),
  customer_companions_pair_key: at('companionId', 'These two are companions already.'),

  vendors_organization_id_fkey: internal,
  vendors_organization_id_id_key: internal,
  vendors_name_length: at('name', tooLong(LIMITS.name)),
  vendors_name_required: at('name', MESSAGES.vendorName),
  vendors_logo_url_length: at('logoUrl', tooLong(LIMITS.url)),
  vendors_logo_url_format: at('logoUrl', picture),
  vendors_email_length: at('email', tooLong(LIMITS.email)),
  vendors_email_format: at('email', MESSAGES.emailFormat),
  vendors_phone_length: at('phone', tooLong(LIMITS.phone)),
  vendors_website_length: at('website', tooLong(LIMITS.url)),
  vendors_website_format: at('website', MESSAGES.website),
  vendors_default_commission_rate_range: at('defaultCommissionRate', MESSAGES.percentRange),
  vendors_notes_length: at('notes', tooLong(LIMITS.notes)),
  vendors_category_known: at('category', MESSAGES.vendorCategory),
  vendors_contacts_fields: at('contacts', MESSAGES.invalid),
  vendors_contacts_count: at('contacts', `Add at most ${LIMITS.contacts} contacts.`),
  vendors_contacts_name_required: at('contacts', MESSAGES.contactName),
  vendors_contacts_length: at('contacts', MESSAGES.contactTooLong),
  vendors_contacts_email_format: at('contacts', MESSAGES.emailFormat),
  vendors_address_line_1_length: at('addressLine1', tooLong(LIMITS.addressLine)),
  vendors_address_line_2_length: at('addressLine2', tooLong(LIMITS.addressLine)),
  vendors_city_length: at('city', tooLong(LIMITS.city)),
  vendors_region_length: at('region', tooLong(LIMITS.city)),
  vendors_postal_code_length: at('postalCode', tooLong(LIMITS.postalCode)),
  vendors_country_known: at('country', MESSAGES.country),
  vendors_account_number_length: at('accountNumber', tooLong(LIMITS.accountNumber)),
  vendors_expected_payment_days_range: at('expectedPaymentDays', MESSAGES.paymentDays),
  vendors_expected_payment_basis_known: at('expectedPaymentBasis', MESSAGES.paymentBasis),
  vendors_aliases_count: at('aliases', `Add at most ${LIMITS.aliases} names.`),
  vendors_aliases_length: at('aliases', tooLong(LIMITS.alias)),

  import_batches_organization_id_fkey: internal,
  import_batches_organization_id_id_key: internal,
  import_batches_created_by_fkey: internal,
  import_batches_undone_by_fkey: internal,
  import_batches_kind_known: internal,
  import_batches_file_name_length: at('file', 'Give the file a shorter name.'),
  import_batches_file_hash_length: internal,
  import_batches_headers_length: at('file', 'Use at most 200 columns with short names.'),
  import_batches_mapping_length: at('mapping', MESSAGES.invalid),
  import_batches_total_rows_range: at(
    'file',
    `Import 1 to ${groupThousands(LIMITS.importRows)} rows at a time.`,
  ),
  import_batches_status_known: internal,
  customers_import_batch_id_fkey: internal,
  vendors_import_batch_id_fkey: internal,
  sales_import_batch_id_fkey: internal,

  sales_organization_id_fkey: internal,
  sales_organization_id_id_key: internal,
  sales_created_by_fkey: internal,
  sales_customer_id_fkey: at('customerId', MESSAGES.customer),
  sales_vendor_id_fkey: at('vendorId', MESSAGES.vendor),
  sales_agent_id_fkey: at('agentId', MESSAGES.agent),
  sales_currency_fkey: at('currency', MESSAGES.currency),
  sales_booking_reference_required: at('bookingReference', MESSAGES.bookingReference),
  sales_booking_reference_length: at('bookingReference', tooLong(LIMITS.bookingReference)),
  sales_sale_date_range: at('saleDate', MESSAGES.dateRange),
  sales_travel_date_range: at('travelDate', MESSAGES.dateRange),
  sales_return_date_range: at('returnDate', MESSAGES.dateRange),
  sales_return_date_after_travel: at('returnDate', MESSAGES.returnBeforeTravel),
  sales_total_amount_range: at('totalAmount', moneyRange),
  sales_commission_amount_range: at('commissionAmount', moneyRange),
  sales_commission_amount_within_total: at('commissionAmount', MESSAGES.commissionOverTotal),
  sales_commission_rate_range: at('commissionRate', MESSAGES.percentRange),
  sales_commission_basis_known: at('commissionRate', MESSAGES.commissionRate),
  sales_status_known: at('status', MESSAGES.saleStatus),
  sales_notes_length: at('notes', tooLong(LIMITS.notes)),
  sales_traveler_ids_count: at('travelerIds', `Add at most ${groupThousands(LIMITS.travelers)} travelers.`),
  sales_traveler_ids_without_customer: at('travelerIds', MESSAGES.travelerPays),

  sale_travelers_organization_id_fkey: internal,
  sale_travelers_sale_id_fkey: internal,
  sale_travelers_customer_id_fkey: at('travelerIds', MESSAGES.travelers),

  commissions_organization_id_fkey: internal,
  commissions_organization_id_id_key: internal,
  commissions_sales_id_fkey: internal,
  commissions_sales_id_key: internal,
  commissions_agent_id_fkey: at('agentId', MESSAGES.agent),
  commissions_amount_range: at('amount', moneyRange),
  commissions_commission_split_range: at('commissionSplit', MESSAGES.percentRange),
  commissions_agent_amount_range: at('amount', moneyRange),
  commissions_status_known: at('status', MESSAGES.commissionStatus),
  commissions_notes_length: at('notes', tooLong(LIMITS.notes)),
  commissions_due_on_range: at('dueOn', MESSAGES.dateRange),
  commissions_received_amount_range: at('receivedAmount', moneyRange),
  commissions_received_on_range: at('receivedOn', MESSAGES.dateRange),
  commissions_received_on_whole: at('receivedOn', MESSAGES.receivedOn),
  commissions_received_how_known: internal,
  commissions_deposited_amount_range: internal,
  commissions_written_off_range: internal,

  agent_payments_organization_id_fkey: internal,
  agent_payments_commission_id_fkey: at('commissionId', gone),
  agent_payments_agent_id_fkey: at('agentId', gone),
  agent_payments_created_by_fkey: internal,
  agent_payments_commission_id_key: at(
    'commissionId',
    'The agent has already been paid for this commission.',
  ),
  agent_payments_amount_range: at('amount', moneyRange),
  agent_payments_payment_date_range: at('paymentDate', MESSAGES.dateRange),
  agent_payments_payment_method_known: at('paymentMethod', MESSAGES.paymentMethod),
  agent_payments_reference_length: at('reference', tooLong(LIMITS.paymentReference)),
  agent_payments_notes_length: at('notes', tooLong(LIMITS.notes)),

  sales_history_organization_id_fkey: internal,
  sales_history_sales_id_fkey: internal,
  sales_history_changed_by_fkey: internal,
  sales_history_change_type_known: internal,
  sales_history_version_key: internal,
  sales_history_comment_length: at('note', tooLong(LIMITS.notes)),
  commission_history_organization_id_fkey: internal,
  commission_history_commission_id_fkey: internal,
  commission_history_changed_by_fkey: internal,
  commission_history_change_type_known: internal,

  notifications_organization_id_fkey: internal,
  notifications_user_id_fkey: internal,
  notifications_type_length: internal,
  notifications_message_length: internal,
  notifications_commentable_type_length: internal,
};

/** Columns that may not be empty, by name: what to say instead of "violates not-null constraint". */
const MISSING: Readonly<Record<string, string>> = {
  customer_id: MESSAGES.customer,
  vendor_id: MESSAGES.vendor,
  agent_id: MESSAGES.agent,
  booking_reference: MESSAGES.bookingReference,
  sale_date: MESSAGES.saleDate,
  total_amount: MESSAGES.totalAmount,
  commission_amount: MESSAGES.commissionAmount,
  commission_rate: MESSAGES.commissionRate,
  first_name: MESSAGES.firstName,
  last_name: MESSAGES.lastName,
  name: MESSAGES.vendorName,
  payment_date: MESSAGES.paymentDate,
  payment_method: MESSAGES.paymentMethod,
};

/**
 * Explains a refusal of the database: finds the constraint, or the empty column, that its message names.
 * @param message what the database said, or its detail
 * @returns null when the message names nothing we know; `field` is '' when no form shows the column
 */
export function constraintError(message: string): ConstraintError | null {
  const name = /constraint "([a-z0-9_]+)"/.exec(message)?.[1];
  if (name && Object.hasOwn(CONSTRAINTS, name)) return CONSTRAINTS[name] ?? null;
  const column = /null value in column "([a-z_]+)"/.exec(message)?.[1];
  if (column) return at(camelCase(column), MISSING[column] ?? MESSAGES.required);
  return null;
}
