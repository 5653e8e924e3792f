import { sql } from 'kysely'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { originalKey } from '~/domains/photos/stored-files'
import { migrate } from '~/platform/db/migrate.server'
import { seal, unseal } from '~/platform/sealing.server'
import { readStoredSecret } from '~/platform/stored-secret.server'
import { migrations } from '../../../../migrations/all'
import { type BackupSite, backupSite, makeBackup } from '../../../../test/support/backup-site'
import { describeOnBothEngines, type FreshDatabase, freshDatabase } from '../../../../test/support/database'
import { dumpEverything } from '../../../../test/support/every-table'
import { losingAnswers } from '../../../../test/support/lost-answers'
import { storedPath } from './model'
import { restoreBackup } from './restore.server'
import { createPassphrase, findKey, listNames, openWithPassphrase } from './target.server'

async function fromOf(site: BackupSite) {
  const key = await findKey(site.target, site.config)
  if (!key) throw new Error('There is no key.')
  return { target: site.target, key }
}

/** Tables that a restore changes, in addition to replacing their rows. */
const CHANGED = [
  'audit',
  'audit_chain',
  'newsletter_step_sends',
  'outbox',
  'owner_links',
  'payment_reminder_start',
  'settings',
]

async function restore(into: BackupSite, source: BackupSite, name: string, more = {}) {
  return await restoreBackup({ ...into, ...more }, { from: await fromOf(source), name })
}

const files = (site: BackupSite) => Array.fromAsync(site.storage.list(''))

