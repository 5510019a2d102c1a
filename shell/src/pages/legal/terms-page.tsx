import { Link, paths } from '@paperplane/shared/platform';
import { LegalFrame } from './legal-frame';

/** 30 days' notice, users over 16, Delaware law (docs/product/platform.md, Legal pages). */
export default function TermsPage() {
  return (
    <LegalFrame title="Terms of Service">
      <h2>1. The service</h2>
      <p>
        Paperplane is a back office for travel agencies: it records sales, customers, vendors, commissions and
        the payments made to agents. These terms apply to everybody who uses it. By creating an account you
        agree to them.
      </p>
      <h2>2. Who may use it</h2>
      <p>
        The service is for people over the age of 16 who act for a travel agency. Whoever signs an agency up
        becomes its owner and decides who else may use it and in which role.
      </p>
      <h2>3. Your account</h2>
      <p>
        Keep your password to yourself and your contact details correct. You are responsible for what is done
        with your account. Tell us at once when you think somebody else uses it.
      </p>
      <h2>4. Your data</h2>
      <p>
        What your agency enters belongs to your agency. We use it to provide the service and for nothing else.
        How personal data is handled is described in our{' '}
        <Link className="pp-link" to={paths.privacy.href()}>
          Privacy Policy
        </Link>
        . You are responsible for having the right to store the data of your customers.
      </p>
      <h2>5. Fair use</h2>
      <p>
        Do not use the service for anything unlawful, do not try to reach the data of other agencies, and do
        not burden it so that others cannot work.
      </p>
      <h2>6. No professional advice</h2>
      <p>
        The service calculates commissions and shares from what you enter. It gives no tax, legal or
        accounting advice; check the figures before you pay by them.
      </p>
      <h2>7. Availability and liability</h2>
      <p>
        The service is provided as it is. We work to keep it available and correct but do not promise that it
        never fails. To the extent the law allows, we are not liable for indirect damage or lost profit.
      </p>
      <h2>8. Ending</h2>
      <p>
        An owner may end the use of the service at any time. We may suspend accounts that break these terms.
      </p>
      <h2>9. Changes</h2>
      <p>
        We may change these terms. Material changes are announced at least 30 days before they take effect;
        whoever uses the service after that agrees to them.
      </p>
      <h2>10. Governing law</h2>
      <p>These terms are governed by the laws of the State of Delaware, United States.</p>
    </LegalFrame>
  );
}
