export { useSkeleton } from '@paperplane/shared/ui';
