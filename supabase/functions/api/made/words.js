// Made by `npm run gen:functions` from what the app itself says: not to be edited.
// shared/src/domain/column-names.ts
var camelCase = (column) => column.replace(/_([a-z0-9])/g, (_match, letter) => letter.toUpperCase());
var snakeCase = (name) => name.replace(/([a-z])(\d)/g, "$1_$2").replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

// shared/src/domain/limits.ts
var LIMITS = {
  /** First and last names of users and customers, in characters. */
  personName: 100,
  /** Organization and vendor names. */
  name: 200,
  /** An e-mail address (RFC 5321 path limit). */
  email: 254,
  phone: 50,
  /** An address as it is printed, in lines. */
  postalAddress: 300,
  postalAddressLines: 6,
  taxNumber: 50,
  addressLine: 200,
  /** City, and region or state. */
  city: 100,
  postalCode: 20,
  /** People who answer at a vendor. */
  contacts: 10,
  accountNumber: 100,
  /** Days until a vendor's commission is expected. */
  paymentDaysMax: 730,
  /** Names of a vendor on bank statements: how many, and how long each. */
  aliases: 20,
  alias: 100,
  /** Website and logo addresses. */
  url: 500,
  bookingReference: 100,
  /** Customers beside the paying one on a sale. */
  travelers: 100,
  /** Reference of an agent payment. */
  paymentReference: 200,
  /** Free text: notes on sales, commissions, customers, vendors and payments. */
  notes: 5e3,
  /** E-mails and phones of a customer beside the first ones: how many, and their kind ("Work"). */
  contactEntries: 10,
  contactLabel: 30,
  /** Tags of a customer: how many, and how long each. */
  tags: 20,
  tag: 40,
  /** How somebody is related: a companion, whom to call in an emergency. */
  relation: 50,
  emergencyName: 200,
  /** Travel preferences: seat, cabin, meal and room; mobility, allergies and interests; anything else. */
  preferenceWord: 100,
  preferenceText: 500,
  preferenceNotes: 2e3,
  /** Loyalty programs of a kind: how many, what each is called, and the number there. */
  programs: 20,
  programName: 100,
  programNumber: 50,
  /** Given names in a passport. */
  givenNames: 200,
  /** Rows of a file that is imported, and of a list that is exported. */
  importRows: 5e4,
  /** What is looked for of a search text (`private.cut_search` of the database). */
  search: 500,
  /** Largest amount `numeric(12,2)` holds. */
  amountMax: 999999999999e-2,
  /** Rates and splits are percentages. */
  rateMax: 100,
  /** Earliest and latest calendar date a form accepts. */
  dateMin: "1900-01-01",
  dateMax: "2199-12-31",
  /** Shortest password on reset, and on account set-up. */
  passwordMinReset: 6,
  passwordMinCreate: 8
};

// shared/src/domain/group-thousands.ts
var groupThousands = (value) => String(value).replace(/\B(?=(\d{3})+(?!\d))/g, ",");

