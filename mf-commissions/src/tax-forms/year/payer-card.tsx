import { countryName } from '@paperplane/shared/domain';
import { useAuth } from '@paperplane/shared/platform';
import { Button, Card } from '@paperplane/shared/ui';
import type { TaxSettings } from '../tax-types';
import { addressLines, writtenNumber } from '../tax-words';

interface PayerCardProps {
  settings: TaxSettings;
  onChange: () => void;
}

/** What is made, and who pays, as forms and notes name it. */
export function PayerCard({ settings, onChange }: PayerCardProps) {
  const { isOwner } = useAuth();
  const { scheme, legalName, taxNumber, stateNumber } = settings;
  return (
    <Card
      title="Who pays"
      action={
        isOwner && (
          <Button variant="link" size="sm" aria-label="Change tax forms" onClick={onChange}>
            Change
          </Button>
        )
      }
    >
      <div className="tax-lines">
        <b>{legalName}</b>
        {addressLines(settings, countryName(settings.country ?? '')).map((line) => (
          <span key={line}>{line}</span>
        ))}
        <span>
          {scheme === 'us' ? 'EIN' : 'VAT number'}{' '}
          {writtenNumber(scheme === 'us' ? 'ein' : 'vat', taxNumber ?? '')}
        </span>
        {stateNumber && <span>State number {stateNumber}</span>}
      </div>
    </Card>
  );
}
