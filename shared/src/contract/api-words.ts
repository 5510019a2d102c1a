/** What the Edge Function `api` says of refused constraints: `npm run gen:functions` bundles this file into its folder. */
export { snakeCase } from '../domain/column-names';
export { constraintError } from '../domain/constraints';
