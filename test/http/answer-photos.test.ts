import { request } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signedIn } from '../support/accounts'
import { rows } from '../support/forms'
import { bookOn, openEveryDay } from '../support/manage-booking'
import { scene } from '../support/pictures'
import { type Site, startSite } from '../support/site'
import { inDatabaseOf } from '../support/site-database'

let site: Site
let dress: Buffer
beforeAll(async () => {
  site = await startSite({ env: { RATE_LIMIT_SCALE: '100' } })
  await openEveryDay(site)
  const questions = [
    { id: 'q1', label: 'Anything else?', kind: 'text', required: false },
    { id: 'q2', label: 'What do you wear?', kind: 'photos', required: false },
  ]
  await inDatabaseOf(site, (db) =>
    db
      .updateTable('session_types')
      .set({ questionnaire: JSON.stringify(questions) })
      .where('slug', '=', 'portrait')
      .execute(),
  )
  dress = await scene(300, 200).jpeg().toBuffer()
})
afterAll(() => site?.stop())

const FIELDS = { 'question.q1': 'We bring a <dog>', partySize: '2', phone: '', notes: '' }

async function send(
  { cookie, version }: { cookie: string; version: unknown },
  files: [name: string, content: Buffer | string][],
) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...FIELDS, version: String(version) }))
    form.append(name, value)
  for (const [name, content] of files)
    form.append('question.q2', new File([content as BlobPart], name, { type: 'image/jpeg' }))
  const answer = await fetch(`${site.url}/booking/details`, {
    ...{ method: 'POST', body: form, redirect: 'manual', headers: { cookie } },
  })
  return { status: answer.status, html: await answer.text(), location: answer.headers.get('location') }
}

/** A form with a photo that doesn't end. */
async function begin({ cookie }: { cookie: string }) {
  const sending = request(`${site.url}/booking/details`, {
    method: 'POST',
    headers: {
      ...{ cookie, 'Content-Type': 'multipart/form-data; boundary=b' },
      'Content-Length': 100_000,
    },
  })
  sending.on('error', () => {})
  for (const part of [
    '--b\r\nContent-Disposition: form-data; name="question.q2"; filename="dress.jpg"\r\n\r\n',
    dress.subarray(0, 500),
  ])
    await new Promise<void>((sent) => sending.write(part, () => sent()))
  return {
    cutOff: () =>
      new Promise((done) => {
        sending.on('close', done)
        sending.destroy()
      }),
  }
}

const photosOf = (id: string) =>
  rows(
    site,
    'select id, original_name as name from client_photos where booking_id = ? order by created_at',
    id,
  )

