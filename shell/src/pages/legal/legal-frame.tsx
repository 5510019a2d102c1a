import { useState, type ReactNode } from 'react';
import { formatDate } from '@paperplane/shared/domain';
import { Link, paths } from '@paperplane/shared/platform';
import { useConfig } from '../../config/config-context';
import { LogoLink } from '../../layout/logo-link';
import './legal.css';

/** A legal page: static text, a last-updated line with the current date, contact addresses (docs/product/platform.md, Legal pages). */
export function LegalFrame({ title, children }: { title: string; children: ReactNode }) {
  const [today] = useState(() => new Date());
  return (
    <div className="legal">
      <header>
        <LogoLink />
      </header>
      <main id="main">
        <h1>{title}</h1>
        <p className="legal-date">Last updated: {formatDate(today)}</p>
        {children}
        <Contact />
      </main>
      <footer>
        <Link to={paths.terms.href()}>Terms of Service</Link>
        <Link to={paths.privacy.href()}>Privacy Policy</Link>
        <Link to={paths.login.href()}>Log in</Link>
      </footer>
    </div>
  );
}

function Contact() {
  const { legalEmail, supportEmail } = useConfig();
  const lines = [
    { what: 'Legal and privacy questions', address: legalEmail },
    { what: 'Help with the service', address: supportEmail },
  ].filter(({ address }) => address);
  return (
    <>
      <h2>Contact</h2>
      {lines.length === 0 && <p>Ask the owner of your agency, or whoever runs this installation.</p>}
      {lines.map(({ what, address }) => (
        <p key={what}>
          {what}:{' '}
          <a className="pp-link" href={`mailto:${address}`}>
            {address}
          </a>
        </p>
      ))}
    </>
  );
}
