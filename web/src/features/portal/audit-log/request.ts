// The first page of the audit log; signing in reads it too, so it is in the cache when the screen opens.
export const logsPerPage = 20;

export const firstLogsRequest = { query: { limit: logsPerPage } };
