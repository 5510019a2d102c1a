import { dayWords } from './days';

interface Through {
  through: string;
}

/** What the record is called: sale, customer, vendor. */
interface Noun {
  noun: string;
}

/** What the database refuses here, in words. */
export const tenancy = {
  role_unknown: () => 'Choose owner, admin or agent.',
  ownership_is_transferred: () => 'Transfer the ownership to make somebody the owner.',
  admins_are_made_by_owners: () => 'Only an owner can make somebody an admin.',
  members_are_signed_out_by_owners: () => 'Only an owner can sign members out.',
  own_devices_in_profile: () => 'Sign your own devices out in your profile.',
  password_not_shown: () => 'Type your password again.',
  address_unreadable: () => 'Enter an email address.',
  address_is_own: () => 'This is your address already.',
  address_taken: () => 'Somebody signs in with this address already.',
  address_invited: () => 'An agency has invited this address. Ask it to withdraw the invitation first.',
  last_owner: () => 'An organization always keeps at least one active owner.',
  members_are_for_admins: () => 'You do not have permission to change team members.',
  member_not_found: () => 'This person is not in your organization.',
  admins_are_changed_by_owners: () => 'Only an owner can change admins and owners.',
  transfer_is_for_owners: () => 'Only an owner can transfer the ownership.',
  already_the_owner: () => 'You are the owner already.',
  member_is_owner: () => 'This person is an owner already.',
  member_is_inactive: () => 'Activate this person first: an owner has to be active.',
  admins_are_invited_by_owners: () => 'Only an owner can invite an admin.',
  invited_is_member: () => 'This person is already in your organization.',
  invited_is_inactive: () => 'This person is in your organization, but inactive. Activate them instead.',
  one_invitation_at_a_time: () => 'Send one invitation at a time.',
  new_agency_invitations_open: () =>
    'A new agency can have 10 open invitations. Withdraw one, or wait until it is accepted.',
  new_agency_invitations: () => 'A new agency can send 15 invitations a day. Try again tomorrow.',
  invitations_ceiling: () => 'Too many invitations are being sent right now. Try again in an hour.',
  sign_ups_ceiling: () => 'Too many agencies were made from here. Try again in an hour.',
  invitation_session_over: () => 'Please open the link in your invitation again.',
  invitation_email_unconfirmed: () => 'Please confirm your email address first.',
  invitation_needs_mail: () => 'Please open the link in your invitation to join.',
  already_in_organization: () => 'You already belong to an organization.',
  invitation_accepted: () => 'This invitation has already been accepted.',
  invitation_withdrawn_ask_again: () => 'This invitation was withdrawn. Please ask for a new one.',
  invitation_expired: () => 'This invitation has expired. Please ask for a new one.',
  invitation_invalid: () => 'This invitation is no longer valid. Please ask for a new one.',
  invitation_missing: () => 'There is no invitation for your email address.',
  names_missing: () => 'First and last name are missing',
  invitations_are_for_admins: () => 'You do not have permission to manage invitations.',
  invitation_not_found: () => 'This invitation does not exist.',
  invitation_of_admin: () => 'Only an owner can manage invitations of admins.',
  invitation_withdrawn: () => 'This invitation was withdrawn.',
  time_zone_unknown: () => 'Choose a known time zone, like Europe/Vienna.',
  user_missing: () => 'The user is missing',
  organization_for_oneself: () => 'You can create an organization only for yourself',
  sign_up_unconfirmed: () =>
    'This sign-up cannot be completed here. Please confirm your e-mail address and sign in.',
  organization_exists: () => 'An organization already exists for this account',
  invited_elsewhere: () =>
    'You are invited to an organization. Please accept the invitation from your e-mail.',
  organization_name_missing: () => 'The organization name is missing',
  list_of_texts_expected: () => 'Send a list of texts.',
  number_of_days_expected: () => 'Enter a number of days.',
  disclosure_over: () => 'This can be read once, within a minute. Ask for it again.',
  not_in_organization: () => 'You do not belong to an organization.',
  books_closed: ({ through }: Through) =>
    `The books are closed through ${dayWords(through)}. Choose a later day, or ask an owner to reopen them.`,
  in_closed_books: ({ through }: Through) =>
    `The books are closed through ${dayWords(through)}, and this is in them. Ask an owner to reopen them.`,
  not_for_programs: () => 'A program cannot do this.',
  saved_already: () => 'Saved already.',
  saved_already_as: ({ name }: { name: string }) => `Saved already as ${name}.`,
  record_changed: ({ noun }: Noun) =>
    `This ${noun} was changed by somebody else meanwhile. Read it again before you change it.`,
  version_missing: ({ noun }: Noun) => `Say which version of the ${noun} was edited.`,
  fields_expected: ({ noun }: Noun) => `Send the fields of the ${noun} as an object.`,
  field_unknown: ({ noun, field }: Noun & { field: string }) =>
    `A ${noun} has no field "${field}" that can be set here.`,
  second_factor_required: () => 'Your agency asks for a second factor. Set one up to go on.',
  second_factor_expected: () => 'Enter a code of your authenticator to go on.',
  step_up_required: () => 'Confirm it is you: enter a code of your authenticator.',
  second_factor_policy_unknown: () => 'Choose optional, admins or all.',
  second_factor_policy_is_for_owners: () => 'Only an owner can say who needs a second factor.',
  recovery_codes_are_for_owners: () => 'Only owners have recovery codes.',
  recovery_codes_need_a_factor: () => 'Set up an authenticator first.',
  recovery_code_wrong: () => 'This code does not fit, or was used already.',
  recovery_tries_used: () =>
    'Too many tries. Wait 15 minutes, or ask another owner to reset your second factor.',
  second_factor_reset_is_for_owners: () => 'Only an owner can reset a second factor.',
  second_factor_reset_of_oneself: () => 'Remove your own authenticator in your profile.',
  second_factor_missing: () => 'This person has no second factor.',
  second_factor_there: () => 'This person has a second factor already.',
  second_factor_asked_today: () => 'This person was asked within the last day.',
};
