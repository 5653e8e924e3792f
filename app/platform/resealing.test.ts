import { glob, readFile } from 'node:fs/promises'
import { symmetricEncrypt } from 'better-auth/crypto'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { signInWithCode } from '~/domains/accounts/operations.server'
import { beginSession } from '~/domains/accounts/sign-ins/session.server'
import { beginTwoFactor, confirmTwoFactor } from '~/domains/accounts/two-factor.server'
import { readPin, sealPin } from '~/domains/galleries/access/operations.server'
import { codeAt } from '~/platform/auth/codes-once.server'
import { signedAnew } from '~/platform/auth/signed-cookies.server'
import { fixedClock } from '~/platform/clock'
import { readTableShapes } from '~/platform/db/table-shapes.server'
import { openToken, sealToken } from '~/platform/sealed-token.server'
import { reseal, SEALED_COLUMNS, seal, unseal } from '~/platform/sealing.server'
import type { Secret } from '~/platform/secret'
import { accountDeps, cookieHeader, enter, FROM, PASSWORD, requestWith } from '../../test/support/accounts'
import { describeOnBothEngines } from '../../test/support/database'
import { makeGallery } from '../../test/support/factories'
import {
  hasRunWithSecret,
  noteSecret,
  refuseOtherSecret,
  replaceSecret,
  resealEverything,
  resealingJobs,
  SecretMismatch,
} from './resealing.server'

const FORMER = 'f'.repeat(32)
const CURRENT = 'c'.repeat(32)
const BOTH: Secret = [CURRENT, FORMER]

describe('while a secret is rotated', () => {
  const secret = fc.string({ minLength: 32, maxLength: 40 })
  const id = '0199a1b2-0000-7000-8000-000000000001'

  it('opens what any accepted secret sealed, and nothing else', () => {
    fc.assert(
      fc.property(fc.uniqueArray(secret, { minLength: 3, maxLength: 5 }), fc.string(), (all, text) => {
        const [stranger = '', ...accepted] = all
        const list = accepted as unknown as Secret
        for (const each of accepted) {
          expect(unseal(list, 'galleryPin', seal(each, 'galleryPin', text))).toBe(text)
          expect(openToken(list, 'p', sealToken(each, 'p', { id, version: 3 }))).toEqual({ id, version: 3 })
        }
        expect(unseal(list, 'galleryPin', seal(stranger, 'galleryPin', text))).toBeUndefined()
        expect(openToken(list, 'p', sealToken(stranger, 'galleryPin', { id, version: 3 }))).toBeUndefined()
      }),
    )
  })

  it('seals with the current secret only, and reseals only what needs it', () => {
    expect(unseal(CURRENT, 'galleryPin', seal(BOTH, 'galleryPin', 'text'))).toBe('text')
    expect(
      unseal(CURRENT, 'galleryPin', reseal(BOTH, 'galleryPin', seal(FORMER, 'galleryPin', 'text')) ?? ''),
    ).toBe('text')
    expect(reseal(BOTH, 'galleryPin', seal(CURRENT, 'galleryPin', 'text'))).toBeUndefined()
    expect(reseal(BOTH, 'galleryPin', seal('x'.repeat(32), 'galleryPin', 'text'))).toBeUndefined()
  })
})

/**
 * Every file that encrypts stored data, and how: second factors through Better Auth, other columns through
 * sealing.
 */
const ENCRYPTING = [
  // Encrypts backups to their own key, which `findKey` seals with a new secret when it is first used.
  'app/platform/age.server.ts',
  'app/platform/resealing.server.ts',
  'app/platform/sealing.server.ts',
]

it('nothing else encrypts stored data, so a rotation misses nothing', async () => {
  const found: string[] = []
  for await (const file of glob('{app,cli}/**/*.{ts,tsx}', { exclude: (name) => name.endsWith('.test.ts') }))
    if (/createCipher|symmetricEncrypt|subtle\.encrypt/.test(await readFile(file, 'utf8'))) found.push(file)
  expect(found.toSorted()).toEqual(ENCRYPTING)
})

