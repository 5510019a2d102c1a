export * from './commission-services-api';
export * from './sales-services-api';
export type { Bucket, ServiceRange, TimelineInput, TopInput } from './service-args';
export type {
  CommissionsByStatus,
  CommissionStats,
  CommissionStatusTimeline,
  CommissionTimeline,
  RecentCustomer,
  SalesByStatus,
  SalesStatusTimeline,
  SalesTimeline,
  ServiceFigure,
  Timeline,
  TopAgent,
  TopVendor,
} from './service-rows';
