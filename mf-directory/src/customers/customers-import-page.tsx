import { ImportPage } from '@paperplane/shared/import';

/** /customers/import: customers from a CSV file. */
export default function CustomersImportPage() {
  return <ImportPage kind="customers" />;
}
