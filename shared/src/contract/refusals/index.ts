import { agreements } from './agreements';
import { bank } from './bank';
import { books } from './books';
import { commissions } from './commissions';
import { core } from './core';
import { customers } from './customers';
import { dashboard } from './dashboard';
import { erasure } from './erasure';
import { imports } from './imports';
import { integrations } from './integrations';
import { mail } from './mail';
import { notifications } from './notifications';
import { payouts } from './payouts';
import { platform } from './platform';
import { records } from './records';
import { reports } from './reports';
import { sales } from './sales';
import { takeout } from './takeout';
import { taxes } from './taxes';
import { tenancy } from './tenancy';
import { vendors } from './vendors';
import { webhooks } from './webhooks';

/** The words of every refusal, by its code: its text in the database, letter for letter. Read by tests; an app shows the text. */
export const refusals = {
  ...agreements,
  ...bank,
  ...books,
  ...commissions,
  ...core,
  ...customers,
  ...dashboard,
  ...erasure,
  ...imports,
  ...integrations,
  ...mail,
  ...notifications,
  ...payouts,
  ...platform,
  ...records,
  ...reports,
  ...sales,
  ...takeout,
  ...taxes,
  ...tenancy,
  ...vendors,
  ...webhooks,
};

/** The words of a refusal, undefined for a code that has none. */
export const refusalText = (code: string, params: object): string | undefined =>
  (refusals as Partial<Record<string, (params: object) => string | undefined>>)[code]?.(params);
