/** What the database refuses here, in words. */
export const erasure = {
  export_is_for_admins: () => "Only admins can export a customer's data.",
  erasure_is_for_admins: () => 'Only admins can erase a customer.',
  confirmation_wrong: () => "Type the customer's full name to confirm.",
  merging_is_for_admins: () => 'Only admins can merge customers.',
  undoing_merge_is_for_admins: () => 'Only admins can undo a merge.',
  customer_of_others: () => 'You can delete only customers you added yourself.',
  customer_with_sales: () => 'A customer with sales cannot be deleted. Archive them instead.',
  customer_with_documents: () => 'A customer with documents cannot be deleted. Archive them instead.',
  customer_with_merge: () =>
    'This customer was merged with another one. Undo the merge first, or archive them.',
  merge_of_one: () => 'Choose two different customers.',
  merge_not_found: () => 'This merge does not exist.',
  merge_undone: () => 'This merge was undone already.',
  merge_of_erased: () => 'This merge cannot be undone: one of the two was erased.',
  merge_too_old: () => 'A merge can be undone for 30 days.',
  agency_is_deleted_by_owners: () => 'Only an owner can delete the agency.',
  agency_is_kept_by_owners: () => 'Only an owner can keep the agency.',
  agency_name_differs: ({ name }: { name: string }) => `Type the name exactly as it is: ${name}`,
  agency_deletion_is_due: () => 'It is too late: the agency is being deleted.',
  merge_of_merged: () => 'This customer was merged into another one since. Undo that merge first.',
};