// shared/src/domain/messages.ts
var MESSAGES = {
  // signing in and up
  loginMissing: "Please enter both email and password",
  forgotEmailMissing: "Please enter your email address",
  passwordsDiffer: "Passwords do not match",
  termsMissing: "You must agree to the terms and conditions",
  resetMissing: "Please enter and confirm your new password",
  resetTooShort: "Password must be at least 6 characters long",
  passwordMissing: "Password is required",
  createTooShort: "Password must be at least 8 characters",
  confirmationMissing: "Please confirm your password",
  resendEmailMissing: "Email address is required",
  // people and companies
  firstName: "Enter a first name.",
  lastName: "Enter a last name.",
  organizationName: "Enter the name of your agency.",
  vendorName: "Enter the vendor’s name.",
  email: "Enter an email address.",
  emailFormat: "Enter a full email address, like name@agency.com.",
  phoneFormat: "Use digits, spaces and + ( ) - only.",
  postalAddressLines: "Use at most 6 lines.",
  taxNumber: "Enter the number on one line.",
  website: "Enter a full web address, like https://example.com.",
  logoUrl: "Enter a full web address that starts with https://.",
  country: "Choose a country.",
  companion: "Choose another customer as companion.",
  preferences: "Shorten these preferences.",
  vendorCategory: "Choose one of the listed categories.",
  contactName: "Enter the name of each contact.",
  contactTooLong: "Shorten the details of this contact.",
  paymentDays: `Enter a number of days from 0 to ${LIMITS.paymentDaysMax}.`,
  paymentBasis: "Choose booking, departure, return or before departure.",
  birthdayFuture: "Enter a birthday in the past.",
  contactEmail: "Enter the email address, or remove this row.",
  contactPhone: "Enter the phone number, or remove this row.",
  program: "Enter what the program is called, or remove this row.",
  // passports
  passportNumber: "Enter the passport number.",
  passportNumberFormat: "Enter the number as printed, 6 to 20 letters and digits.",
  passportCountry: "Choose the country that issued it.",
  passportExpiry: "Enter the expiry date.",
  passportExpiryOrder: "Expiry must be after the day of issue.",
  // sales
  customer: "Choose the customer for this booking.",
  vendor: "Choose the vendor for this booking.",
  agent: "Choose the agent who sold this booking.",
  bookingReference: "Enter the booking reference.",
  saleDate: "Enter the sale date.",
  returnBeforeTravel: "Return must be on or after departure.",
  totalAmount: "Enter the total amount.",
  commissionAmount: "Enter the commission amount.",
  commissionRate: "Enter the commission rate.",
  commissionOverTotal: "Commission must be at most the total amount.",
  travelers: "Choose the travelers from your customers.",
  travelerPays: "The customer who pays is part of the sale already. Remove them from the travelers.",
  saleStatus: "Invalid status specified",
  commissionStatus: "Choose one of the listed statuses.",
  currency: "Use the currency of your organization.",
  // payments
  paymentAmount: "Enter the amount you paid.",
  paymentDate: "Enter the payment date.",
  paymentMethod: "Choose how the agent was paid.",
  // receipts
  receivedOn: "Enter the day the money came.",
  receivedOnFuture: "Enter the day the money came, today at the latest.",
  receivedAmount: "Enter the amount received.",
  // formats and ranges
  dateFormat: "Enter a date like 11/19/2026.",
  // The limits in words, which a test compares: making them here would cost every page's start.
  dateRange: "Enter a date between Jan 1, 1900 and Dec 31, 2199.",
  moneyFormat: "Enter an amount like 1,482.50.",
  moneyDecimals: "Use at most two decimals.",
  moneyNegative: "Enter an amount of 0 or more.",
  percentFormat: "Enter a percentage like 12.5.",
  percentDecimals: "Use at most two decimals.",
  percentRange: "Enter a percentage from 0 to 100.",
  /** Missing input no message was written for. */
  required: "Fill in this field.",
  /** Refused by a rule that has no text of its own. */
  invalid: "Please check your input and try again."
};
function tooLong(max) {
  return `Use at most ${groupThousands(max)} characters.`;
}

// shared/src/domain/constraint-error.ts
var at = (field, message) => ({ field, message });
var internal = at("", MESSAGES.invalid);
var internalOf = (tables) => Object.fromEntries(
  Object.entries(tables).flatMap(
    ([table, names]) => names.split(" ").map((name) => [`${table}_${name}`, internal])
  )
);

// shared/src/domain/bank-constraints.ts
var INTERNAL = {
  bank_accounts: "balance_on_range balance_range created_by_fkey currency_fkey currency_length organization_id_fkey organization_id_id_key",
  bank_allocations: "amount_range commission_id_fkey created_by_fkey organization_id_fkey replaced_amount_range transaction_id_fkey transaction_id_key write_off_amount_range",
  bank_connection_accounts: "account_id_fkey account_id_key account_id_or_left_out balance_range connection_id_fkey currency_length institution_length kind_length last_four_length name_length organization_id_fkey provider_account_id_key provider_account_id_length since_range",
  bank_connections: "code_known created_by_fkey disconnected_by_fkey institution_length label_length organization_id_fkey organization_id_id_key provider_known state_known words_length",
  bank_decisions: "action_known decided_by_fkey details_length organization_id_fkey",
  bank_imports: "account_id_fkey balance_and_balance_on balance_on_range balance_range broken_lines_length connection_id_fkey created_by_fkey created_by_or_connection_id file_hash_length format_known organization_id_fkey organization_id_id_key status_known total_lines_range undone_by_fkey",
  bank_other_allocations: "amount_range created_by_fkey organization_id_fkey other_commission_id_fkey transaction_id_fkey transaction_id_key",
  bank_patterns: "category_known confirmations_range organization_id_fkey payer_key_key payer_key_length vendor_id_fkey vendor_id_or_category",
  bank_questions: "answer_known answered_by_fkey connection_id_fkey kind_known new_amount_range open_key organization_id_fkey transaction_id_fkey",
  bank_remittance_lines: "amount_range commission_id_fkey dates_length gross_amount_range line_number_key name_length note_length organization_id_fkey reference_length remittance_id_fkey",
  bank_remittances: "created_by_fkey deposit_id_fkey deposit_id_key document_id_fkey expected_on_range fee_amount_range fees_length file_name_length left_out_length organization_id_fkey organization_id_id_key source_known state_known total_amount_range transaction_id_fkey transaction_id_key transaction_id_or_vendor_id vendor_id_fkey",
  bank_rules: "account_id_fkey amount_from_range amount_to_order amount_to_range category_known conditions_key created_by_fkey direction_known organization_id_fkey organization_id_id_key payer_key_length payer_key_or_other text_contains_length vendor_id_fkey vendor_id_or_category",
  bank_suggestions: "certainty_known kind_known organization_id_fkey parts_length rank_key rank_range reasons_length transaction_id_fkey",
  bank_transactions: "account_id_fkey alike_key_length amount_range bank_id_length booked_on_range category_known certainty_known counterparty_length fee_amount_range import_id_fkey line_key_key line_key_length organization_id_fkey organization_id_id_key payer_key_length reference_length rule_id_fkey rule_vendor_id_fkey status_known text_length unclaimed_amount_range value_on_range vendor_id_fkey"
};
var BANK_CONSTRAINTS = {
  ...internalOf(INTERNAL),
  bank_accounts_name_length: at("name", tooLong(100)),
  bank_accounts_name_required: at("name", "Enter a name for the account."),
  bank_accounts_name_key: at("name", "There is an account of this name already."),
  bank_accounts_institution_length: at("institution", tooLong(100)),
  bank_accounts_last_four_length: at("lastFour", "Enter the last four characters of the account number."),
  bank_allocations_write_off_reason_required: at("reason", "Say why the rest is written off."),
  bank_allocations_write_off_reason_length: at("reason", tooLong(500)),
  bank_imports_file_name_length: at("file", tooLong(255))
};

