import { expect, it, test } from 'vitest'
import { fixedClock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { describeOnBothEngines } from '../../../../test/support/database'
import {
  makeBooking,
  makePhoto,
  makePlace,
  makeRendition,
  makeService,
  makeSessionType,
} from '../../../../test/support/factories'
import { readDetails } from '../booking-form'
import { placeValues } from '../places/model'
import { findPlace, listPlaces, readPlacePictures, removePlace, savePlace } from '../places/operations.server'
import { selectBooking } from '../reservations/store.server'
import {
  findSessionType,
  listAllSessionTypes,
  listSessionTypes,
  raiseSessionType,
  removeSessionType,
  saveSessionType,
} from './operations.server'
import { withQuestions } from './questionnaire-fields'
import { NEW_SESSION_TYPE, sessionTypeValues } from './session-type-form'

describeOnBothEngines('the session types (R6)', (open) => {
  it('are listed in order, each with its places in order', async () => {
    const { db } = await open()
    const service = await makeService(db)
    const outdoors = await makePlace(db, { position: 2, kind: 'outdoor' })
    const studio = await makePlace(db, { position: 1, is_default: 1 })
    await makeSessionType(db, { slug: 'second', position: 2 })
    await makeSessionType(db, {
      slug: 'first',
      position: 1,
      service_id: service.id,
      places: [outdoors, studio],
    })
    await makeSessionType(db, { slug: 'draft', published_at: null, places: [studio] })
    const types = await listSessionTypes({ db })
    expect(types).toMatchObject([
      {
        slug: 'first',
        serviceSlug: service.slug,
        priceCents: 28_500,
        depositCents: 10_000,
        places: [
          { slug: studio.slug, isDefault: true },
          { slug: outdoors.slug, kind: 'outdoor', isDefault: false },
        ],
      },
      { slug: 'second', serviceSlug: null, places: [] },
    ])
    expect(types).toHaveLength(2)
  })
})

const clock = fixedClock('2026-11-20T15:00:00Z')
const author = { uid: 'u1', name: 'Dorian Ellis' }

async function open(db: Db) {
  const studio = await makePlace(db, { slug: 'studio', is_default: 1, position: 0 })
  const park = await makePlace(db, { slug: 'park', kind: 'outdoor', position: 1 })
  const sent = {
    ...NEW_SESSION_TYPE,
    ...{ slug: 'mini', title: 'Mini', summary: 'Short.', editedPhotos: '5', turnaround: '5 days' },
    ...{ price: '$1,145.10', deposit: '50', places: `${studio.id}\n${park.id}`, published: 'yes' },
  }
  return { deps: { db, clock, author }, studio, park, sent }
}

describeOnBothEngines('session types and places', (openDb) => {
  test('a session type is saved as submitted, to the cent, and its slug never changes', async () => {
    const { deps, sent } = await open((await openDb()).db)
    const rules = { startsKind: 'fixed', fixedStarts: '14:00, 09:00 09:00', dailyLimit: '2' }
    const asked = withQuestions({ ...sent, ...rules }, 'add-question') ?? {}
    const label = { 'question.0.label': 'School', 'question.0.required': 'yes' }
    expect(await saveSessionType(deps, { seen: null, sent: { ...asked, ...label } })).toEqual({
      ok: true,
      slug: 'mini',
    })
    const type = await findSessionType(deps, 'mini')
    expect(type).toMatchObject({
      ...{ priceCents: 114_510, depositCents: 5_000, startsKind: 'fixed', fixedStarts: ['09:00', '14:00'] },
      ...{ dailyLimit: 2, needsApproval: true, version: 1 },
      questions: [{ id: 'q1', label: 'School', kind: 'line', required: true }],
    })
    if (!type) return
    const values = { ...sessionTypeValues(type), slug: 'other', title: 'Mini!' }
    const seen = { slug: 'mini', version: 1 }
    expect(await saveSessionType(deps, { seen, sent: values })).toEqual({ ok: true, slug: 'mini' })
    expect(await saveSessionType(deps, { seen, sent: values })).toMatchObject({ reason: 'changed-since' })
    const twice = await saveSessionType(deps, { seen: null, sent })
    expect(twice).toMatchObject({ errors: { slug: 'Another session type already uses this URL slug.' } })
    expect(await findSessionType(deps, 'mini')).toMatchObject({ title: 'Mini!', priceCents: 114_510 })
    const logged = await deps.db.selectFrom('audit').select('action').orderBy('seq').execute()
    expect(logged.map(({ action }) => action)).toEqual(['session-type-added', 'session-type-changed'])
  })

  test('bad fields get a sentence each', async () => {
    const { deps, sent } = await open((await openDb()).db)
    const bad = {
      title: 'a\u0007b',
      minutes: '1e3',
      price: '12.345',
      deposit: '-5',
      places: 'moon',
      startsKind: 'x',
    }
    const refused = await saveSessionType(deps, { seen: null, sent: { ...sent, ...bad, slug: 'Not A Slug' } })
    expect(Object.keys(refused.ok || refused.reason !== 'refused' ? {} : refused.errors).toSorted()).toEqual([
      'deposit',
      'minutes',
      'places',
      'price',
      'slug',
      'startsKind',
      'title',
    ])
    expect(await listAllSessionTypes(deps)).toEqual([])
  })

  test('a deposit above the price is refused, except with a price per hour', async () => {
    const { deps, sent } = await open((await openDb()).db)
    const typo = { ...sent, price: '125', deposit: '500' }
    expect(await saveSessionType(deps, { seen: null, sent: typo })).toMatchObject({
      errors: { deposit: 'Enter a deposit that isn’t more than the price.' },
    })
    const hourly = { ...typo, priceUnit: 'hour' }
    expect(await saveSessionType(deps, { seen: null, sent: hourly })).toMatchObject({ ok: true })
  })

  test('a question with one of several answers has its choices, and is refused with less than two', async () => {
    const { deps, sent } = await open((await openDb()).db)
    const asked = withQuestions(sent, 'add-question') ?? {}
    const question = { 'question.0.label': 'Which package?', 'question.0.kind': 'choice' }
    const save = (choices: string) =>
      saveSessionType(deps, { seen: null, sent: { ...asked, ...question, 'question.0.choices': choices } })
    for (const choices of ['', 'Only one', 'Same\nSame\n ', `Long\n${'x'.repeat(121)}`, 'Odd\na\u0007b'])
      expect(await save(choices)).toMatchObject({
        ...{ reason: 'refused', errors: { 'question.0.choices': expect.any(String) } },
      })
    expect(await save(' Small \n\nLarge, with album\nSmall')).toMatchObject({ ok: true })
    const type = await findSessionType(deps, 'mini')
    const choices = ['Small', 'Large, with album']
    expect(type?.questions).toEqual([
      { id: 'q1', label: 'Which package?', kind: 'choice', required: false, choices },
    ])
    expect(type && sessionTypeValues(type)).toMatchObject({ 'question.0.choices': choices.join('\n') })
    const details = { name: 'Ann Lee', email: 'ann@example.com', phone: '', partySize: '2' }
    const answer = (typed: string, required = false) =>
      readDetails(
        { get: (name) => ({ ...details, 'question.q1': typed })[name] ?? '' },
        {
          asksAddress: false,
          questions: (type?.questions ?? []).map((each) => ({ ...each, required })),
        },
      )
    expect(answer('Small')).toMatchObject({ ok: true, value: { answers: [{ answer: 'Small' }] } })
    expect(answer('')).toMatchObject({ ok: true, value: { answers: [] } })
    expect(answer('Huge')).toMatchObject({ errors: { 'question.q1': 'Choose one of the answers.' } })
    expect(answer('', true)).toMatchObject({ errors: { 'question.q1': expect.any(String) } })
  })

  test('questions are added, moved and removed by buttons alone', () => {
    const two = withQuestions(withQuestions({ title: 'Mini' }, 'add-question') ?? {}, 'add-question') ?? {}
    const named = { ...two, 'question.0.label': 'One', 'question.1.label': 'Two' }
    expect(withQuestions(named, 'raise-question.1')).toMatchObject({
      ...{ title: 'Mini', 'question.0.label': 'Two', 'question.0.id': 'q2', 'question.1.label': 'One' },
    })
    const left = withQuestions(named, 'remove-question.0')
    expect(left).toMatchObject({ 'question.0.label': 'Two' })
    expect(left).not.toHaveProperty(['question.1.label'])
    expect(withQuestions(named, 'save')).toBe(undefined)
  })

  test('bookings of a hidden session type stay readable, and neither can be deleted', async () => {
    const { deps, studio, park } = await open((await openDb()).db)
    const type = await makeSessionType(deps.db, { slug: 'portrait', places: [studio, park] })
    const booking = await makeBooking(deps.db, { session_type_id: type.id, place_id: park.id })
    const found = await findSessionType(deps, 'portrait')
    if (!found) throw new Error('missing')
    const hidden = { ...sessionTypeValues({ ...found, places: [] }), published: '' }
    const seen = { slug: 'portrait', version: 1 }
    expect(await saveSessionType(deps, { seen, sent: hidden })).toMatchObject({ ok: true })
    expect((await listSessionTypes(deps)).map(({ slug }) => slug)).toEqual([])
    expect(await selectBooking(deps.db, { id: booking.id })).toMatchObject({
      sessionType: { slug: 'portrait' },
    })
    const gone = await removeSessionType(deps, { ...seen, version: 2 })
    expect(gone).toEqual({ ok: false, reason: 'in-use', uses: 'bookings (1)' })
    expect(await removePlace(deps, { slug: 'park', version: 1 })).toMatchObject({ reason: 'in-use' })
    await makeSessionType(deps.db, { slug: 'unused' })
    expect(await removeSessionType(deps, { slug: 'unused', version: 1 })).toEqual({ ok: true })
  })

  test('exactly one location is the default, also under simultaneous changes', async () => {
    const { deps, studio, park } = await open((await openDb()).db)
    await makePlace(deps.db, { slug: 'home', position: 2 })
    const defaults = async () =>
      (await listPlaces(deps)).flatMap(({ slug, isDefault }) => (isDefault ? slug : []))
    const valuesOf = async (slug: string) =>
      placeValues((await findPlace(deps, slug)) ?? (Promise.reject(slug) as never))
    const make = async (slug: string) =>
      savePlace(deps, { seen: { slug, version: 1 }, sent: { ...(await valuesOf(slug)), isDefault: 'yes' } })
    const refused = await savePlace(deps, {
      seen: { slug: 'studio', version: studio.version },
      sent: { ...(await valuesOf('studio')), isDefault: '' },
    })
    expect(refused).toMatchObject({
      errors: { isDefault: expect.stringContaining('One location has to be the default') },
    })
    expect(await Promise.all([make('park'), make('home')])).toMatchObject([{ ok: true }, { ok: true }])
    expect(await defaults()).toHaveLength(1)
    const half = { ...(await valuesOf('studio')), latitude: '40.7' }
    const version = (await findPlace(deps, 'studio'))?.version ?? 0
    expect(await savePlace(deps, { seen: { slug: 'studio', version }, sent: half })).toMatchObject({
      errors: { longitude: 'Enter both coordinates, or neither.' },
    })
    expect(await removePlace(deps, { slug: (await defaults())[0] ?? '', version: 2 })).toMatchObject({
      reason: 'in-use',
    })
    expect(park.slug).toBe('park')
  })

  test('a location’s photo is one of the library, and shown only when it is public', async () => {
    const { deps } = await open((await openDb()).db)
    const photo = await makePhoto(deps.db, { slug: 'stool' })
    await makeRendition(deps.db, { photo_id: photo.id })
    const save = async (slug: string) => {
      const place = await findPlace(deps, 'studio')
      const seen = { slug: 'studio', version: place?.version ?? 0 }
      return await savePlace(deps, { seen, sent: { ...(place && placeValues(place)), photo: slug } })
    }
    expect(await save('none')).toMatchObject({ errors: { photo: 'Choose a photo from your library.' } })
    expect(await save('stool')).toMatchObject({ ok: true })
    expect(await findPlace(deps, 'studio')).toMatchObject({ photo: 'stool' })
    expect(await readPlacePictures(deps)).toMatchObject({ studio: { slug: 'stool' } })
    await deps.db.updateTable('photos').set({ published_at: null }).execute()
    expect(await readPlacePictures(deps)).toEqual({})
    await deps.db.deleteFrom('photos').execute()
    expect(await findPlace(deps, 'studio')).toMatchObject({ photo: '' })
  })

  test('the order is the studio’s', async () => {
    const { deps } = await open((await openDb()).db)
    for (const slug of ['a', 'b', 'c']) await makeSessionType(deps.db, { slug })
    expect(await raiseSessionType(deps, 'c')).toBe(true)
    expect((await listAllSessionTypes(deps)).map(({ slug }) => slug)).toEqual(['a', 'c', 'b'])
    expect(await raiseSessionType(deps, 'none')).toBe(false)
  })
})
