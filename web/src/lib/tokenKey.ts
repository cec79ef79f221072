/** Where the administrator's token is kept, in localStorage. */
export const tokenKey = 'token';
