import { expect, test } from 'vitest'
import { fixedClock } from '~/platform/clock'
import { readContentVersion } from '~/platform/db/content-version.server'
import type { Db } from '~/platform/db/database.server'
import { describeOnBothEngines } from '../../../test/support/database'
import { makePhoto } from '../../../test/support/factories'
import { putTestSettings } from '../../../test/support/settings'
import { DEFAULT_NAVIGATION } from './navigation'
import { readPage, readShell } from './operations.server'
import type { EditablePage } from './pages/fields'
import { listEditablePages, readPageText, savePage } from './pages.server'
import { insertPage } from './store.server'

const clock = fixedClock('2026-11-20T15:00:00Z')
const author = { uid: 'u1', name: 'Dorian Ellis' }

const THANKS = {
  title: 'Thank *you*',
  lede: '',
  photo: 'gone-photo',
  caption: 'A caption',
  next: [{ when: 'Soon', text: 'We write.' }],
}

async function studio(db: Db) {
  await putTestSettings(db)
  await insertPage(db, { slug: 'thank-you', title: 'Thanks', description: 'Thanks.', body: THANKS }, 1_000)
}

async function save(db: Db, page: EditablePage, change: Record<string, string>) {
  const { values, version } = await readPageText({ db }, page)
  return await savePage({ db, clock, author }, { page, sent: { ...values, ...change }, version })
}

describeOnBothEngines('page texts', (open) => {
  test('are published when saved, and the log has the previous ones', async () => {
    const { db } = await open()
    await studio(db)
    const before = await readContentVersion(db)
    expect(
      await save(db, 'thank-you', { 'body.next.0.text': 'We call.', 'body.lede': 'At {phone}.' }),
    ).toEqual({
      ok: true,
      changed: 2,
    })
    const page = await readPage({ db }, 'thank-you')
    expect(page.body).toMatchObject({
      lede: 'At (973)\u00a0555-0142.',
      next: [{ when: 'Soon', text: 'We call.' }],
    })
    expect(page).toMatchObject({ version: 2, updatedAt: clock.now() })
    expect(await readContentVersion(db)).toBeGreaterThan(before)
    const audit = await db.selectFrom('audit').selectAll().execute()
    expect(audit).toMatchObject([
      { action: 'page-changed', subject: 'Thank you', author_name: 'Dorian Ellis' },
    ])
    expect(JSON.parse(audit[0]?.changes ?? '')).toEqual([
      { field: 'Intro text', from: '', to: 'At {phone}.' },
      { field: 'What happens next 1, text', from: 'We write.', to: 'We call.' },
    ])
  })

  test('stay when nothing was changed', async () => {
    const { db } = await open()
    await studio(db)
    const before = await readContentVersion(db)
    expect(await save(db, 'thank-you', {})).toEqual({ ok: true, changed: 0 })
    expect(await readContentVersion(db)).toBe(before)
  })

  test('refer to existing photos, or to those they referred to before', async () => {
    const { db } = await open()
    await studio(db)
    const { slug } = await makePhoto(db)
    expect(await save(db, 'thank-you', { 'body.photo': 'no-such-photo' })).toEqual({
      ok: false,
      reason: 'refused',
      errors: { 'body.photo': 'Choose a photo from your library.' },
    })
    expect(await save(db, 'thank-you', { 'body.caption': 'Another' })).toMatchObject({ ok: true })
    expect(await save(db, 'thank-you', { 'body.photo': slug })).toMatchObject({ ok: true })
  })

  test('refuse the second of two simultaneous saves', async () => {
    const { db } = await open()
    await studio(db)
    const { values, version } = await readPageText({ db }, 'thank-you')
    const saved = await Promise.all(
      ['One', 'Two'].map((title) =>
        savePage({ db, clock, author }, { page: 'thank-you', sent: { ...values, title }, version }),
      ),
    )
    expect(saved.filter(({ ok }) => ok)).toHaveLength(1)
    expect(saved.find(({ ok }) => !ok)).toMatchObject({ reason: 'changed-since', by: 'Dorian Ellis' })
    expect(await db.selectFrom('audit').select('id').execute()).toHaveLength(1)
  })

  test('are logged from their first difference on when long', async () => {
    const { db } = await open()
    await studio(db)
    const long = 'word '.repeat(300).trim()
    await save(db, 'thank-you', { 'body.lede': long })
    await save(db, 'thank-you', { 'body.lede': `${long} more` })
    const audit = await db.selectFrom('audit').select('changes').orderBy('id', 'desc').execute()
    const [change] = JSON.parse(audit[0]?.changes ?? '')
    expect(change.to).toMatch(/^….* more$/)
    expect(change.to.length).toBeLessThan(450)
  })

  test('are listed with the time of their last change', async () => {
    const { db } = await open()
    await studio(db)
    await save(db, 'thank-you', { title: 'Another' })
    expect(await listEditablePages({ db })).toEqual([
      {
        page: 'thank-you',
        title: 'Thank you',
        isOff: false,
        hasDraft: false,
        changed: 'Nov 20, 2026, 10 AM EST',
      },
    ])
  })

  test('R24: the navigation has its default names until they are changed', async () => {
    const { db } = await open()
    await studio(db)
    expect((await readShell({ db, clock })).shell.navigation.products).toBe('Mikhenzo Products')
    const body = DEFAULT_NAVIGATION
    expect((await readShell({ db, clock })).shell.navigation).toEqual(body)
    await insertPage(db, { slug: 'navigation', title: 'Navigation', description: 'Names.', body }, 1_000)
    expect(await save(db, 'navigation', { 'body.products': 'Prints', 'body.home': ' ' })).toMatchObject({
      ok: false,
      errors: { 'body.home': '“Home” is required.' },
    })
    expect(await save(db, 'navigation', { 'body.products': 'Prints' })).toEqual({ ok: true, changed: 1 })
    expect((await readShell({ db, clock })).shell.navigation).toEqual({ ...body, products: 'Prints' })
  })
})
