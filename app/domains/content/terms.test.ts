import { expect, test } from 'vitest'
import { fixedClock } from '~/platform/clock'
import { readContentVersion } from '~/platform/db/content-version.server'
import { type Db, openDatabase } from '~/platform/db/database.server'
import { newId } from '~/platform/ids.server'
import { describeOnBothEngines } from '../../../test/support/database'
import { postedFields } from '../../../test/support/forms'
import { slowSteps } from '../../../test/support/query-plan'
import { putTestSettings, testSettings } from '../../../test/support/settings'
import { readTerms } from './operations.server'
import { readSettingsGroup, saveSettingsGroup } from './settings.server'
import { insertPage } from './store.server'
import type { TermsDraft, TermsSaving } from './terms'
import {
  currentTermsVersion,
  findTermsVersion,
  listTermsVersions,
  makeFirstTermsVersion,
  readTermsForm,
  readTermsStanding,
  recordTermsAgreement,
  saveTerms,
} from './terms.server'
import { versionsQuery } from './terms-store.server'

const clock = fixedClock('2026-11-21T15:00:00Z')
const author = { uid: 'u1', name: 'Dorian Ellis' }

const BODY = {
  title: 'Terms & *Conditions*',
  lede: 'A lede.',
  effectiveOn: '2026-11-01',
  sections: [
    { id: 'booking', title: 'Booking', body: 'The depsoit keeps the date. Write to {email}.' },
    { id: 'weather', title: 'Weather', body: 'Rain is fine.' },
  ],
  doNotSell: { title: 'Do not sell', body: 'We do not.' },
}

async function putTerms(db: Db): Promise<void> {
  await putTestSettings(db)
  await insertPage(db, { slug: 'terms', title: 'Terms', description: 'Terms', body: BODY }, clock.now())
  await makeFirstTermsVersion(db, BODY.effectiveOn, clock.now())
}

async function save(
  db: Db,
  as: TermsSaving,
  change: (draft: TermsDraft) => Partial<TermsDraft>,
  at: { now: typeof clock; version?: number } = { now: clock },
) {
  const { draft, version } = await readTermsForm({ db, clock: at.now })
  const sent = postedFields({ ...draft, ...change(draft) })
  return await saveTerms({ db, clock: at.now, author }, { sent, version: at.version ?? version, as })
}

const rain = (title: string) => (draft: TermsDraft) => ({
  sections: draft.sections.map((each) => (each.id === 'weather' ? { ...each, title } : each)),
})

