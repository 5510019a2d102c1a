const DISCLOSED: Readonly<Record<string, string | undefined>> = {
  passport: 'passport numbers',
  payment_file: 'payment files',
  audit_log: 'exports of the audit log',
  tax_number: 'tax numbers',
  tax_file: 'tax files',
};

/** What the database refuses here, in words. */
export const notifications = {
  disclosed_too_much: ({ most, what }: { most: number; what: string }) =>
    `You have asked for ${most} ${DISCLOSED[what]} within 24 hours, the most there is. Try again later.`,
};
