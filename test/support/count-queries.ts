import type { Db } from '~/platform/db/database.server'

/** The same database, which counts its queries. */
export function countingQueries(db: Db): { db: Db; queries: () => number } {
  let count = 0
  const counted = db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      count += 1
      return result
    },
  })
  return { db: counted, queries: () => count }
}
