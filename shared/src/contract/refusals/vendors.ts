/** What the database refuses here, in words. */
export const vendors = {
  vendor_not_found: () => 'This vendor does not exist.',
  vendors_are_for_admins: () => 'You do not have permission to manage vendors.',
  vendor_archived_unsaid: () => 'Say whether the vendor is archived.',
  vendor_in_use: () => 'A vendor with sales or documents cannot be deleted. Archive it instead.',
  vendor_archived: () => 'This vendor is archived. Choose another one, or restore it first.',
  alias_taken: ({ alias, vendor }: { alias: string; vendor: string }) =>
    `"${alias}" is already an alias of ${vendor}.`,
};
