import { listAt, pageLoader } from '@paperplane/shared/platform';
import { documentsApi } from './documents-api';
import { DOCUMENTS_LIST } from './documents-list';

export { default } from './documents-page';

export const loader = pageLoader(({ search }) =>
  documentsApi.util.prefetch('listDocuments', listAt(search, DOCUMENTS_LIST), {}),
);
