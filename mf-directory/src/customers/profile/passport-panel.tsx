import { countryName, formatDate, type IsoDate } from '@paperplane/shared/domain';
import { Link, paths } from '@paperplane/shared/platform';
import { Ellipsis, Menu, Pencil, ShieldCheck, Trash2, TriangleAlert } from '@paperplane/shared/ui';
import type { ReactNode } from 'react';
import type { Passport } from '../profile';
import { expiryWarning, masked } from './profile-texts';

interface PassportPanelProps {
  passport: Passport;
  /** The whole number while it is revealed. */
  number: string | null;
  today: IsoDate;
  /** Reveals and hides; where the card's head has that button it is not here. */
  reveal?: ReactNode;
  /** Absent where nothing may be changed any more. */
  onEdit?: () => void;
  onRemove?: () => void;
}

/** One passport as its first page shows it, the number masked. */
export function PassportPanel({ passport, number, today, reveal, onEdit, onRemove }: PassportPanelProps) {
  const warning = expiryWarning(passport, today);
  const country = passport.country ? countryName(passport.country) : 'Passport';
  return (
    <div className="customer-passport">
      <div className="customer-pass">
        <div className="pp-between">
          <span className="pp-muted pp-sm">{country}</span>
          <span className="pp-row">
            {reveal}
            {onEdit && onRemove ? (
              <Menu
                label={`Passport of ${country} ending ${passport.lastFour}`}
                button={<Ellipsis className="pp-i" />}
                buttonClassName="pp-iconbtn pp-iconbtn-sm"
                items={[
                  {
                    key: 'edit',
                    label: 'Edit passport',
                    icon: <Pencil className="pp-i" />,
                    onSelect: onEdit,
                  },
                  {
                    key: 'remove',
                    label: 'Remove passport',
                    icon: <Trash2 className="pp-i" />,
                    danger: true,
                    onSelect: onRemove,
                  },
                ]}
              />
            ) : (
              <ShieldCheck className="pp-i pp-muted" />
            )}
          </span>
        </div>
        <p className="pp-num" aria-live="polite">
          {number ? (
            <>
              <span className="pp-sr">Passport number </span>
              {number}
            </>
          ) : (
            <>
              <span aria-hidden="true">{masked(passport.lastFour)}</span>
              <span className="pp-sr">Passport number ending {passport.lastFour}</span>
            </>
          )}
        </p>
        <dl>
          <div>
            <dt>Given names</dt>
            <dd>{passport.givenNames ?? '–'}</dd>
          </div>
          <div>
            <dt>Issued</dt>
            <dd>{passport.issuedOn ? formatDate(passport.issuedOn) : '–'}</dd>
          </div>
          <div>
            <dt>Expires</dt>
            <dd>{formatDate(passport.expiresOn)}</dd>
          </div>
        </dl>
      </div>
      {warning && (
        <p className="customer-warn">
          <TriangleAlert className="pp-i" />
          <span>
            {warning}{' '}
            {passport.warning && <Link to={paths.sale.href(passport.warning.saleId)}>See the booking</Link>}
          </span>
        </p>
      )}
    </div>
  );
}
