export { paymentFile, paymentFileKinds } from './payment-file';
export { NoPaymentFile } from './payment-types';
export type {
  AccountNumbers,
  LeftOut,
  Payment,
  PaymentData,
  PaymentFile,
  PaymentFileKind,
} from './payment-types';
export { statementCsv } from './statement-csv';
export { statementFileName } from './statement-file-name';
export { statementPdf } from './statement-pdf';
export type { Statement, StatementLine } from './statement-types';