describe.each([false, true])('in a bucket: %s', (isInBucket) => {
  describeOnBothEngines('a restore', (open) => {
    let fresh: FreshDatabase
    let source: BackupSite
    beforeEach(async () => {
      fresh = await open()
      source = await backupSite(fresh, { isInBucket })
    })

    test('brings every row and file to an empty machine, with the passphrase alone, on either engine', async () => {
      const { name } = await makeBackup(source)
      const passphrase = await createPassphrase(source.target, (await fromOf(source)).key, 1)
      const key = await openWithPassphrase(source.target, passphrase)
      if (!key) throw new Error('The passphrase doesn’t open it.')
      const before = await dumpEverything(source.db)
      for (const engine of ['sqlite', 'postgres'] as const) {
        const empty = await freshDatabase(engine)
        onTestFinished(() => empty.dispose())
        const into = await backupSite(empty, { isEmpty: true, secret: readStoredSecret(empty.where.dataDir) })
        const restored = await restoreBackup(into, { from: { target: source.target, key }, name })
        expect(restored).toMatchObject({ ok: true, restorePoint: undefined, isOtherSecret: false })
        const after = await dumpEverything(into.db)
        for (const [table, rows] of Object.entries(before))
          if (!CHANGED.includes(table)) expect(after[table], table).toEqual(rows)
        expect((await files(into)).filter((key) => key !== 'installation')).toEqual(await files(source))
        expect(readStoredSecret(empty.where.dataDir)).toEqual([source.config.secret])
        expect(
          (await into.db.selectFrom('jobs').select('kind').execute()).map(({ kind }) => kind),
        ).not.toContain('deliver-mail')
        const mail = await into.db.selectFrom('outbox').select('state').execute()
        expect(mail.every(({ state }) => state !== 'queued')).toBe(true)
      }
    })

    test('in place makes a restore point, ends sessions, and keeps what people asked for since', async () => {
      const { db } = source
      await db.updateTable('newsletter').set({ unsubscribed_at: null }).execute()
      const before = await dumpEverything(db)
      const { name } = await makeBackup(source)
      source.clock.advance(60_000)
      const user = await db.selectFrom('users').select('id').executeTakeFirstOrThrow()
      await db
        .insertInto('sessions')
        .values({
          id: 's',
          user_id: user.id,
          token: 't',
          ip_address: null,
          user_agent: null,
          expires_at: 9e12,
          created_at: 1,
          updated_at: 1,
        })
        .execute()
      await db
        .insertInto('verifications')
        .values({ id: 'v', identifier: 'i', value: '', expires_at: 9e12, created_at: 1, updated_at: 1 })
        .execute()
      const reader = await db.selectFrom('newsletter').select('id').executeTakeFirstOrThrow()
      await db
        .updateTable('newsletter')
        .set({ unsubscribed_at: source.clock.now() })
        .where('id', '=', reader.id)
        .execute()
      await db
        .insertInto('newsletter_suppressions')
        .values({
          id: 'later',
          email_key: 'gone@example.com',
          reason: 'unsubscribed',
          at: 1,
          detail: '',
          lifted_at: null,
        })
        .execute()
      await db.updateTable('galleries').set({ title: 'Changed since' }).execute()
      await db.deleteFrom('testimonials').execute()
      const restored = await restore(source, source, name)
      expect(restored).toMatchObject({ ok: true, newFiles: 0 })
      if (!restored.ok) return
      expect(await listNames(source.target)).toEqual([restored.restorePoint, name])
      const after = await dumpEverything(db)
      const changed = [...CHANGED, 'newsletter', 'newsletter_suppressions']
      for (const [table, rows] of Object.entries(before))
        if (!changed.includes(table)) expect(after[table], table).toEqual(rows)
      expect(await db.selectFrom('sessions').selectAll().execute()).toEqual([])
      expect(await db.selectFrom('verifications').selectAll().execute()).toEqual([])
      const kept = await db
        .selectFrom('newsletter')
        .select('unsubscribed_at')
        .where('id', '=', reader.id)
        .executeTakeFirst()
      expect(kept?.unsubscribed_at).toBe(source.clock.now())
      const suppressed = await db
        .selectFrom('newsletter_suppressions')
        .select('id')
        .where('id', '=', 'later')
        .execute()
      expect(suppressed).toHaveLength(1)

      source.clock.advance(60_000)
      expect(await restore(source, source, restored.restorePoint ?? '')).toMatchObject({ ok: true })
      expect(await db.selectFrom('testimonials').selectAll().execute()).toEqual([])
    })

    test('works when the storage had files that aren’t the site’s, and parts of uploads', async () => {
      for (const key of ['Thumbs.db', 'moved', 'arriving/0123/begin', 'brand/notes.txt'])
        await source.storage.put(key, Buffer.from('something'))
      const { name } = await makeBackup(source)
      const empty = await freshDatabase(fresh.engine)
      onTestFinished(() => empty.dispose())
      const into = await backupSite(empty, { isEmpty: true })
      expect(await restore(into, source, name)).toMatchObject({ ok: true })
    })

    test('in place with the passphrase of other backups makes its restore point first', async () => {
      const { name } = await makeBackup(source)
      const used = await freshDatabase(fresh.engine)
      onTestFinished(() => used.dispose())
      const secret = 'another secret that is as long as it must be'
      const into = await backupSite(used, { secret })
      const { from } = { from: await fromOf(source) }
      for (const target of [source.target, into.target]) {
        into.clock.advance(60_000)
        const restored = await restoreBackup({ ...into, target }, { from, name })
        expect(restored).toMatchObject({ ok: true })
        expect(await listNames(target)).toContain(restored.ok && restored.restorePoint)
      }
    })

    test('is refused when a booking is made after its restore point, which stays', async () => {
      const { name } = await makeBackup(source)
      source.clock.advance(60_000)
      let isOver = false
      // The storage is asked after the restore point was made.
      const storage = {
        ...source.storage,
        size: async (key: string) => {
          if (isOver || (await listNames(source.target)).length < 2) return await source.storage.size(key)
          isOver = true
          await fresh.db.updateTable('bookings').set({ email: 'new@example.com' }).execute()
          return await source.storage.size(key)
        },
      }
      const refused = await restore(source, source, name, { storage })
      expect(refused).toMatchObject({ ok: false, sentence: expect.stringContaining('Stop the site') })
      const { email } = await fresh.db.selectFrom('bookings').select('email').executeTakeFirstOrThrow()
      expect(email).toBe('new@example.com')
    })

    test('that is refused keeps files that were there', async () => {
      const { name } = await makeBackup(source)
      source.clock.advance(60_000)
      const photo = await fresh.db.selectFrom('photos').select(['sha256', 'format']).executeTakeFirstOrThrow()
      await source.storage.put(originalKey(photo), Buffer.from('cut off'))
      await source.raw.put(storedPath(photo.sha256), Buffer.from('something else'))
      const before = await files(source)
      expect(await restore(source, source, name)).toMatchObject({ ok: false })
      expect(await files(source)).toEqual(before)
    })

    test('that finds a damaged file changes nothing', async () => {
      const { name } = await makeBackup(source)
      const photo = await fresh.db.selectFrom('photos').select('sha256').executeTakeFirstOrThrow()
      await source.raw.put(storedPath(photo.sha256), Buffer.from('something else'))
      const empty = await freshDatabase(fresh.engine)
      onTestFinished(() => empty.dispose())
      const into = await backupSite(empty, { isEmpty: true })
      const before = await dumpEverything(into.db)
      expect(await restore(into, source, name)).toMatchObject({ ok: false })
      expect(await dumpEverything(into.db)).toEqual(before)
      expect(await files(into)).toEqual([])
    })

    test('whose end isn’t known keeps its files, which rows may name', async () => {
      const { name } = await makeBackup(source)
      const empty = await freshDatabase(fresh.engine)
      onTestFinished(() => empty.dispose())
      const into = await backupSite(empty, { isEmpty: true })
      const now = () => {
        throw new Error('The connection was lost.')
      }
      await expect(restore(into, source, name, { clock: { now } })).rejects.toThrow('lost')
      expect((await files(into)).filter((key) => key !== 'installation')).toEqual(await files(source))
      expect(await restore(into, source, name)).toMatchObject({ ok: true, newFiles: 0 })

      const other = await freshDatabase(fresh.engine)
      onTestFinished(() => other.dispose())
      const written = await backupSite(other, { isEmpty: true })
      await expect(restore(written, source, name, { db: losingAnswers(other.db) })).rejects.toThrow('lost')
      const photosIn = ({ db }: BackupSite) =>
        db.selectFrom('photos').select('sha256').orderBy('sha256').execute()
      expect(await photosIn(written)).toEqual(await photosIn(source))
      expect((await files(written)).filter((key) => key !== 'installation')).toEqual(await files(source))
    })

    test('upgrades an older backup, and refuses a newer one', async () => {
      const { name } = await makeBackup(source)
      const update = {
        up: async (db: Parameters<typeof migrate>[0]) => {
          await db.schema
            .alterTable('posts')
            .addColumn('spoken', 'text', (c) => c.notNull().defaultTo(''))
            .execute()
          await sql`update posts set spoken = upper(title)`.execute(db)
        },
      }
      const known = { ...migrations, '2999-01-01-an-update': update } as typeof migrations
      const newer = await freshDatabase(fresh.engine)
      onTestFinished(() => newer.dispose())
      await migrate(newer.db, known)
      const into = await backupSite(newer, { isEmpty: true })
      expect(await restore(into, source, name, { migrations: known })).toMatchObject({ ok: true })
      const { rows } = await sql<{ title: string; spoken: string }>`select title, spoken from posts`.execute(
        newer.db,
      )
      expect(rows.length).toBeGreaterThan(0)
      for (const row of rows) expect(row.spoken.length).toBe(row.title.length)

      await migrate(source.db, known)
      source.clock.advance(60_000)
      const later = await makeBackup({ ...source, migrations: known })
      const empty = await freshDatabase(fresh.engine)
      onTestFinished(() => empty.dispose())
      const older = await backupSite(empty, { isEmpty: true })
      expect(await restore(older, source, later.name)).toMatchObject({
        ok: false,
        sentence: expect.stringContaining('newer version'),
      })
    })

    test('works when a migration arrived after others whose names sort later', async () => {
      const { name: before } = await makeBackup(source)
      const late = {
        up: (db: Parameters<typeof migrate>[0]) =>
          db.schema
            .alterTable('posts')
            .addColumn('spoken', 'text', (c) => c.notNull().defaultTo('aloud'))
            .execute(),
      }
      const known = { ...migrations, '2026-11-22-z-late': late } as typeof migrations
      expect(await migrate(source.db, known)).toEqual(['2026-11-22-z-late'])
      source.clock.advance(60_000)
      const { name: after } = await makeBackup({ ...source, migrations: known })
      for (const name of [before, after]) {
        const fresh = await freshDatabase(source.engine)
        onTestFinished(() => fresh.dispose())
        await migrate(fresh.db, known)
        const into = await backupSite(fresh, { isEmpty: true })
        expect(await restore(into, source, name, { migrations: known })).toMatchObject({ ok: true })
        const { rows } = await sql<{ spoken: string }>`select distinct spoken from posts`.execute(fresh.db)
        expect(rows).toEqual([{ spoken: 'aloud' }])
      }
    })

    test('is refused with a sentence when a migration fails on its rows', async () => {
      const { name } = await makeBackup(source)
      const failing = {
        up: async (db: Parameters<typeof migrate>[0]) => {
          const { rows } = await sql`select 1 from posts`.execute(db)
          if (rows.length > 0) throw new Error('a post is in the way')
          await db.schema.alterTable('posts').addColumn('unused', 'text').execute()
        },
      }
      const known = { ...migrations, '2999-01-01-failing': failing } as typeof migrations
      const empty = await freshDatabase(fresh.engine)
      onTestFinished(() => empty.dispose())
      await migrate(empty.db, known)
      const into = await backupSite(empty, { isEmpty: true })
      expect(await restore(into, source, name, { migrations: known })).toEqual({
        ok: false,
        sentence: 'Its tables can’t be upgraded to this version: a post is in the way',
      })
      expect(await files(into)).toEqual([])
    })
  })
})

test('seals with SECRET what the backup’s secret had sealed', async () => {
  const [from, to] = [await freshDatabase('sqlite'), await freshDatabase('sqlite')]
  onTestFinished(async () => void (await Promise.all([from.dispose(), to.dispose()])))
  const source = await backupSite(from)
  await from.db
    .updateTable('galleries')
    .set({ pin: seal(source.config.secret, 'galleryPin', '2468') })
    .execute()
  const { name } = await makeBackup(source)
  const secret = 'another secret that is as long as it must be'
  const into = await backupSite(to, { isEmpty: true, secret, isSecretKept: false })
  expect(await restore(into, source, name)).toMatchObject({ ok: true, isOtherSecret: true })
  const { pin } = await to.db.selectFrom('galleries').select('pin').executeTakeFirstOrThrow()
  expect(unseal(secret, 'galleryPin', pin ?? '')).toBe('2468')
  expect(await findKey(source.target, into.config)).toBeDefined()
})
