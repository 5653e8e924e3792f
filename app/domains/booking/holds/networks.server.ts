import { createHmac } from 'node:crypto'
import type { Config } from '~/platform/config.server'
import type { Db } from '~/platform/db/database.server'
import { networksOf } from '~/platform/http/client-address.server'
import { currentSecret } from '~/platform/secret'
import { countHoldsOfNetwork } from './store.server'

/** A network that holds are counted in. */
interface Counted {
  /** Keyed, since addresses are personal data. */
  hash: string
  /** How many times the limit of one connection it gets. */
  share: number
}

/** @param what the kind of hold that is counted apart from others */
export const countedNetworks = (
  { config }: { config: Pick<Config, 'secret'> },
  { what, network }: { what: string; network: string },
): Counted[] =>
  networksOf(network).map(({ name, share }) => ({
    hash: createHmac('sha256', currentSecret(config.secret)).update(`${what} of ${name}`).digest('base64url'),
    share,
  }))

/** Whether one of these networks holds as much as it may. @param except a hold that is about to be given up */
export async function holdsTooMuch(
  db: Db,
  networks: Counted[],
  { limit, now, except }: { limit: number; now: number; except?: string | undefined },
): Promise<boolean> {
  for (const { hash, share } of networks)
    if ((await countHoldsOfNetwork(db, hash, { now, except })) >= Math.floor(limit * share)) return true
  return false
}
