import { countryName, formatPercent, CATEGORY_LABELS } from '@paperplane/shared/domain';
import { Card, DescriptionList, Mail, Phone } from '@paperplane/shared/ui';
import '../parts/record.css';
import { termsText, type Vendor, type VendorContact } from './vendor';
import './vendor-page.css';

/** The people who answer there. */
export function ContactPeople({ contacts }: { contacts: readonly VendorContact[] }) {
  if (contacts.length === 0) return null;
  return (
    <Card title="People" padded={false}>
      <ul className="vendor-people">
        {contacts.map(({ name, role, email, phone }, index) => (
          <li key={index}>
            <b className="pp-strong">{name}</b>
            {role && <small className="pp-muted"> · {role}</small>}
            {email && (
              <a className="pp-trunc" href={`mailto:${email}`}>
                <Mail className="pp-i pp-i-14" /> {email}
              </a>
            )}
            {phone && (
              <a className="pp-num" href={`tel:${phone.replace(/[^\d+]/g, '')}`}>
                <Phone className="pp-i pp-i-14" /> {phone}
              </a>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The lines of an address, without the empty ones. */
export function addressLines(vendor: Vendor): string[] {
  const { addressLine1, addressLine2, city, region, postalCode, country } = vendor;
  const place = [city, [region, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  return [addressLine1, addressLine2, place, country && countryName(country)].filter(
    (line) => !!line,
  ) as string[];
}

/** What was agreed with them, and where they are. */
export function VendorDetails({ vendor }: { vendor: Vendor }) {
  const address = addressLines(vendor);
  return (
    <Card title="Terms">
      <DescriptionList
        items={[
          { term: 'Category', value: CATEGORY_LABELS[vendor.category] },
          { term: 'Default rate', value: formatPercent(vendor.defaultCommissionRate) },
          { term: 'Expected payment', value: termsText(vendor) },
          { term: 'Account number', value: vendor.accountNumber },
          {
            term: 'On statements',
            value: vendor.aliases.length > 0 && (
              <span className="vendor-lines">
                {vendor.aliases.map((alias) => (
                  <span key={alias}>{alias}</span>
                ))}
              </span>
            ),
          },
          {
            term: 'Address',
            value: address.length > 0 && (
              <span className="vendor-lines">
                {address.map((line) => (
                  <span key={line}>{line}</span>
                ))}
              </span>
            ),
          },
        ].map(({ term, value }) => ({ term, value: value || null }))}
      />
    </Card>
  );
}
