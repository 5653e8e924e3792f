import type { Db } from '~/platform/db/database.server'

/** The same database, whose connection is lost with the answer to each commit: the rows are written. */
export const losingAnswers = (db: Db): Db =>
  new Proxy(db, {
    get(target, name) {
      if (name === 'transaction') return () => ({ execute: commitUnanswered })
      const found: unknown = Reflect.get(target, name)
      return typeof found === 'function' ? found.bind(target) : found

      async function commitUnanswered(work: Parameters<ReturnType<Db['transaction']>['execute']>[0]) {
        await target.transaction().execute(work)
        throw new Error('The connection was lost.')
      }
    },
  })
