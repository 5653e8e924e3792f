import type { Db } from '~/platform/db/database.server'

/** Row of `settings`: whether the team needs a second factor. json: true or false */
export const SECOND_STEP_REQUIRED = 'second-step-required'

/** Whether a person has a passkey, and whether the team needs a second factor. */
export async function readSecondSteps(
  db: Db,
  user: string,
): Promise<{ passkey: boolean; isRequired: boolean }> {
  const { passkey, required } = await db
    .selectNoFrom((e) => [
      e.selectFrom('passkeys').select('id').where('user_id', '=', user).limit(1).as('passkey'),
      e.selectFrom('settings').select('value').where('key', '=', SECOND_STEP_REQUIRED).as('required'),
    ])
    .executeTakeFirstOrThrow()
  return { passkey: passkey !== null, isRequired: required === 'true' }
}

export async function isSecondStepRequired(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', SECOND_STEP_REQUIRED)
    .executeTakeFirst()
  return row?.value === 'true'
}

export async function putSecondStepRequired(db: Db, isRequired: boolean, at: number): Promise<void> {
  const value = JSON.stringify(isRequired)
  await db
    .insertInto('settings')
    .values({ key: SECOND_STEP_REQUIRED, value, updated_at: at })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, updated_at: at }))
    .execute()
}
