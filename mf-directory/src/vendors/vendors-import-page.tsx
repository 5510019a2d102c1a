import { ImportPage } from '@paperplane/shared/import';

/** /vendors/import (admins): vendors from a CSV file. */
export default function VendorsImportPage() {
  return <ImportPage kind="vendors" />;
}
