import { pageLoader, queryValues } from '@paperplane/shared/platform';
import { taxApi } from './tax-api';
import { TAX_DEFAULTS, taxQuery } from './tax-query';

export { default } from './tax-forms-page';

export const loader = pageLoader(({ search }) =>
  taxApi.util.prefetch('getTaxYear', taxQuery(queryValues(search, TAX_DEFAULTS)).year, {}),
);
