import { processError, type AppError } from '../../domain';
import { supabase } from '../api/client';

/** Who invites the signed-in person into which organization. */
export interface InvitationPreview {
  id: string;
  organizationName: string;
  inviterName: string;
  role: string;
  /** How the inviter calls the person; empty when they did not say. */
  firstName: string;
  lastName: string;
  /** ISO timestamp. */
  expiresAt: string;
  /** Whether a mail opened this session: only then it can accept. */
  byMail: boolean;
}

const said = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Reads the open invitation of the signed-in person; null when there is none. */
export async function invitationPreview(): Promise<
  { invitation: InvitationPreview | null } | { error: AppError }
> {
  const { data, error, status } = await supabase().rpc('invitation_preview');
  if (error) return { error: processError({ ...error, status }, 'Auth/AcceptInvitation') };
  const row = data as Record<string, unknown> | null;
  if (!row) return { invitation: null };
  return {
    invitation: {
      id: said(row['invitation_id']),
      organizationName: said(row['organization_name']),
      inviterName: said(row['inviter_name']),
      role: said(row['role']),
      firstName: said(row['first_name']),
      lastName: said(row['last_name']),
      expiresAt: said(row['expires_at']),
      byMail: row['by_mail'] === true,
    },
  };
}
