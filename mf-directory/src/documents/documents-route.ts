import { pageLoader } from '@paperplane/shared/platform';
import { listAt } from '../parts/use-list-address';
import { documentsApi } from './documents-api';
import { DOCUMENTS_LIST, documentsQuery } from './documents-list';

export { default } from './documents-page';

export const loader = pageLoader(({ search }) =>
  documentsApi.util.prefetch('listDocuments', documentsQuery(listAt(search, DOCUMENTS_LIST)), {}),
);
