import { store, type RemoteCard } from '@paperplane/shared/platform';
import { statementsApi } from '../statements-api';

export { default } from './statements-card';

/** Starts the list of the vendor's statements, as the card asks for it. */
export const loader: RemoteCard['loader'] = ({ id }) =>
  void store.dispatch(statementsApi.util.prefetch('listVendorStatements', id, {}));
