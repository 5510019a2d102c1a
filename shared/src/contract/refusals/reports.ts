/** What the database refuses here, in words. */
export const reports = {
  report_text_expected: () => 'A report takes texts only.',
  report_choice_unknown: () => 'This report does not know that choice.',
  id_expected: () => 'This is not an id.',
  report_date_expected: () => 'Enter a date.',
  report_expected: () => 'This is not a report.',
  agents_report_of_vendor: () => 'Agents are paid for bookings of many vendors together. Choose no vendor.',
  range_reversed: () => 'The range ends before it begins.',
  range_too_long: () => 'Choose at most 40 years.',
  reports_too_many: () => 'You have saved 100 reports. Delete one first.',
  asking_is_for_admins: () => 'You do not have permission to ask vendors.',
  nothing_overdue: () => 'This vendor owes nothing that is overdue.',
  deposit_waits: () => 'A deposit of this vendor waits in Bank. Match it before you ask.',
};
