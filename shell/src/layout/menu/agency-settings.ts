import { paths } from '@paperplane/shared/platform';

/** Where admins find what belongs to the agency, not to them. */
export const AGENCY_SETTINGS_HREF = `${paths.profile.href()}?tab=organization`;
