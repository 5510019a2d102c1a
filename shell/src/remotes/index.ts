/** Everything the rest of the shell needs of remotes. */
export { watchDeployments } from './deployment-watch';
export { RemoteCard } from './remote-card';
export { cardPart, remoteLoader } from './remote-loader';
export { RemoteRoute } from './remote-route';
export { remoteRoutes, type MountedRoute } from './remote-routes';
export type { Registry } from './registry-types';