describeOnBothEngines('the terms', (open, engine) => {
  test('a new version keeps the previous one readable, including its facts', async () => {
    const { db } = await open()
    await putTerms(db)
    const before = await readContentVersion(db)
    expect(await save(db, 'new-version', rain('Rain'))).toEqual({ ok: true, number: 2 })
    expect(await readContentVersion(db)).not.toEqual(before)
    const { values, version } = await readSettingsGroup({ db }, 'studio')
    await saveSettingsGroup(
      { db, clock, author },
      { group: 'studio', sent: { ...values, email: 'new@example.com' }, version },
    )
    const first = await findTermsVersion({ db }, '1')
    expect(first).toMatchObject({
      number: 1,
      isCurrent: false,
      held: 'in effect from November 1, 2026 to November 20, 2026',
    })
    expect(first?.sections[1]?.title).toBe('Weather')
    expect(first?.sections[0]?.html).toContain(testSettings.studio.email)
    const second = await findTermsVersion({ db }, '2')
    expect(second).toMatchObject({ isCurrent: true, held: 'in effect from November 21, 2026' })
    expect(second?.sections[0]?.html).toContain('new@example.com')
    expect(await readTerms({ db })).toMatchObject({
      effective: { date: '2026-11-21' },
      sections: [{}, { title: 'Rain' }],
    })
    expect(await currentTermsVersion({ db })).toMatchObject({ number: 2, publishedBy: 'Dorian Ellis' })
    for (const none of ['0', '3', '01', '-1', '1e0', 'x', '99999999999999999999'])
      expect(await findTermsVersion({ db }, none)).toBeUndefined()
    expect(
      await db
        .selectFrom('audit')
        .select(['action', 'subject'])
        .where('action', '=', 'terms-published')
        .execute(),
    ).toEqual([{ action: 'terms-published', subject: 'Version 2' }])
  })

  test('its texts are documents, also in earlier versions, and the same words are no change', async () => {
    const { db } = await open()
    await putTerms(db)
    const asTyped = (draft: TermsDraft) => ({
      sections: draft.sections.map((each) =>
        each.id === 'weather' ? { ...each, body: each.body.replace('Rain is fine.', 'Snow is fine.') } : each,
      ),
    })
    const { draft } = await readTermsForm({ db, clock })
    expect(draft.sections[0]?.body).toContain('{"version":1')
    expect(await save(db, 'new-version', () => ({}))).toMatchObject({ reason: 'unchanged' })
    expect(await save(db, 'new-version', asTyped)).toEqual({ ok: true, number: 2 })
    expect(await save(db, 'new-version', () => ({ sections: BODY.sections }))).toEqual({
      ok: true,
      number: 3,
    })
    const row = await db
      .selectFrom('terms_versions')
      .select('body')
      .where('number', '=', 2)
      .executeTakeFirst()
    expect(JSON.parse(row?.body ?? '').sections[1]).toMatchObject({
      body: 'Snow is fine.',
      document: expect.stringContaining('Snow is fine.'),
    })
    expect((await findTermsVersion({ db }, '2'))?.sections.map(({ html }) => html.trim())).toEqual([
      `<p>The depsoit keeps the date. Write to ${testSettings.studio.email}.</p>`,
      '<p>Snow is fine.</p>',
    ])
    const changes = await db.selectFrom('audit').select('changes').orderBy('id').execute()
    expect(changes.map((each) => JSON.parse(each.changes))).toEqual([
      [{ field: 'Section “Weather”, text', from: 'Rain is fine.', to: 'Snow is fine.' }],
      [{ field: 'Section “Weather”, text', from: 'Snow is fine.', to: 'Rain is fine.' }],
    ])
  })

  test('a correction stays in its version, while no one has agreed to it', async () => {
    const { db } = await open()
    await putTerms(db)
    const mend = (draft: TermsDraft) => ({
      effectiveOn: 'never',
      sections: draft.sections.map((each) => ({ ...each, body: each.body.replace('depsoit', 'deposit') })),
    })
    expect(await save(db, 'correction', mend)).toEqual({ ok: true, number: 1 })
    expect((await findTermsVersion({ db }, '1'))?.sections[0]?.html).toContain('deposit')
    expect(await currentTermsVersion({ db })).toMatchObject({ number: 1, effectiveOn: '2026-11-01' })
    const agree = (version: number, occasion: string) =>
      recordTermsAgreement({ db, clock }, { version, occasion })
    expect(await agree(1, 'DE-1')).toEqual({ ok: true })
    expect(await agree(1, 'DE-1')).toEqual({ ok: true })
    expect(await agree(2, 'DE-2')).toEqual({ ok: false, reason: 'not-current', current: 1 })
    expect(await save(db, 'correction', rain('Rain'))).toEqual({ ok: false, reason: 'agreed-to', number: 1 })
    expect((await findTermsVersion({ db }, '1'))?.sections[1]?.title).toBe('Weather')
    expect(await save(db, 'new-version', rain('Rain'))).toEqual({ ok: true, number: 2 })
    expect(await listTermsVersions({ db })).toMatchObject([
      { number: 2, agreements: 0, publishedBy: 'Dorian Ellis' },
      { number: 1, agreements: 1, publishedBy: '' },
    ])
    expect(await save(db, 'correction', rain('Wet'))).toEqual({ ok: true, number: 2 })
  })

  test('anchors are permanent, and a form can’t choose them', async () => {
    const { db } = await open()
    await putTerms(db)
    const saved = await save(db, 'new-version', ({ sections: [booking, weather] }) => ({
      sections: [
        { id: '+1', title: 'Weather', body: 'Another.' },
        { ...(weather ?? { id: '', body: '' }), title: 'Rain and snow' },
        { id: 'do-not-sell', title: 'Do not sell', body: 'Forged.' },
        { ...(booking ?? { title: '', body: '' }), id: 'weather' },
      ],
    }))
    expect(saved.ok).toBe(true)
    const { sections } = await readTerms({ db })
    expect(sections.map(({ id }) => id)).toEqual(['weather-2', 'weather', 'do-not-sell-2', 'booking-2'])
  })

  test('a refused version changes nothing', async () => {
    const { db } = await open()
    await putTerms(db)
    const refused = (fields: string[]) => ({
      ok: false,
      reason: 'refused',
      errors: Object.fromEntries(fields.map((name) => [name, expect.stringMatching(/\.$/)])),
    })
    expect(await save(db, 'new-version', () => ({ heading: ' ', effectiveOn: '2026-11-20' }))).toEqual(
      refused(['heading', 'effectiveOn']),
    )
    expect(await save(db, 'new-version', () => ({}))).toEqual({ ok: false, reason: 'unchanged', number: 1 })
    expect(await save(db, 'new-version', rain('Rain'), { now: clock, version: 7 })).toEqual({
      ok: false,
      reason: 'changed-since',
    })
    expect(await currentTermsVersion({ db })).toMatchObject({ number: 1 })
    expect(await db.selectFrom('audit').select('id').execute()).toEqual([])
  })

  test('the second of two simultaneous publications is refused', async () => {
    const { db, where } = await open()
    await putTerms(db)
    const other = engine === 'postgres' ? openDatabase(where) : db
    const saved = await Promise.all([
      save(db, 'new-version', rain('One'), { now: clock, version: 1 }),
      save(other, 'new-version', rain('Two'), { now: clock, version: 1 }),
    ])
    if (other !== db) await other.destroy()
    expect(saved.filter(({ ok }) => ok)).toHaveLength(1)
    expect(saved).toContainEqual({ ok: false, reason: 'changed-since' })
    expect(await currentTermsVersion({ db })).toMatchObject({ number: 2 })
  })

  test('no one agrees to text that is being corrected', async () => {
    const { db, where } = await open()
    await putTerms(db)
    const other = engine === 'postgres' ? openDatabase(where) : db
    const [corrected] = await Promise.all([
      save(db, 'correction', rain('Rain')),
      recordTermsAgreement({ db: other, clock }, { version: 1, occasion: 'DE-1' }),
    ])
    if (other !== db) await other.destroy()
    // Whichever was first, there is no correction after the agreement.
    const title = (await findTermsVersion({ db }, '1'))?.sections[1]?.title
    expect(title).toBe(corrected.ok ? 'Rain' : 'Weather')
    expect(await save(db, 'correction', rain('Wet'))).toMatchObject({ ok: false, reason: 'agreed-to' })
  })

  test('a version may apply from a later day on, and the previous one until then', async () => {
    const { db } = await open()
    await putTerms(db)
    await save(db, 'new-version', (draft) => ({ ...rain('Rain')(draft), effectiveOn: '2026-12-01' }))
    expect(await readTermsStanding({ db, clock })).toEqual({
      number: 2,
      earlier: [1],
      isAhead: true,
      validUntil: Date.parse('2026-12-01T05:00:00Z'),
    })
    const december = fixedClock('2026-12-01T05:00:00Z')
    expect(await readTermsStanding({ db, clock: december })).toMatchObject({ isAhead: false })
    expect(await save(db, 'new-version', () => ({ heading: 'T', effectiveOn: '2026-11-30' }))).toMatchObject({
      errors: { effectiveOn: 'A new version can take effect on December 1, 2026 or later.' },
    })
    await save(db, 'new-version', () => ({ heading: 'T', effectiveOn: '2026-12-01' }))
    expect((await findTermsVersion({ db }, '2'))?.held).toBe(
      'published for December 1, 2026 and replaced before it took effect',
    )
  })

  test('the list of versions uses indexes only, however many have agreed', async () => {
    const { db } = await open()
    await putTerms(db)
    await recordTermsAgreement({ db, clock }, { version: 1, occasion: newId() })
    // There are few versions, read in index order.
    const steps = await slowSteps(db, engine, versionsQuery(db))
    expect(steps.filter((step) => step !== 'SCAN v')).toEqual([])
  })
})
