/** The address of a credit note; nobody else leads there. */
export const noteHref = (id: string): string => `/commissions/credit-notes/${id}`;
