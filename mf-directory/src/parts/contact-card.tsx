import { Card, Globe, Mail, Phone } from '@paperplane/shared/ui';
import type { ReactNode } from 'react';
import { webHost } from './web-host';
import './record.css';

export interface ContactCardProps {
  email: string | null;
  phone?: string | null;
  website?: string | null;
  /** Further lines: an icon and words. */
  more?: readonly { icon: ReactNode; text: ReactNode }[];
}

/** How to reach somebody; each line acts where a device can act. */
export function ContactCard({ email, phone, website, more = [] }: ContactCardProps) {
  return (
    <Card title="Contact" padded={false}>
      <ul className="record-lines">
        {email && (
          <li>
            <Mail className="pp-i" />
            <a className="pp-trunc" href={`mailto:${email}`}>
              {email}
            </a>
          </li>
        )}
        {phone && (
          <li>
            <Phone className="pp-i" />
            <a className="pp-num" href={`tel:${phone.replace(/[^\d+]/g, '')}`}>
              {phone}
            </a>
          </li>
        )}
        {website && (
          <li>
            <Globe className="pp-i" />
            <a className="pp-trunc" href={website} target="_blank" rel="noreferrer">
              {webHost(website)}
              <span className="pp-sr"> (opens in a new tab)</span>
            </a>
          </li>
        )}
        {!email && !phone && !website && <li className="pp-muted">No contact details yet.</li>}
        {more.map(({ icon, text }, index) => (
          <li key={index}>
            {icon}
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
