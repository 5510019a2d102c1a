/** What the Edge Function `api` says of refused constraints: it is bundled into its folder (`supabase/made`). */
export { snakeCase } from '../domain/column-names';
export { constraintError } from '../domain/constraints';
