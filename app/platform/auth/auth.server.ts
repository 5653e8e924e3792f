import type { Db } from '~/platform/db/database.server'
import { secretsOf } from '~/platform/secret'
import type { AuthConfig } from './cookies'

type Auth = ReturnType<typeof import('./better-auth.server').createAuth>

const instances = new WeakMap<Db, Map<string, Auth>>()

/**
 * The single instance for this database, address and secret, since creating one is slow. The library is loaded
 * with the first, since it takes a tenth of a second and 15 MB.
 */
export async function authOf({ db, config }: { db: Db; config: AuthConfig }): Promise<Auth> {
  const { createAuth } = await import('./better-auth.server')
  const known = instances.get(db) ?? new Map<string, Auth>()
  instances.set(db, known)
  const key = [config.siteUrl, ...secretsOf(config.secret)].join(' ')
  const auth = known.get(key) ?? createAuth(db, config)
  known.set(key, auth)
  return auth
}
