import { store, type RemoteCard } from '@paperplane/shared/platform';
import { termsApi } from './terms-api';

export { default } from './terms-card';

/** Starts the terms, as the card asks for them. */
export const loader: RemoteCard['loader'] = ({ id }) =>
  void store.dispatch(termsApi.util.prefetch('getVendorTerms', id, {}));
