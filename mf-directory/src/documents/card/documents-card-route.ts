import { store, type RemoteCard } from '@paperplane/shared/platform';
import { documentsApi } from '../documents-api';
import { documentsOf } from './documents-of';

export { default } from './documents-card';

/** Starts the list of the record's documents, as the card asks for it. */
export const loader: RemoteCard['loader'] = (record) =>
  void store.dispatch(documentsApi.util.prefetch('listRecordDocuments', documentsOf(record), {}));
