import { ImportPage } from './import-page';

/** /customers/import: customers from a CSV file. */
export default function CustomersImportPage() {
  return <ImportPage kind="customers" />;
}
