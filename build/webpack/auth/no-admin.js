/** In place of auth-js's admin API, which needs the secret key: no browser ever has that. */
export default class GoTrueAdminApi {}
