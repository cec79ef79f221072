// The first page of the audit log; the portal also reads it to see whether a session still holds.
export const logsPerPage = 20;

export const firstLogsRequest = { query: { limit: logsPerPage } };