// shared/src/domain/document-constraints.ts
var DOCUMENT_CONSTRAINTS = internalOf({
  documents: "asks_to_read_somebody category_known commission_id_fkey created_by_fkey customer_id_fkey customer_id_or_other expires_on_range member_id_fkey member_id_given organization_id_fkey organization_id_id_key record_type_known sale_id_fkey title_length title_required vendor_id_fkey visibility_known visibility_record_given",
  document_versions: "check_code_given check_code_length check_state_known document_id_fkey file_name_length mime_type_known number_key organization_id_id_key size_range uploaded_by_fkey",
  document_reads: "document_id_fkey user_id_fkey version_id_fkey"
});

// shared/src/domain/payout-constraints.ts
var INTERNAL2 = {
  payment_voids: "agent_id_fkey amount_range line_id_fkey line_id_key organization_id_fkey payment_id_fkey payment_id_key statement_id_fkey statement_id_key statement_id_or_payment voided_by_fkey voided_on_range",
  book_corrections: "commission_id_fkey created_by_fkey kind_known organization_id_fkey sales_id_fkey",
  payout_batches: "approved_at_whole approved_by_fkey changed_by_fkey checks_object created_by_fkey currency_fkey currency_length open_key organization_id_fkey organization_id_id_key paid_at_whole paid_by_fkey schedule_problem_length scheduled_at_whole scheduled_by_fkey status_known",
  payout_events: "action_known batch_id_fkey details_length done_by_fkey organization_id_fkey",
  payout_holds: "commission_id_fkey commission_id_key commission_id_one held_by_fkey organization_id_fkey share_id_fkey share_id_key",
  payout_lines: "agent_id_fkey amount_range amount_sign batch_id_fkey batch_id_required commission_id_fkey commission_id_key commission_id_whole created_by_fkey kind_known organization_id_fkey organization_id_id_key share_id_fkey share_id_key transaction_id_fkey transaction_id_key",
  other_commissions: "created_by_fkey kind_known kind_whole organization_id_fkey organization_id_id_key received_on_whole sales_id_fkey sales_id_key status_known vendor_id_fkey",
  commission_shares: "agent_amount_sign base_known charge_key commission_id_fkey commission_id_one organization_id_fkey organization_id_id_key other_commission_id_fkey override_id_fkey override_id_whole override_key paid_on_whole percent_range place_key role_known role_whole sales_id_fkey sales_id_whole split_range status_known taken_from_known under_share_id_fkey user_id_fkey",
  agreement_versions: "category_splits_array created_by_fkey number_key organization_id_fkey overrides_array tiers_object user_id_fkey vendor_splits_array",
  payout_statements: "agent_id_fkey batch_id_agent_id_key batch_id_fkey number_key number_length organization_id_fkey organization_id_id_key paid_amount_sum payment_method_known reference_length"
};
var PAYOUT_CONSTRAINTS = {
  ...Object.fromEntries(
    Object.entries(INTERNAL2).flatMap(
      ([table, names]) => names.split(" ").map((name) => [`${table}_${name}`, internal])
    )
  ),
  agent_payments_batch_id_fkey: internal,
  agent_payments_commission_id_one: internal,
  agent_payments_share_id_fkey: internal,
  agent_payments_share_id_key: internal,
  other_commissions_amount_range: at("amount", "Enter an amount from 0 to 9,999,999,999.99."),
  other_commissions_notes_length: at("notes", tooLong(5e3)),
  other_commissions_due_on_range: at("dueOn", "Choose a day between 1900 and 2199."),
  other_commissions_period_start_range: at("periodStart", "Choose days between 1900 and 2199."),
  other_commissions_received_amount_range: at("receivedAmount", "Enter the amount received."),
  other_commissions_received_on_range: at("receivedOn", "Choose a day between 1900 and 2199."),
  other_commissions_vendor_id_period_key: at(
    "periodStart",
    "This vendor has a volume bonus of this period already."
  ),
  agreement_versions_default_split_range: at("defaultSplit", MESSAGES.percentRange),
  agreement_versions_valid_from_range: at("validFrom", MESSAGES.dateRange),
  agent_payments_organization_id_id_key: internal,
  payment_voids_reason_length: at("reason", tooLong(500)),
  payment_voids_reason_required: at("reason", "Say why. The agent reads it."),
  organizations_books_closed_through_range: at("through", "Choose a day between 1990 and 2199."),
  organizations_payout_hold_until_known: at("payoutHoldUntil", "Choose until when commission is held."),
  organizations_payout_minimum_amount_range: at("payoutMinimumAmount", "Enter an amount up to 1,000,000."),
  payout_batches_name_length: at("name", tooLong(100)),
  payout_batches_name_required: at("name", "Enter a name for the payout."),
  payout_batches_name_key: at("name", "There is a payout of this name already."),
  payout_batches_planned_on_range: at("plannedOn", "Choose a day between 1900 and 2199."),
  payout_batches_paid_on_range: at("paidOn", "Choose a day between 1900 and 2199."),
  payout_batches_reference_length: at("reference", tooLong(200)),
  payout_holds_reason_length: at("reason", tooLong(500)),
  payout_holds_reason_required: at("reason", "Say why it is held. The agent reads it."),
  payout_lines_note_length: at("note", tooLong(500)),
  payout_lines_note_required: at("note", "Say what it is for. The agent reads it.")
};

