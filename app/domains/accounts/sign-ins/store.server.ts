import type { Db } from '~/platform/db/database.server'
import { readInParts } from '~/platform/db/in-parts'
import type { Row } from '~/platform/db/schema'
import type { Account } from '../store.server'

export type KnownDevice = Row<'known_devices'>

export const selectDevice = (db: Db, user: string, tokenHash: string): Promise<KnownDevice | undefined> =>
  db
    .selectFrom('known_devices')
    .selectAll()
    .where('user_id', '=', user)
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()

/** The devices of an account, those that were used last first. */
export const selectDevices = (db: Db, user: string): Promise<KnownDevice[]> =>
  db
    .selectFrom('known_devices')
    .selectAll()
    .where('user_id', '=', user)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** Whether any account knows a browser by that cookie: then we gave it out. */
export async function isDeviceCookie(db: Db, tokenHash: string): Promise<boolean> {
  const row = await db
    .selectFrom('known_devices')
    .select('id')
    .where('token_hash', '=', tokenHash)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Of two sign-ins at once, one writes it. */
export async function insertDevice(db: Db, device: KnownDevice): Promise<void> {
  await db
    .insertInto('known_devices')
    .values(device)
    .onConflict((conflict) => conflict.columns(['user_id', 'token_hash']).doNothing())
    .execute()
}

export async function touchDevice(db: Db, id: string, at: number): Promise<void> {
  await db.updateTable('known_devices').set({ last_seen_at: at }).where('id', '=', id).execute()
}

export async function deleteDevices(db: Db, ids: string[]): Promise<void> {
  if (ids.length > 0) await db.deleteFrom('known_devices').where('id', 'in', ids).execute()
}

export type AddressedAccount = Pick<Account, 'id' | 'name' | 'email'>

export const selectByEmails = (db: Db, emails: string[]): Promise<AddressedAccount[]> =>
  readInParts(emails, (some) =>
    db.selectFrom('users').select(['id', 'name', 'email']).where('email', 'in', some).execute(),
  )
