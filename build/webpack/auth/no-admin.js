/** In place of auth-js's administration (2 kB gz), which takes a key that no browser may have. */
export default class GoTrueAdminApi {}
