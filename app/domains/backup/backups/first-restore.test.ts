import { join } from 'node:path'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { issueOwnerLink, ownerLinkOfFirstStart, readOwnerLink } from '~/domains/accounts/team.server'
import { loadInitialContent } from '~/domains/content/installation.server'
import type { App } from '~/platform/http/scope.server'
import { makeUser } from '../../../../test/support/accounts'
import { type BackupSite, backupSite, makeBackup } from '../../../../test/support/backup-site'
import { describeOnBothEngines, type FreshDatabase } from '../../../../test/support/database'
import { dumpEverything } from '../../../../test/support/every-table'
import { beginFirstRestore, canRestoreFirst, readFirstRestore } from './first-restore.server'
import { databasePath } from './model'
import { createPassphrase, findKey } from './target.server'

const content = join(import.meta.dirname, '../../../../content')

describe.each([true, false])('with sample content: %s', (demo) => {
  describeOnBothEngines('a restore on a new installation', (open) => {
    let fresh: FreshDatabase
    let source: BackupSite
    let at: App
    let token: string
    let passphrase: string
    let name: string
    let restart: ReturnType<typeof vi.fn<() => void>>
    beforeEach(async () => {
      restart = vi.fn<() => void>()
      source = await backupSite(await open())
      ;({ name } = await makeBackup(source))
      const key = await findKey(source.target, source.config)
      if (!key) throw new Error('There is no key.')
      passphrase = await createPassphrase(source.target, key, 1)
      fresh = await open()
      const secret = 'another secret that is as long as it must be'
      const into = await backupSite(fresh, { isEmpty: true, secret, isSecretKept: false })
      const config = { ...into.config, demo, backupDir: source.backupDir }
      at = { ...into, config, restart } as unknown as App
      await loadInitialContent(at, content)
      token = (await ownerLinkOfFirstStart(at))?.split('/').at(-1) ?? ''
    })

    const begin = (more = {}) => beginFirstRestore(at, { token, name, passphrase, ...more })
    const state = () => readFirstRestore(at, token)
    const ended = () =>
      expect.poll(async () => (await state())?.state, { interval: 50, timeout: 30_000 }).not.toBe('running')

    const sentMessage = async () => ({
      ...(await source.db.selectFrom('contact_messages').selectAll().executeTakeFirstOrThrow()),
      booking_id: null,
    })

    test('brings back everything, ends links and sign-ins, and restarts', async () => {
      expect(await state()).toMatchObject({ state: 'ready', backups: [{ name }], trouble: '', sentence: '' })
      const before = await dumpEverything(source.db)
      expect(await begin()).toEqual({ ok: true })
      expect((await state())?.state).toBe('running')
      expect(await begin()).toMatchObject({ ok: false })
      await ended()
      expect(await state()).toMatchObject({ state: 'done', restarts: true })
      const after = await dumpEverything(at.db)
      for (const table of ['users', 'bookings', 'photos', 'galleries', 'pages'])
        expect(after[table]?.length, table).toBe(before[table]?.length)
      expect(await at.db.selectFrom('sessions').selectAll().execute()).toEqual([])
      expect(await readOwnerLink(at, token)).toBeUndefined()
      expect(await begin()).toEqual({ ok: false, reason: 'gone' })
      const [log] = await at.db.selectFrom('audit').selectAll().orderBy('seq', 'desc').limit(1).execute()
      expect(log).toMatchObject({ action: 'backup-restored', author_name: 'Owner’s link' })
      await expect.poll(() => restart.mock.calls.length, { timeout: 15_000 }).toBe(1)
    }, 60_000)

    test('is refused with a sentence for what is wrong, and changes nothing', async () => {
      const before = await dumpEverything(at.db)
      expect(await begin({ passphrase: 'abcd-efgh' })).toEqual({ ok: false, reason: 'wrong-passphrase' })
      expect(await begin({ name: '2020-01-01-000000-daily' })).toEqual({ ok: false, reason: 'no-backup' })
      expect(await begin({ name: '../../secret' })).toEqual({ ok: false, reason: 'no-backup' })
      await source.raw.put(databasePath(name), Buffer.from('something else'))
      expect(await begin()).toEqual({ ok: true })
      await ended()
      expect(await state()).toMatchObject({ state: 'ready', sentence: expect.stringContaining('damaged') })
      expect(await dumpEverything(at.db)).toEqual(before)
      expect(restart).not.toHaveBeenCalled()
    }, 60_000)

    test('needs the link of an owner, and an installation that holds nothing', async () => {
      expect(await canRestoreFirst(at, 'x'.repeat(32))).toBe(false)
      expect(await canRestoreFirst(at, token)).toBe(true)
      const assistant = (await issueOwnerLink(at, { email: 'a@example.com', role: 'assistant' }))
        .split('/')
        .at(-1)
      expect(await canRestoreFirst(at, assistant ?? '')).toBe(false)
      await at.db
        .insertInto('contact_messages')
        .values(await sentMessage())
        .execute()
      expect(await canRestoreFirst(at, token)).toBe(false)
      expect(await state()).toEqual({ state: 'in-use' })
      expect(await readFirstRestore(at, 'x'.repeat(32))).toBeUndefined()
      expect(await begin()).toEqual({ ok: false, reason: 'gone' })
      await at.db.deleteFrom('contact_messages').execute()
      expect(await canRestoreFirst(at, token)).toBe(true)
      await makeUser(at.db)
      expect(await canRestoreFirst(at, token)).toBe(false)
    })

    test('is refused when a visitor was faster', async () => {
      const message = await sentMessage()
      // Files are looked for before the rows are replaced.
      const size = async (key: string) => {
        await at.db
          .insertInto('contact_messages')
          .values(message)
          .onConflict((conflict) => conflict.doNothing())
          .execute()
        return await into.size(key)
      }
      const into = at.storage
      at.storage = { ...into, size }
      expect(await begin()).toEqual({ ok: true })
      await ended()
      expect(await state()).toEqual({ state: 'in-use' })
      const rows = await at.db.selectFrom('contact_messages').selectAll().execute()
      expect(rows).toEqual([message])
      expect(restart).not.toHaveBeenCalled()
    }, 60_000)
  })
})
