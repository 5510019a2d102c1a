import { countryName, displayName, formatShortDate, today as todayIn } from '@paperplane/shared/domain';
import { useCurrentUser } from '@paperplane/shared/platform';
import { useLazyDialog } from '@paperplane/shared/records';
import { Button, Card, FileText, InlineBanner } from '@paperplane/shared/ui';
import { useState } from 'react';
import { useGetMyTaxDetailsQuery } from '../tax-api';
import { addressLines, numberText, TAX_CLASSES, vatText } from '../tax-words';

const loadForm = () =>
  import(/* webpackChunkName: "lazy-tax-details" */ '../parts/details-dialog').then(
    (code) => code.DetailsDialog,
  );

/** One's own tax details, beside where one is paid; nothing where the agency makes no tax forms, or while that is not known. */
export function TaxCard() {
  const user = useCurrentUser();
  const { timeZone } = user.organization;
  const { data } = useGetMyTaxDetailsQuery();
  const [Form, fetchForm] = useLazyDialog(loadForm);
  const [open, setOpen] = useState(false);
  if (!data) return null;
  const { scheme, details, isWhole, askedAt } = data;
  return (
    <Card
      title="Tax details"
      action={
        <Button
          variant="link"
          size="sm"
          aria-label={details ? 'Change tax details' : 'Add tax details'}
          onClick={() => void fetchForm().then((isThere) => setOpen(isThere))}
        >
          {details ? 'Change' : 'Add'}
        </Button>
      }
    >
      <div className="pp-stack">
        {!isWhole && (
          <InlineBanner
            tone={askedAt ? 'warning' : 'info'}
            title={
              askedAt
                ? `Your agency asked on ${formatShortDate(askedAt, todayIn(timeZone), timeZone)}`
                : 'Your agency needs them'
            }
          >
            {scheme === 'us' ? 'For Form 1099-NEC of the year.' : 'For credit notes of what you are paid.'}
          </InlineBanner>
        )}
        <span className="pp-who">
          <span className="pp-tile">
            <FileText className="pp-i pp-i-18" />
          </span>
          {/* All of it: an address that is cut off cannot be checked. */}
          <span>
            <b>{details?.legalName ?? 'No tax details yet'}</b>
            <small>
              {details
                ? [
                    numberText(details),
                    details.taxClass && TAX_CLASSES[details.taxClass],
                    vatText(details.vatStatus, details.vatRate),
                    ...addressLines(details, countryName(details.country)),
                  ]
                    .filter(Boolean)
                    .join(', ')
                : 'Name, address and number'}
            </small>
          </span>
        </span>
      </div>
      {open && Form && (
        <Form scheme={scheme} details={details} name={displayName(user)} onClose={() => setOpen(false)} />
      )}
    </Card>
  );
}