describeOnBothEngines('resealing', (open) => {
  test('knows every sealed column, each in a table with a key', async () => {
    const { db } = await open()
    const shapes = new Map((await readTableShapes(db)).map((shape) => [shape.name, shape]))
    for (const { table, column } of Object.values(SEALED_COLUMNS)) {
      const shape = shapes.get(table)
      expect([table, column, shape?.key]).toEqual([table, column, ['id']])
      expect(shape?.columns).toContainEqual(expect.objectContaining({ name: column, kind: 'text' }))
    }
    const purposes = Object.values(SEALED_COLUMNS).map(({ purpose }) => purpose)
    expect(new Set(purposes).size).toBe(purposes.length)
  })

  test('leaves nothing that needs the previous secret', async () => {
    const { db } = await open()
    const gallery = await makeGallery(db, { pin: sealPin({ config: { secret: FORMER } }, '4821') })
    const lost = await makeGallery(db, { pin: 'sealed by no secret that we know' })
    await db
      .insertInto('external_calendars')
      .values({
        ...{ id: 'outside', resource_id: 'default', title: 'Private', etag: null, fetched_at: null },
        ...{
          failure: null,
          created_at: 1,
          url: seal(FORMER, 'externalCalendar', 'https://x.example/a.ics'),
        },
      })
      .execute()
    const deps = { db, config: { secret: BOTH } }
    for (let n = 0; n < 2; n += 1) await resealEverything(deps)

    const pins = await db.selectFrom('galleries').select(['id', 'pin']).execute()
    const pinOf = (id: string) => pins.find((row) => row.id === id)?.pin ?? ''
    expect(readPin({ config: { secret: CURRENT } }, pinOf(gallery.id))).toBe('4821')
    expect(pinOf(lost.id)).toBe('sealed by no secret that we know')
    const { url } = await db.selectFrom('external_calendars').select('url').executeTakeFirstOrThrow()
    expect(unseal(CURRENT, 'externalCalendar', url)).toBe('https://x.example/a.ics')
  })

  test.each(['versioned', 'written before secrets had versions'])(
    'a second factor works before, during and after (%s)',
    async (kind) => {
      const { db } = await open()
      const made = await accountDeps(db)
      const deps = (secret: Secret) => ({ ...made, config: { ...made.config, secret } })
      const former = { ...made, config: { ...made.config, secret: FORMER } }
      const { my, request, actor } = await enter(former, { role: 'owner' })
      const begun = await beginTwoFactor(my, { password: PASSWORD, request })
      if (!begun.ok) throw new Error(begun.reason)
      const key = base32(begun.secret.replaceAll(' ', ''))
      const codeIn = (steps: number) => codeAt(key, Math.floor(Date.now() / 30_000) + steps)
      expect(await confirmTwoFactor(my, { code: codeIn(-1), request })).toMatchObject({ ok: true })
      if (kind !== 'versioned')
        await db
          .updateTable('two_factors')
          .set({
            secret: await symmetricEncrypt({ key: FORMER, data: key }),
            backup_codes: await symmetricEncrypt({ key: FORMER, data: JSON.stringify(begun.recoveryCodes) }),
          })
          .execute()

      /** @param signing the secret that signed the first step */
      const signIn = async (signing: Secret, secret: Secret, code: string, kind: 'totp' | 'recovery') => {
        const begun = await beginSession(
          deps(signing),
          { id: actor.uid, role: 'owner' },
          { ...FROM, way: 'Password' },
        )
        const cookie = signedAnew(cookieHeader(begun.setCookies), deps(secret).config)
        return await signInWithCode(deps(secret), { request: requestWith(cookie), code, kind, ...FROM })
      }
      const [first = '', second = ''] = begun.recoveryCodes
      expect(await signIn(FORMER, BOTH, codeIn(0), 'totp')).toMatchObject({ ok: true })
      expect(await signIn(FORMER, BOTH, first, 'recovery')).toMatchObject({ ok: true })
      await resealEverything(deps(BOTH))
      expect(await signIn(CURRENT, CURRENT, codeIn(1), 'totp')).toMatchObject({ ok: true })
      expect(await signIn(CURRENT, CURRENT, second, 'recovery')).toMatchObject({ ok: true })
    },
  )

  test('is started with a previous secret, and a start with neither is refused until the secret is replaced', async () => {
    const { db } = await open()
    const clock = fixedClock('2026-11-22T12:00:00Z')
    const start = (secret: Secret) => noteSecret({ db, clock, config: { secret } })
    const jobs = async () => (await db.selectFrom('jobs').select('kind').execute()).map(({ kind }) => kind)
    await start(FORMER)
    await start(FORMER)
    expect(await jobs()).toEqual([])
    expect(await hasRunWithSecret({ db, config: { secret: BOTH } })).toBe(false)
    await start(BOTH)
    await start(BOTH)
    expect(await hasRunWithSecret({ db, config: { secret: BOTH } })).toBe(true)
    const handlers = resealingJobs({ db, clock, config: { secret: BOTH } })
    expect(await jobs()).toEqual(Object.keys(handlers))
    const other = { config: { secret: 'another '.repeat(4) } }
    await expect(refuseOtherSecret({ db, ...other })).rejects.toThrow('set SECRET_PREVIOUS to the former one')
    await expect(start(other.config.secret)).rejects.toThrow(SecretMismatch)
    expect(await hasRunWithSecret({ db, config: { secret: BOTH } })).toBe(true)
    await replaceSecret({ db, clock, ...other })
    await start(other.config.secret)
    await expect(refuseOtherSecret({ db, config: { secret: BOTH } })).rejects.toThrow(SecretMismatch)
  })

  test('of several instances that start for the first time with different secrets, only one starts', async () => {
    const { db } = await open()
    const clock = fixedClock('2026-11-22T12:00:00Z')
    const starts = await Promise.allSettled(
      [FORMER, CURRENT].map((secret) => noteSecret({ db, clock, config: { secret } })),
    )
    expect(starts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })
})

/** An authenticator app's key, from its Base32 text (RFC 4648). */
function base32(text: string): string {
  const bits = [...text]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  return (bits.match(/.{8}/g) ?? []).map((byte) => String.fromCharCode(Number.parseInt(byte, 2))).join('')
}
