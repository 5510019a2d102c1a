import { Button } from './button';
import { Download } from '../base/icons';

/** Saves a list as a CSV file. On a phone the words give way, as for every action of a page's head. */
export function ExportButton({ loading, onClick }: { loading: boolean; onClick: () => void }) {
  return (
    <Button variant="outline" icon={<Download className="pp-i" />} loading={loading} onClick={onClick}>
      Export
    </Button>
  );
}
