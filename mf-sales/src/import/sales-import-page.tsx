import { ImportPage } from '@paperplane/shared/import';

/** /sales/import: sales from a CSV file, with the customers and vendors they need. */
export default function SalesImportPage() {
  return <ImportPage kind="sales" />;
}
