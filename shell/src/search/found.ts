import { avatarSrc, logoSrc, type AnswerOf } from '@paperplane/shared/platform';
import type { contract } from '../contract';

/** What the database answers: a kind nothing was found of is left out. */
type Answer = AnswerOf<typeof contract, 'search_everything'>;

/** What was found, by kind, the best first. */
export type Found = Required<Answer>;

/** The answer with what is left out as empty, and the addresses of pictures. */
export const toFound = (answer: Answer): Found => ({
  exact: [],
  customers: [],
  sales: [],
  commissions: [],
  documents: [],
  bank: [],
  ...answer,
  vendors: (answer.vendors ?? []).map((vendor) => ({ ...vendor, logoUrl: logoSrc(vendor.logoUrl) })),
  team: (answer.team ?? []).map((member) => ({ ...member, avatarUrl: avatarSrc(member.avatarUrl) })),
});
