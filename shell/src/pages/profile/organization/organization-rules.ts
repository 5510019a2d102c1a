import {
  LIMITS,
  MESSAGES,
  optionalEmail,
  parsePercent,
  percentText,
  requiredText,
} from '@paperplane/shared/domain';
import type { Problems } from '../../auth/use-fields';
import { fieldProblems } from '../field-problems';
import { findTimeZone } from './choices';
import type { OrganizationSettings } from './organization-api';

export type OrganizationValues = {
  organizationName: string;
  supportEmail: string;
  defaultCommissionSplit: string;
  timeZone: string;
  currency: string;
};

export const TIME_ZONE_UNKNOWN = 'Choose a time zone from the list, like Europe/Vienna.';
export const SPLIT_MISSING = 'Enter the agents’ share in percent.';

const RULES = {
  organizationName: requiredText(MESSAGES.organizationName, LIMITS.name),
  supportEmail: optionalEmail(),
  defaultCommissionSplit: percentText(SPLIT_MISSING),
};

/** What is wrong with the typed settings. */
export function organizationProblems(
  values: OrganizationValues,
  zones: readonly string[],
): Problems<OrganizationValues> {
  const { organizationName, supportEmail, defaultCommissionSplit } = values;
  return {
    ...fieldProblems(RULES, { organizationName, supportEmail, defaultCommissionSplit }),
    ...(findTimeZone(values.timeZone, zones) ? {} : { timeZone: TIME_ZONE_UNKNOWN }),
  };
}

/** What is sent, from values without a problem. */
export function toSettings(values: OrganizationValues, zones: readonly string[]): OrganizationSettings {
  const split = parsePercent(values.defaultCommissionSplit);
  return {
    organizationName: values.organizationName.trim(),
    supportEmail: values.supportEmail.trim() || null,
    defaultCommissionSplit: split.ok ? (split.value ?? 0) : 0,
    timeZone: findTimeZone(values.timeZone, zones) ?? values.timeZone,
    currency: values.currency,
  };
}
