import {
  formatDate,
  formatShortDate,
  isAdmin,
  isOwner,
  today as todayIn,
  type Role,
} from '@paperplane/shared/domain';
import type { AnswerOf } from '@paperplane/shared/platform';
import type { contract } from './contract';

/** Which people the list shows; the first is the default. */
export const TEAM_STATUSES = ['everyone', 'active', 'invited', 'inactive'] as const;
export type TeamStatus = (typeof TEAM_STATUSES)[number];

type Contract = typeof contract;

/** A row of the team: a member, or somebody who is invited. */
export type TeamPerson = AnswerOf<Contract, 'list_team'>['rows'][number];
/** An invitation on its way. */
export type Invited = Extract<TeamPerson, { kind: 'invitation' }>;

/** A member as admins see them. */
export type MemberProfile = NonNullable<AnswerOf<Contract, 'get_member_page'>>;
/** A payment to a member. */
export type Payment = MemberProfile['paid']['payments'][number];

interface Viewer {
  id: string;
  role: Role;
}

/** Why somebody may not manage a member; null when they may: admins manage agents, owners everybody. */
export function manageRefusal(viewer: Viewer, member: Pick<Viewer, 'role'>): string | null {
  if (!isAdmin(viewer.role)) return 'Only admins can change team members.';
  return member.role !== 'agent' && !isOwner(viewer.role)
    ? 'Only an owner can change admins and owners.'
    : null;
}

/** Why a member's role or activity cannot be changed: also an organization keeps its owner. */
export function standingRefusal(viewer: Viewer, member: Pick<Viewer, 'role'>): string | null {
  return (
    manageRefusal(viewer, member) ??
    (member.role === 'owner' ? 'Transfer the ownership first: an agency always keeps an active owner.' : null)
  );
}

/** Why somebody's role cannot be changed; only owners make and unmake admins. */
export const roleRefusal = (viewer: Viewer, member: Pick<Viewer, 'role'>): string | null =>
  standingRefusal(viewer, member) ??
  (isOwner(viewer.role) ? null : 'Only an owner can make somebody an admin.');

/** Why the ownership cannot go to a member; undefined where the question does not arise. */
export function transferRefusal(
  viewer: Viewer,
  member: Viewer & { isActive: boolean },
): string | null | undefined {
  if (!isOwner(viewer.role) || member.id === viewer.id || member.role === 'owner') return undefined;
  return member.isActive ? null : 'Activate this person first: an owner has to be active.';
}

/** Why a member cannot be signed out everywhere; undefined where the question does not arise. */
export const signOutRefusal = (viewer: Viewer, member: Viewer): null | undefined =>
  isOwner(viewer.role) && member.id !== viewer.id ? null : undefined;

/** "Today", "Yesterday", a date; a dash for somebody who was never there. */
export function lastActiveText(moment: string | null, timeZone: string, now: Date = new Date()): string {
  if (!moment) return '–';
  const day = todayIn(timeZone, new Date(moment));
  if (day === todayIn(timeZone, now)) return 'Today';
  const yesterday = todayIn(timeZone, new Date(now.getTime() - 86_400_000));
  return day === yesterday ? 'Yesterday' : formatDate(moment, timeZone);
}

/** "Invited Nov 20", or since when the link no longer works. */
export function invitedText(
  { sentAt, expiresAt, isExpired }: Pick<Invited, 'sentAt' | 'expiresAt' | 'isExpired'>,
  timeZone: string,
  now: Date = new Date(),
): string {
  const day = (at: string) => formatShortDate(at, todayIn(timeZone, now), timeZone);
  return isExpired ? `Expired ${day(expiresAt)}` : `Invited ${day(sentAt)}`;
}

/** The name of somebody who may have none yet. */
export const personName = ({
  firstName,
  lastName,
  email,
}: Pick<TeamPerson, 'firstName' | 'lastName' | 'email'>): string =>
  [firstName, lastName].filter(Boolean).join(' ') || email || 'Unknown';
