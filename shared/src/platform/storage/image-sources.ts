import { supabase } from '../api/client';

/** The buckets of pictures; rows hold a file's path in its bucket. */
export type ImageBucket = 'avatars' | 'logos';

const source = (bucket: ImageBucket, path: string | null): string | null =>
  path ? supabase().storage.from(bucket).getPublicUrl(path).data.publicUrl : null;

/** The address of a person's picture, from `users.avatar_url`; null where there is none. */
export const avatarSrc = (path: string | null): string | null => source('avatars', path);

/** The address of an organization's logo, from `organizations.logo_url`; null where there is none. */
export const logoSrc = (path: string | null): string | null => source('logos', path);
