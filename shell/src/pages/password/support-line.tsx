import { useConfig } from '../../config/config-context';

/** Whom to write to, where the installation names somebody. */
export function SupportLine({ about }: { about: string }) {
  const { supportEmail } = useConfig();
  if (!supportEmail) return null;
  return (
    <>
      {' '}
      {about}{' '}
      <a className="pp-link" href={`mailto:${supportEmail}`}>
        {supportEmail}
      </a>
      .
    </>
  );
}
