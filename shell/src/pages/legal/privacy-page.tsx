import { LegalFrame } from './legal-frame';

/** docs/product/platform.md, Legal pages. */
export default function PrivacyPage() {
  return (
    <LegalFrame title="Privacy Policy">
      <h2>1. What is stored</h2>
      <p>
        About people who use the service: name, email address, role, agency and, if they add one, a picture.
        About customers of an agency: what its people enter, such as names, contact details and bookings. For
        security: when somebody signs in.
      </p>
      <h2>2. What it is used for</h2>
      <p>
        To provide the service: to sign people in, show them their agency’s records, send the mails they ask
        for and keep the history of changes. Data is not sold and not used for advertising.
      </p>
      <h2>3. Who can see it</h2>
      <p>
        Only people of the same agency, within their role: agents see their own sales and commissions, admins
        and owners see the whole agency. No agency can see another one. Those who run the service see data
        only where support or the law asks for it.
      </p>
      <h2>4. In your browser</h2>
      <p>
        The service keeps your session and your settings in the storage of your browser. Without “Remember me”
        the session ends with the browser’s tab. There are no advertising cookies.
      </p>
      <h2>5. How long</h2>
      <p>
        Records stay as long as the agency uses the service or the law requires. Ask the owner of your agency
        to correct or remove data about you.
      </p>
      <h2>6. Age</h2>
      <p>
        The service is for people over the age of 16. We do not knowingly store accounts of younger people.
      </p>
      <h2>7. Your rights</h2>
      <p>
        You may ask what is stored about you, have it corrected or removed, and object to its use, as the law
        of your country provides.
      </p>
      <h2>8. Changes</h2>
      <p>Material changes to this policy are announced at least 30 days before they take effect.</p>
    </LegalFrame>
  );
}
