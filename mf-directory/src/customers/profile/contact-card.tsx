import { formatDate } from '@paperplane/shared/domain';
import { useCurrentUser } from '@paperplane/shared/platform';
import { Cake, Card, HeartPulse, Mail, MapPin, Phone, UserRound } from '@paperplane/shared/ui';
import type { ReactNode } from 'react';
import '../../parts/record.css';
import type { ContactEntry, Customer } from '../customer';
import { CopyButton } from './copy-button';
import { addressLines, sinceMonth } from './profile-texts';

interface LineProps {
  icon: ReactNode;
  what: 'Email' | 'Phone';
  entry: ContactEntry;
}

/** One way to reach them: the line acts where a device can act, and can be copied. */
function ReachLine({ icon, what, entry: { label, value } }: LineProps) {
  const href = what === 'Email' ? `mailto:${value}` : `tel:${value.replace(/[^\d+]/g, '')}`;
  return (
    <li>
      {icon}
      <span className="pp-grow">
        <a className={what === 'Phone' ? 'pp-num' : 'customer-mail'} href={href}>
          {value}
        </a>
        {label && <span className="customer-kind">{label}</span>}
      </span>
      <CopyButton what={what} text={value} />
    </li>
  );
}

const all = (first: string | null, more: readonly ContactEntry[]): ContactEntry[] =>
  first ? [{ label: '', value: first }, ...more] : [...more];

/** How to reach them, where they live, when they were born, and whom to call in an emergency. */
export function ContactCard({ customer }: { customer: Customer }) {
  const { timeZone } = useCurrentUser().organization;
  const emails = all(customer.email, customer.moreEmails);
  const phones = all(customer.phone, customer.morePhones);
  const address = addressLines(customer);
  const { emergencyName, emergencyPhone, emergencyRelation } = customer;
  return (
    <Card title="Contact" padded={false}>
      <ul className="record-lines">
        {emails.map((entry) => (
          <ReachLine key={entry.value} icon={<Mail className="pp-i" />} what="Email" entry={entry} />
        ))}
        {phones.map((entry) => (
          <ReachLine key={entry.value} icon={<Phone className="pp-i" />} what="Phone" entry={entry} />
        ))}
        {emails.length + phones.length === 0 && <li className="pp-muted">No email or phone yet.</li>}
        {address.length > 0 && (
          <li>
            <MapPin className="pp-i" />
            <address>
              {address.map((line) => (
                <span key={line}>{line}</span>
              ))}
            </address>
          </li>
        )}
        {customer.birthday && (
          <li>
            <Cake className="pp-i" />
            <span>
              <span className="pp-sr">Birthday </span>
              {formatDate(customer.birthday)}
            </span>
          </li>
        )}
        <li>
          <UserRound className="pp-i" />
          <span>Customer since {sinceMonth(customer.createdAt, timeZone)}</span>
        </li>
        {(emergencyName || emergencyPhone) && (
          <li className="customer-emergency">
            <HeartPulse className="pp-i" />
            <span className="pp-grow">
              <span className="customer-kind">Emergency contact</span>
              {[emergencyName, emergencyRelation && `(${emergencyRelation})`].filter(Boolean).join(' ')}
              {emergencyPhone && (
                <a className="pp-num" href={`tel:${emergencyPhone.replace(/[^\d+]/g, '')}`}>
                  {emergencyPhone}
                </a>
              )}
            </span>
            {emergencyPhone && <CopyButton what="Phone" text={emergencyPhone} />}
          </li>
        )}
      </ul>
    </Card>
  );
}
