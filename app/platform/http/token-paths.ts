/** Paths whose next segment is a capability: whoever has the address may act. */
const TOKEN_PATHS = /^\/(newsletter\/unsubscribe|g)\/[^/]+/

export const isTokenPath = (path: string): boolean => TOKEN_PATHS.test(path)

/** The path as it may stand in a log. */
export const redactTokens = (path: string): string => path.replace(TOKEN_PATHS, '/$1/[token]')