// shared/src/domain/constraints.ts
var ONE_LINE = "Use one line.";
var gone = "This record is no longer there. Reload the page.";
var picture = "Upload a JPEG, PNG or WebP picture.";
var moneyRange = `${MESSAGES.moneyNegative} The most is ${groupThousands(LIMITS.amountMax)}.`;
var CONSTRAINTS = {
  ...BANK_CONSTRAINTS,
  ...PAYOUT_CONSTRAINTS,
  ...DOCUMENT_CONSTRAINTS,
  organizations_id_currency_key: internal,
  organizations_deletion_due_at_whole: internal,
  organizations_name_length: at("organizationName", tooLong(LIMITS.name)),
  organizations_name_one_line: at("organizationName", ONE_LINE),
  organizations_name_required: at("organizationName", MESSAGES.organizationName),
  organizations_email_length: at("email", tooLong(LIMITS.email)),
  organizations_email_format: at("email", MESSAGES.emailFormat),
  organizations_phone_length: at("phone", tooLong(LIMITS.phone)),
  organizations_phone_format: at("phone", MESSAGES.phoneFormat),
  organizations_postal_address_length: at("postalAddress", tooLong(LIMITS.postalAddress)),
  organizations_postal_address_lines: at("postalAddress", MESSAGES.postalAddressLines),
  organizations_tax_number_length: at("taxNumber", tooLong(LIMITS.taxNumber)),
  organizations_tax_number_line: at("taxNumber", MESSAGES.taxNumber),
  organizations_logo_url_length: at("logoUrl", tooLong(LIMITS.url)),
  organizations_logo_url_format: at("logoUrl", picture),
  organizations_support_email_length: at("supportEmail", tooLong(LIMITS.email)),
  organizations_support_email_format: at("supportEmail", MESSAGES.emailFormat),
  organizations_time_zone_length: at("timeZone", tooLong(64)),
  organizations_default_commission_split_range: at("defaultCommissionSplit", MESSAGES.percentRange),
  organizations_currency_known: at("currency", "Choose a currency of ISO 4217, like USD."),
  organizations_amount_notation_known: at("notation", "Choose how amounts are typed."),
  organizations_second_factor_policy_known: at("policy", "Choose who needs a second factor."),
  organizations_date_order_known: at("dateOrder", "Choose how dates are typed."),
  organizations_match_certain_within_range: at("certainWithin", "Choose up to 6 %."),
  organizations_receipts_tracked_since_range: at("receiptsTrackedSince", "Enter a day from Jan 1, 1990 on."),
  organizations_offline_reading_known: at("offlineReading", "Choose whose devices keep what they opened."),
  organizations_agents_paid_on_known: at("agentsPaidOn", "Choose who carries a short payment."),
  organizations_commission_received_on_known: at(
    "commissionReceivedOn",
    "Choose when commission is received."
  ),
  users_id_fkey: internal,
  users_organization_id_fkey: internal,
  users_organization_id_id_key: internal,
  users_role_integration_inactive: internal,
  users_first_name_length: at("firstName", tooLong(LIMITS.personName)),
  users_first_name_one_line: at("firstName", ONE_LINE),
  users_first_name_required: at("firstName", MESSAGES.firstName),
  users_last_name_length: at("lastName", tooLong(LIMITS.personName)),
  users_last_name_one_line: at("lastName", ONE_LINE),
  users_last_name_required: at("lastName", MESSAGES.lastName),
  users_role_known: at("role", "Choose owner, admin or agent."),
  users_avatar_url_length: at("avatarUrl", tooLong(LIMITS.url)),
  users_avatar_url_format: at("avatarUrl", picture),
  user_emails_user_id_fkey: internal,
  user_emails_email_length: at("email", tooLong(LIMITS.email)),
  user_emails_email_format: at("email", MESSAGES.emailFormat),
  user_terms_user_id_fkey: internal,
  user_terms_commission_split_range: at("commissionSplit", MESSAGES.percentRange),
  user_terms_history_organization_id_fkey: internal,
  user_terms_history_user_id_fkey: internal,
  user_terms_history_changed_by_fkey: internal,
  invitations_organization_id_fkey: internal,
  invitations_invited_by_fkey: internal,
  invitations_email_length: at("email", tooLong(LIMITS.email)),
  invitations_email_format: at("email", MESSAGES.emailFormat),
  invitations_first_name_length: at("firstName", tooLong(LIMITS.personName)),
  invitations_first_name_one_line: at("firstName", ONE_LINE),
  invitations_last_name_length: at("lastName", tooLong(LIMITS.personName)),
  invitations_last_name_one_line: at("lastName", ONE_LINE),
  invitations_role_known: at("role", "Choose admin or agent."),
  invitations_commission_split_range: at("commissionSplit", MESSAGES.percentRange),
  invitations_accepted_at_not_revoked: internal,
  invitations_pending_email_key: at(
    "email",
    "This person is already invited. Resend the invitation instead."
  ),
  customers_organization_id_fkey: internal,
  customers_organization_id_id_key: internal,
  customers_created_by_fkey: internal,
  customers_first_name_length: at("firstName", tooLong(LIMITS.personName)),
  customers_first_name_one_line: at("firstName", ONE_LINE),
  customers_first_name_required: at("firstName", MESSAGES.firstName),
  customers_last_name_length: at("lastName", tooLong(LIMITS.personName)),
  customers_last_name_one_line: at("lastName", ONE_LINE),
  customers_last_name_required: at("lastName", MESSAGES.lastName),
  customers_email_length: at("email", tooLong(LIMITS.email)),
  customers_email_format: at("email", MESSAGES.emailFormat),
  customers_phone_length: at("phone", tooLong(LIMITS.phone)),
  customers_notes_length: at("notes", tooLong(LIMITS.notes)),
  customers_address_line_1_length: at("addressLine1", tooLong(LIMITS.addressLine)),
  customers_address_line_2_length: at("addressLine2", tooLong(LIMITS.addressLine)),
  customers_city_length: at("city", tooLong(LIMITS.city)),
  customers_region_length: at("region", tooLong(LIMITS.city)),
  customers_postal_code_length: at("postalCode", tooLong(LIMITS.postalCode)),
  customers_country_known: at("country", MESSAGES.country),
  customers_birthday_range: at("birthday", MESSAGES.dateRange),
  customers_more_emails_valid: at("moreEmails", MESSAGES.emailFormat),
  customers_more_phones_valid: at("morePhones", tooLong(LIMITS.phone)),
  customers_emergency_name_length: at("emergencyName", tooLong(LIMITS.name)),
  customers_emergency_phone_length: at("emergencyPhone", tooLong(LIMITS.phone)),
  customers_emergency_relation_length: at("emergencyRelation", tooLong(LIMITS.relation)),
  customers_tags_valid: at("tags", `Use at most ${LIMITS.tags} tags of ${LIMITS.tag} characters each.`),
  customers_preferences_valid: at("preferences", MESSAGES.preferences),
  customers_merged_into_fkey: internal,
  customers_merged_into_archived: internal,
  customers_erased_at_archived: internal,
  customer_companions_organization_id_fkey: internal,
  customer_companions_customer_id_fkey: at("customerId", gone),
  customer_companions_companion_id_fkey: at("companionId", MESSAGES.companion),
  customer_companions_companion_id_not_oneself: at("companionId", MESSAGES.companion),
  customer_companions_relation_length: at("relation", tooLong(LIMITS.relation)),
  customer_companions_pair_key: at("companionId", "These two are companions already."),
  saved_reports_organization_id_fkey: internal,
  saved_reports_owner_id_fkey: internal,
  saved_reports_name_key: at("name", "You have saved a report of this name already."),
  saved_reports_name_length: at("name", tooLong(100)),
  saved_reports_name_required: at("name", "Enter a name."),
  vendor_askings_amount_range: internal,
  vendor_askings_asked_by_fkey: internal,
  vendor_askings_asked_on_range: internal,
  vendor_askings_commissions_count_range: internal,
  vendor_askings_organization_id_fkey: internal,
  vendor_askings_vendor_id_fkey: internal,
  vendors_organization_id_fkey: internal,
  vendors_organization_id_id_key: internal,
  vendors_name_length: at("name", tooLong(LIMITS.name)),
  vendors_name_one_line: at("name", ONE_LINE),
  vendors_name_required: at("name", MESSAGES.vendorName),
  vendors_logo_url_length: at("logoUrl", tooLong(LIMITS.url)),
  vendors_logo_url_format: at("logoUrl", picture),
  vendors_email_length: at("email", tooLong(LIMITS.email)),
  vendors_email_format: at("email", MESSAGES.emailFormat),
  vendors_phone_length: at("phone", tooLong(LIMITS.phone)),
  vendors_website_length: at("website", tooLong(LIMITS.url)),
  vendors_website_format: at("website", MESSAGES.website),
  vendors_default_commission_rate_range: at("defaultCommissionRate", MESSAGES.percentRange),
  vendor_rates_organization_id_fkey: internal,
  vendor_rates_vendor_id_fkey: internal,
  vendor_rates_created_by_fkey: internal,
  vendor_rates_category_known: at("category", "Choose a kind of line that a vendor pays for."),
  vendor_rates_rate_range: at("rate", MESSAGES.percentRange),
  vendor_rates_valid_from_range: at("validFrom", MESSAGES.dateRange),
  vendor_bonus_terms_organization_id_fkey: internal,
  vendor_bonus_terms_vendor_id_fkey: internal,
  vendor_bonus_terms_created_by_fkey: internal,
  vendor_bonus_terms_period_start_range: at("periodStart", MESSAGES.dateRange),
  vendor_bonus_terms_period_end_after_start: at(
    "periodEnd",
    "The period ends after it begins, two years later at the most."
  ),
  vendor_bonus_terms_basis_known: at("basis", "Choose what counts."),
  vendor_bonus_terms_steps_array: at("steps", "Enter 1 to 20 steps."),
  vendor_terms_vendor_id_fkey: internal,
  vendor_terms_notes_length: at("notes", tooLong(LIMITS.notes)),
  vendors_category_known: at("category", MESSAGES.vendorCategory),
  vendor_terms_contacts_fields: at("contacts", MESSAGES.invalid),
  vendor_terms_contacts_count: at("contacts", `Add at most ${LIMITS.contacts} contacts.`),
  vendor_terms_contacts_name_required: at("contacts", MESSAGES.contactName),
  vendor_terms_contacts_length: at("contacts", MESSAGES.contactTooLong),
  vendor_terms_contacts_email_format: at("contacts", MESSAGES.emailFormat),
  vendors_address_line_1_length: at("addressLine1", tooLong(LIMITS.addressLine)),
  vendors_address_line_2_length: at("addressLine2", tooLong(LIMITS.addressLine)),
  vendors_city_length: at("city", tooLong(LIMITS.city)),
  vendors_region_length: at("region", tooLong(LIMITS.city)),
  vendors_postal_code_length: at("postalCode", tooLong(LIMITS.postalCode)),
  vendors_country_known: at("country", MESSAGES.country),
  vendor_terms_account_number_length: at("accountNumber", tooLong(LIMITS.accountNumber)),
  vendor_terms_expected_payment_days_range: at("expectedPaymentDays", MESSAGES.paymentDays),
  vendor_terms_expected_payment_basis_known: at("expectedPaymentBasis", MESSAGES.paymentBasis),
  vendors_aliases_count: at("aliases", `Add at most ${LIMITS.aliases} names.`),
  vendors_aliases_length: at("aliases", tooLong(LIMITS.alias)),
  import_batches_organization_id_fkey: internal,
  import_batches_organization_id_id_key: internal,
  import_batches_created_by_fkey: internal,
  import_batches_undone_by_fkey: internal,
  import_batches_kind_known: internal,
  import_batches_file_name_length: at("file", "Give the file a shorter name."),
  import_batches_file_hash_length: internal,
  import_batches_headers_length: at("file", "Use at most 200 columns with short names."),
  import_batches_mapping_length: at("mapping", MESSAGES.invalid),
  import_batches_total_rows_range: at(
    "file",
    `Import 1 to ${groupThousands(LIMITS.importRows)} rows at a time.`
  ),
  import_batches_status_known: internal,
  customers_import_batch_id_fkey: internal,
  vendors_import_batch_id_fkey: internal,
  sales_import_batch_id_fkey: internal,
  sales_organization_id_fkey: internal,
  sales_organization_id_id_key: internal,
  sales_group_id_fkey: at("groupId", "Choose a group of this vendor."),
  sale_groups_organization_id_fkey: internal,
  sale_groups_organization_id_id_key: internal,
  sale_groups_created_by_fkey: internal,
  sale_groups_vendor_id_fkey: at("vendorId", MESSAGES.vendor),
  sale_groups_name_key: at("name", "Another group has this name."),
  sale_groups_name_length: at("name", tooLong(LIMITS.name)),
  sale_groups_name_required: at("name", "Enter the name of the group."),
  sale_groups_booking_reference_length: at("bookingReference", tooLong(LIMITS.bookingReference)),
  sale_groups_travel_date_range: at("travelDate", MESSAGES.dateRange),
  sale_groups_return_date_range: at("returnDate", MESSAGES.dateRange),
  sale_groups_return_date_after_travel: at("returnDate", MESSAGES.returnBeforeTravel),
  sale_groups_default_commission_rate_range: at("defaultCommissionRate", MESSAGES.percentRange),
  sale_groups_notes_length: at("notes", tooLong(LIMITS.notes)),
  sales_created_by_fkey: internal,
  sales_customer_id_fkey: at("customerId", MESSAGES.customer),
  sales_vendor_id_fkey: at("vendorId", MESSAGES.vendor),
  sales_agent_id_fkey: at("agentId", MESSAGES.agent),
  sales_currency_fkey: at("currency", MESSAGES.currency),
  sales_booking_reference_required: at("bookingReference", MESSAGES.bookingReference),
  sales_booking_reference_length: at("bookingReference", tooLong(LIMITS.bookingReference)),
  sales_sale_date_range: at("saleDate", MESSAGES.dateRange),
  sales_travel_date_range: at("travelDate", MESSAGES.dateRange),
  sales_return_date_range: at("returnDate", MESSAGES.dateRange),
  sales_return_date_after_travel: at("returnDate", MESSAGES.returnBeforeTravel),
  sales_total_amount_range: at("totalAmount", moneyRange),
  sales_commission_amount_range: at("commissionAmount", moneyRange),
  sales_commission_amount_within_total: at("commissionAmount", MESSAGES.commissionOverTotal),
  sales_commission_rate_range: at("commissionRate", MESSAGES.percentRange),
  sales_commission_basis_known: at("commissionRate", MESSAGES.commissionRate),
  sales_status_known: at("status", MESSAGES.saleStatus),
  sales_notes_length: at("notes", tooLong(LIMITS.notes)),
  sales_traveler_ids_count: at("travelerIds", `Add at most ${groupThousands(LIMITS.travelers)} travelers.`),
  sales_traveler_ids_without_customer: at("travelerIds", MESSAGES.travelerPays),
  sales_lines_array: internal,
  sales_co_sellers_array: internal,
  sales_payment_plan_array: internal,
  sales_fee_amount_range: internal,
  sale_lines_organization_id_fkey: internal,
  sale_lines_sale_id_fkey: internal,
  sale_lines_kind_known: internal,
  sale_lines_text_length: internal,
  sale_lines_earns_known: internal,
  sale_lines_amount_sign: internal,
  sale_lines_rate_range: internal,
  sale_lines_commission_range: internal,
  sale_travelers_organization_id_fkey: internal,
  sale_travelers_sale_id_fkey: internal,
  sale_travelers_customer_id_fkey: at("travelerIds", MESSAGES.travelers),
  commissions_organization_id_fkey: internal,
  commissions_organization_id_id_key: internal,
  commissions_sales_id_fkey: internal,
  commissions_sales_id_key: internal,
  commissions_agent_id_fkey: at("agentId", MESSAGES.agent),
  commissions_amount_range: at("amount", moneyRange),
  commissions_commission_split_range: at("commissionSplit", MESSAGES.percentRange),
  commissions_agent_amount_range: at("amount", moneyRange),
  commissions_status_known: at("status", MESSAGES.commissionStatus),
  commissions_notes_length: at("notes", tooLong(LIMITS.notes)),
  commissions_due_on_range: at("dueOn", MESSAGES.dateRange),
  commissions_received_amount_range: at("receivedAmount", moneyRange),
  commissions_received_on_range: at("receivedOn", MESSAGES.dateRange),
  commissions_received_on_whole: at("receivedOn", MESSAGES.receivedOn),
  commissions_received_how_known: internal,
  commissions_deposited_amount_range: internal,
  commissions_written_off_range: internal,
  commissions_taken_back_amount_range: internal,
  commissions_share_base_range: internal,
  commissions_split_parts_array: internal,
  commission_shares_split_parts_array: internal,
  commissions_share_percents_sum: internal,
  commissions_manual_amount_range: internal,
  commissions_manual_written_off_range: internal,
  commissions_manual_write_off_reason_length: at("writeOffReason", tooLong(500)),
  commissions_manual_write_off_reason_required: internal,
  customer_payments_amount_range: internal,
  customer_payments_created_by_fkey: internal,
  customer_payments_notes_length: internal,
  customer_payments_organization_id_fkey: internal,
  customer_payments_organization_id_id_key: internal,
  customer_payments_origin_known: internal,
  customer_payments_origin_whole: internal,
  customer_payments_paid_on_range: internal,
  customer_payments_payment_method_known: internal,
  customer_payments_sales_id_fkey: internal,
  customer_payments_undoes_id_fkey: internal,
  customer_payments_undoes_id_key: internal,
  payment_dues_organization_id_fkey: internal,
  payment_dues_sales_id_fkey: internal,
  payment_dues_kind_known: internal,
  agent_payments_organization_id_fkey: internal,
  agent_payments_commission_id_fkey: at("commissionId", gone),
  agent_payments_agent_id_fkey: at("agentId", gone),
  agent_payments_created_by_fkey: internal,
  agent_payments_commission_id_key: at(
    "commissionId",
    "The agent has already been paid for this commission."
  ),
  agent_payments_amount_range: at("amount", moneyRange),
  agent_payments_payment_date_range: at("paymentDate", MESSAGES.dateRange),
  agent_payments_payment_method_known: at("paymentMethod", MESSAGES.paymentMethod),
  agent_payments_reference_length: at("reference", tooLong(LIMITS.paymentReference)),
  agent_payments_notes_length: at("notes", tooLong(LIMITS.notes)),
  sales_history_organization_id_fkey: internal,
  sales_history_sales_id_fkey: internal,
  sales_history_changed_by_fkey: internal,
  sales_history_change_type_known: internal,
  sales_history_version_key: internal,
  sales_history_code_length: internal,
  sales_history_comment_length: at("note", tooLong(LIMITS.notes)),
  commission_history_organization_id_fkey: internal,
  commission_history_commission_id_fkey: internal,
  commission_history_changed_by_fkey: internal,
  commission_history_change_type_known: internal,
  commission_history_code_length: internal,
  communications_body_length: at("body", tooLong(5e3)),
  communications_body_required: at("body", "Write a message."),
  ...Object.fromEntries(
    [
      "communications_author_id_fkey",
      "communications_commentable_type_known",
      "communications_deleted_by_fkey",
      "communications_organization_id_fkey",
      "communications_organization_id_id_key",
      "communications_thread_id_fkey",
      "communication_mentions_communication_id_fkey",
      "communication_mentions_organization_id_fkey",
      "communication_mentions_mentioned_id_fkey",
      "communication_reads_commentable_type_known",
      "communication_reads_organization_id_fkey",
      "communication_reads_user_id_fkey"
    ].map((name) => [name, internal])
  ),
  notifications_organization_id_fkey: internal,
  notifications_user_id_fkey: internal,
  notifications_communication_id_fkey: internal,
  notifications_type_length: internal,
  notifications_code_length: internal,
  notifications_message_length: internal,
  notifications_commentable_type_length: internal
};
var MISSING = {
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
  payment_method: MESSAGES.paymentMethod
};
function constraintError(message) {
  const name = /constraint "([a-z0-9_]+)"/.exec(message)?.[1];
  if (name && Object.hasOwn(CONSTRAINTS, name)) return CONSTRAINTS[name] ?? null;
  const column = /null value in column "([a-z_]+)"/.exec(message)?.[1];
  if (column) return at(camelCase(column), MISSING[column] ?? MESSAGES.required);
  return null;
}
export {
  constraintError,
  snakeCase
};
