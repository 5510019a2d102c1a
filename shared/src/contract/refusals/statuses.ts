/** As `private.status_label`: "funds received". */
export const statusLabel = (status: string): string => status.replaceAll('_', ' ');
