/** What the database refuses here, in words. */
export const mail = {
  mail_not_set_up: () => 'This installation sends no mail. Copy the text, or open it in your mail program.',
  mail_address_expected: () => 'Enter one e-mail address.',
  mail_subject_expected: () => 'Enter a subject of one line, of at most 200 characters.',
  mail_body_expected: () => 'Enter a message of at most 20,000 characters.',
  follow_up_days_range: () => 'Follow up every 3 to 30 days.',
  mails_too_many: () =>
    'The agency has sent 100 of these e-mails within 24 hours, the most there is. Try again later.',
  new_agency_requests: () => 'A new agency can ask vendors 5 times a day. Try again tomorrow.',
  new_agency_address: () =>
    'A new agency can write to an address from the day after it is saved with the vendor.',
  requests_ceiling: () => 'Too many of these e-mails are being sent right now. Try again in an hour.',
  chase_not_found: () => 'This e-mail does not exist.',
  mail_plan_denied: () => 'You do not have permission to send reports by mail.',
  mail_plan_time_expected: () => 'Choose a day and an hour.',
  mail_plan_people_expected: () => 'Choose who gets it.',
  mail_plan_people_too_many: () => 'Choose at most 100 people.',
  mail_plan_without_report: () => 'This report does not exist any more.',
  mail_plan_for_others: () => 'Only admins choose who else gets a report. You can have it sent to yourself.',
  mail_plan_of_strangers: () =>
    'Choose active people of the agency who may see this report. Share it to send it to others.',
  mail_plan_changed: () => 'This was changed meanwhile. Close this and open it again.',
  mail_plans_too_many: () => 'The agency sends 50 reports by mail, the most there is. Stop one first.',
  mail_plan_not_found: () => 'This is not sent by mail any more.',
  mail_address_wrong: () => 'This is no e-mail address.',
  mail_senders_full: () => 'There are 1,000 senders already. Forget some.',
  mailed_file_not_found: () => 'This file is no longer there.',
  mail_plan_left: () => 'This is not sent to you any more.',
};