it('takes photos with a plain form, and shows them to that client and the studio only', async () => {
  const booking = await bookOn(site, { email: 'ann@example.com' })
  const asked = await fetch(`${site.url}/booking/details`, { headers: { cookie: booking.cookie } })
  expect(await asked.text()).toMatch(/<form[^>]*multipart\/form-data[^>]*>[\s\S]*type="file"/)
  const sent = await send(booking, [['my “dress”.jpg', dress]])
  expect([sent.status, sent.location]).toEqual([303, '/booking?done=details'])
  const [photo] = photosOf(booking.id)
  const own = await fetch(`${site.url}/booking/photos/${photo?.id}`, { headers: { cookie: booking.cookie } })
  expect([own.status, own.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  expect(own.headers.get('cache-control')).toContain('private')
  const other = await bookOn(site, { email: 'eve@example.com' })
  const studio = `/studio/bookings/${booking.id}/photos/${photo?.id}`
  const client = await signedIn(site, 'client')
  for (const [path, cookie] of [
    [`/booking/photos/${photo?.id}`, other.cookie],
    [`/booking/photos/${photo?.id}`, ''],
    [studio, client],
    [`/studio/bookings/${other.id}/photos/${photo?.id}`, await signedIn(site, 'owner')],
  ] as const)
    expect((await fetch(site.url + path, { headers: { cookie }, redirect: 'manual' })).status, path).toBe(404)
  expect((await fetch(site.url + studio, { redirect: 'manual' })).status).toBe(302)
  const cookie = await signedIn(site, 'assistant')
  const file = await fetch(site.url + studio, { headers: { cookie } })
  expect(Buffer.from(await file.arrayBuffer())).toEqual(dress)
  expect(file.headers.get('content-disposition')).toMatch(/^attachment; filename="my _dress_\.jpg"/)
  const preview = await fetch(`${site.url}${studio}/preview.jpg`, { headers: { cookie } })
  expect(preview.headers.get('content-type')).toBe('image/jpeg')
  expect(
    await (await fetch(`${site.url}/studio/bookings/${booking.id}`, { headers: { cookie } })).text(),
  ).toContain(`${studio}/preview.jpg`)
})

it('names a client’s photos in their data, each with a link to the file that they sent', async () => {
  const email = 'mine@example.com'
  const booking = await bookOn(site, { email: 'Mine@example.com', email_key: email })
  expect((await send(booking, [['dress.jpg', dress]])).status).toBe(303)
  const [photo] = photosOf(booking.id)
  const cookie = await signedIn(site, 'client', { email })
  const get = (path: string, as = cookie) =>
    fetch(new URL(path, site.url), { headers: { cookie: as }, redirect: 'manual' })
  const { bookings } = await (await get('/profile/my-data')).json()
  const path = `/profile/my-data/${booking.id}/${photo?.id}`
  expect(bookings).toMatchObject([
    {
      photos: [
        { name: 'dress.jpg', file: expect.stringMatching(new RegExp(`^http://localhost:\\d+${path}$`)) },
      ],
    },
  ])
  const file = await get(path)
  expect([file.status, file.headers.get('content-disposition')]).toEqual([
    200,
    expect.stringMatching(/^attachment; filename="dress\.jpg"/),
  ])
  expect(Buffer.from(await file.arrayBuffer())).toEqual(dress)
  const other = await bookOn(site, { email: 'eve@example.com' })
  expect((await get(path, await signedIn(site, 'client'))).status).toBe(404)
  // The id of someone else's photo, below one's own booking, and the other way round.
  expect((await send(other, [['dress.jpg', dress]])).status).toBe(303)
  const [theirs] = photosOf(other.id)
  for (const wrong of [
    `${booking.id}/${theirs?.id}`,
    `${other.id}/${theirs?.id}`,
    `${other.id}/${photo?.id}`,
  ])
    expect((await get(`/profile/my-data/${wrong}`)).status, wrong).toBe(404)
  expect((await get(path, '')).headers.get('location')).toMatch(/^\/login/)
})

it('refuses other files with a sentence, and keeps the other answers and photos', async () => {
  const booking = await bookOn(site)
  const refused = await send(booking, [
    ['page.jpg', '<html><script>alert(1)</script></html>'],
    ['dress.jpg', dress],
    ['drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['large.jpg', Buffer.concat([dress, Buffer.alloc(20 * 1024 * 1024)])],
  ])
  expect(refused.status).toBe(422)
  for (const part of [
    'page.jpg: This is a web page.',
    'drawing.svg: This is an SVG drawing.',
    'large.jpg: This photo is over the 20 MB limit.',
    'The other photos were added.',
    'We bring a &lt;dog&gt;',
  ])
    expect(refused.html).toContain(part)
  expect(photosOf(booking.id).map(({ name }) => name)).toEqual(['dress.jpg'])
  const many = await send(
    booking,
    Array.from({ length: 11 }, (_, n): [string, string] => [`${n}.jpg`, 'no photo']),
  )
  expect(many.status).toBe(422)
  expect(many.html).toContain('You can add up to 10 photos at a time.')
  expect(rows(site, 'select answers from bookings where id = ?', booking.id)).toEqual([{ answers: '[]' }])
})

it('keeps nothing of an upload that is cut off, or of someone who has no booking', async () => {
  const booking = await bookOn(site)
  await (await begin(booking)).cutOff()
  const whole = await send({ cookie: '', version: 1 }, [['dress.jpg', dress]])
  expect(whole.status).toBe(404)
  const large = await send({ cookie: '', version: 1 }, [['dress.jpg', Buffer.alloc(200_000)]])
  expect(large.status).toBe(413)
  expect((await send(booking, [['other.jpg', dress]])).status).toBe(303)
  expect(photosOf(booking.id).map(({ name }) => name)).toEqual(['other.jpg'])
})

it('takes four forms with photos at a time, and asks others to try again', async () => {
  const booking = await bookOn(site)
  const begun = await Promise.all(Array.from({ length: 4 }, () => begin(booking)))
  await expect.poll(async () => (await send(booking, [['dress.jpg', dress]])).status).toBe(429)
  const refused = await send(booking, [['dress.jpg', dress]])
  expect([refused.status, refused.html]).toEqual([
    429,
    expect.stringContaining('Too many photos are arriving'),
  ])
  for (const each of begun) await each.cutOff()
  const next = await bookOn(site)
  await expect.poll(async () => (await send(next, [['dress.jpg', dress]])).status).toBe(303)
})
