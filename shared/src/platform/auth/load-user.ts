import {
  processError,
  type AmountNotation,
  type AppError,
  type DateOrder,
  type ReceivedOn,
  type Role,
} from '../../domain';
import type { OfflineReading } from '../offline/may-keep';
import { supabase } from '../api/client';
import { avatarSrc, logoSrc } from '../storage/image-sources';
import type { CurrentUser } from './auth-slice';

export type LoadedUser = { user: CurrentUser } | { missing: true } | { error: AppError };

/** Reads the signed-in person with their organization. The address is the session's: the table shows nobody's. */
export async function loadUser({ id, email }: { id: string; email?: string }): Promise<LoadedUser> {
  const { data, error, status } = await supabase()
    .from('users')
    .select(
      'id, first_name, last_name, role, avatar_url, organization_id, is_active, created_at, organizations!users_organization_id_fkey(id, name, logo_url, currency, time_zone, amount_notation, date_order, commission_received_on, deletion_due_at, offline_reading)',
    )
    .eq('id', id)
    .maybeSingle();
  if (error) return { error: processError({ ...error, status }, 'Auth/GetCurrentUser') };
  if (!data?.organizations) return { missing: true };
  const { organizations: organization } = data;
  return {
    user: {
      id: data.id,
      email: email ?? '',
      firstName: data.first_name,
      lastName: data.last_name,
      role: data.role as Role,
      avatarUrl: avatarSrc(data.avatar_url),
      organizationId: data.organization_id,
      isActive: data.is_active,
      joinedAt: data.created_at,
      organization: {
        id: organization.id,
        name: organization.name,
        logoUrl: logoSrc(organization.logo_url),
        currency: organization.currency,
        timeZone: organization.time_zone,
        notation: organization.amount_notation as AmountNotation,
        dateOrder: organization.date_order as DateOrder,
        receivedOn: organization.commission_received_on as ReceivedOn,
        deletionDueAt: organization.deletion_due_at,
        offlineReading: organization.offline_reading as OfflineReading,
      },
    },
  };
}
