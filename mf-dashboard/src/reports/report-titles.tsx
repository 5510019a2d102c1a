import { ChartColumn, Clock, Gauge, HandCoins, ReceiptText, Scale, Sigma } from '@paperplane/shared/ui';
import type { ReactNode } from 'react';
import type { ReportSlug } from './definition';

export const REPORT_TITLES: Readonly<Record<ReportSlug, string>> = {
  sales: 'Sales',
  commissions: 'Commissions',
  performance: 'Financial performance',
  aging: 'Owed by vendors',
  punctuality: 'Punctuality',
  'short-pay': 'Short pay',
  'agents-year': 'Agents’ year',
};

export const REPORT_ICONS: Readonly<Record<ReportSlug, ReactNode>> = {
  sales: <ChartColumn className="pp-i" />,
  commissions: <HandCoins className="pp-i" />,
  performance: <Scale className="pp-i" />,
  aging: <Clock className="pp-i" />,
  punctuality: <Gauge className="pp-i" />,
  'short-pay': <Sigma className="pp-i" />,
  'agents-year': <ReceiptText className="pp-i" />,
};
