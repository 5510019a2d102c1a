import { LOAD_ERRORS } from './load-errors';

/** Content of `/config.json`: what differs between installations of the one build. */
export interface SiteConfig {
  readonly supabaseUrl: string;
  readonly supabaseKey: string;
  /** Whom reads ask; the primary, where it is not said. */
  readonly reads?: 'primary' | 'replicas';
  /** Where a balancer sends GET to read replicas, where they do. */
  readonly readsUrl?: string;
  readonly supportEmail: string;
  readonly legalEmail: string;
  readonly analyticsUrl: string;
  /** Where browsers report a remote that did not load; a path on this origin or an absolute URL, empty for nowhere. */
  readonly loadErrorsUrl: string;
  /** Claims of the landing page that replace the default ones. */
  readonly landingClaims: Readonly<Record<string, string>>;
}

/** What is true of the demo: it saves nobody any matching, and two agencies are in it. */
const DEMO_CLAIMS = { matching: '', agencies: 'Two', agenciesText: 'agencies to try it with' };

/** The configuration of a local installation. @param readsUrl where its replicas are asked, null where it has none */
export const localConfig = (
  supabaseUrl: string,
  supabaseKey: string,
  readsUrl: string | null = null,
): SiteConfig => ({
  supabaseUrl,
  supabaseKey,
  ...(readsUrl !== null && { reads: 'replicas', readsUrl }),
  supportEmail: 'support@paperplane.test',
  legalEmail: 'legal@paperplane.test',
  analyticsUrl: '',
  loadErrorsUrl: LOAD_ERRORS,
  landingClaims: DEMO_CLAIMS,
});
