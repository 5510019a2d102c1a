import { useLocation } from '@paperplane/shared/platform';

/** Stands where a page will be. */
export default function PlaceholderPage() {
  const { pathname } = useLocation();
  return (
    <main id="main" className="pp-page">
      <h1 className="p-4">{pathname}</h1>
    </main>
  );
}
