/** What the database refuses here, in words. */
export const vendors = {
  vendor_not_found: () => 'This vendor does not exist.',
  vendors_are_for_admins: () => 'You do not have permission to manage vendors.',
  vendor_archived_unsaid: () => 'Say whether the vendor is archived.',
  vendor_in_use: () => 'A vendor with sales or documents cannot be deleted. Archive it instead.',
  vendor_archived: () => 'This vendor is archived. Choose another one, or restore it first.',
  alias_taken: ({ alias, vendor }: { alias: string; vendor: string }) =>
    `"${alias}" is already an alias of ${vendor}.`,
  rate_category_unknown: () => 'Choose a kind of line that a vendor pays for.',
  vendor_rate_not_found: () => 'This rate is no longer there.',
  vendor_rate_has_begun: () => 'A rate that has begun stays. Add a new one from a later day.',
  bonus_steps_missing: () => 'Enter 1 to 20 steps.',
  bonus_steps_rise: () => 'Each step begins above the one before.',
  bonus_period_wrong: () => 'The period ends after it begins, two years later at the most.',
  bonus_basis_missing: () => 'Choose what counts.',
  bonus_periods_meet: () => 'Another bonus of this vendor is for some of these days.',
  bonus_terms_not_found: () => 'This bonus is no longer there.',
  bonus_amount_out_of_range: () => 'Enter an amount of 0.01 or more. The most is 9,999,999,999.99.',
  bonus_expected_already: () => 'The bonus of this vendor for this period is expected already.',
  bonus_terms_changed: () => 'Somebody else changed this bonus meanwhile. Look at it again.',
};
