import { store, type RemoteCard } from '@paperplane/shared/platform';
import { mailApi } from './mail-api';

export { default } from './asked-card';

/** Asks for what the card asks for. */
export const loader: RemoteCard['loader'] = ({ id }) =>
  void store.dispatch(mailApi.util.prefetch('getVendorChases', { vendorId: id }, {}));
