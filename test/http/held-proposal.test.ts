import { afterAll, beforeAll, expect, it } from 'vitest'
import { browserTokenOf } from '~/domains/booking/client/manage-link.server'
import { beginningOf } from '~/domains/booking/requirements/model'
import type { Booking } from '~/domains/booking/reservations/model'
import { PROPOSAL_COOKIE } from '~/domains/proposals/client/model'
import { cookieHeader, signedIn } from '../support/accounts'
import { OPEN_DAY, openForBooking, slotsOn, write } from '../support/booking'
import { post, rows } from '../support/forms'
import { bookOn, SOON } from '../support/manage-booking'
import { type Site, secretOf, startSite } from '../support/site'
import { openSmtpSink, type SmtpSink } from '../support/smtp-sink'

let site: Site
let sink: SmtpSink
let owner: string
beforeAll(async () => {
  sink = await openSmtpSink()
  site = await startSite({ env: { SMTP_URL: sink.url } })
  owner = await signedIn(site, 'owner')
})
afterAll(async () => {
  await site?.stop()
  await sink?.close()
})

const page = async (path: string, cookie: string) =>
  (await (await fetch(site.url + path, { headers: { cookie } })).text()).replaceAll('<!-- -->', '')
const studio = (path: string) => page(path, owner)
const send = (path: string, fields: Record<string, string>, cookie = owner) =>
  post(site, path, fields, { cookie })

/** A booking whose time is held until its client has signed a proposal. */
async function bookHeld() {
  const type = {
    ...{ depositCents: 0, questions: [] },
    requirements: { proposal: true, template: null, deposit: false, questionnaire: false, hours: 200 },
  }
  const { state, requirements, heldUntil } = beginningOf(type, {
    ...{ wanted: 'held', answers: [], startsAt: SOON, at: Date.now() },
  })
  const booking = await bookOn(site, {
    ...{ state, requirements: JSON.stringify(requirements), held_until: heldUntil },
    ...{ name: 'Ann Lee', email: 'ann@example.com' },
  })
  return { ...booking, path: `/studio/bookings/${booking.id}` }
}

it('a proposal is started from a held booking, sent, and opened by its client from the booking’s page', async () => {
  const { path, id, cookie, manage_version } = await bookHeld()
  expect(await page('/booking', cookie)).toContain('We’ll email it to you.')
  expect((await send('/booking', { intent: 'proposal' }, cookie)).status).toBe(409)

  const before = await studio(path)
  const starts = [...before.matchAll(/href="(\/studio\/proposals\/new\?booking=[\w-]+)"/g)].map(
    ([, to]) => to,
  )
  expect(new Set(starts)).toEqual(new Set([`/studio/proposals/new?booking=${id}`]))
  const [start = ''] = starts
  expect(await studio(start)).toContain(`name="booking" value="${id}"`)
  const fields = { intent: 'start', booking: id, message: '', client: '', service: '' }
  expect((await send(start, { ...fields, booking: 'none' })).status).toBe(404)
  expect((await send(start, fields, cookie)).headers.get('location')).toMatch(/^\/login/)
  const started = await send(start, fields)
  const proposal = started.headers.get('location') ?? ''
  expect([started.status, proposal]).toEqual([303, expect.stringMatching(/^\/studio\/proposals\/[\w-]{36}$/)])
  expect(await studio(path)).toContain(`href="${proposal}"`)
  const draft = await studio(proposal)
  expect(draft).toContain('value="Portrait"')
  expect(draft).not.toContain('Turn reminder')
  // A draft isn't the client's to see.
  expect((await send('/booking', { intent: 'proposal' }, cookie)).status).toBe(409)
  const [, version = ''] = /name="version" value="(\d+)"/.exec(draft) ?? []
  const sent = await send(proposal, { intent: 'send', version })
  expect(sent.headers.get('location')).toBe(`${proposal}?done=sent`)

  const steps = await page('/booking', cookie)
  expect(steps).toContain('Choose and sign your proposal')
  expect(steps).toContain('See your proposal')
  const secret = secretOf(site)
  const itsBooking = { id, manageVersion: manage_version } as Booking
  // The browser that booked may be anyone's.
  const browser = `studio_booking=${browserTokenOf({ config: { secret } }, itsBooking)}`
  expect(await page('/booking', browser)).not.toContain('See your proposal')
  expect((await send('/booking', { intent: 'proposal' }, browser)).status).toBe(409)
  const opened = await send('/booking', { intent: 'proposal' }, cookie)
  expect([opened.status, opened.headers.get('location')]).toEqual([303, '/proposal'])
  const theirs = cookieHeader(opened.headers.getSetCookie())
  expect(theirs).toContain(`${PROPOSAL_COOKIE.name}=`)
  expect(await page('/proposal', theirs)).toContain('Continue to sign')
  expect(rows(site, 'select viewed_at from proposal_versions')[0]?.viewed_at).not.toBeNull()

  for (const [turn, next] of [
    ['off', 'on'],
    ['on', 'off'],
  ] as const) {
    const turned = await send(proposal, { intent: `reminder-${turn}` })
    expect(turned.headers.get('location')).toBe(`${proposal}?done=reminder-${turn}`)
    const shown = await studio(`${proposal}?done=reminder-${turn}`)
    expect(shown).toContain(turn === 'off' ? 'We won’t remind your client' : 'We’ll remind your client')
    expect(shown).toContain(`value="reminder-${next}"`)
    expect(rows(site, 'select reminder_off from proposals')).toEqual([
      { reminder_off: turn === 'off' ? 1 : 0 },
    ])
  }
  const none = '/studio/proposals/00000000-0000-4000-8000-000000000000'
  expect((await send(none, { intent: 'reminder-off' })).status).toBe(404)

  expect((await send(proposal, { intent: 'withdraw', number: '1' })).status).toBe(303)
  expect(await page('/booking', cookie)).not.toContain('See your proposal')
  expect((await send('/booking', { intent: 'proposal' }, cookie)).status).toBe(409)
})

it('the reminder of a hold is turned off and on', async () => {
  const { path } = await bookHeld()
  for (const [turn, next] of [
    ['off', 'on'],
    ['on', 'off'],
  ] as const) {
    expect(await studio(path)).toContain(`value="hold-reminder-${turn}"`)
    const turned = await send(path, { intent: `hold-reminder-${turn}` })
    expect(turned.headers.get('location')).toBe(`${path}?notice=hold-reminder-${turn}`)
    const shown = await studio(`${path}?notice=hold-reminder-${turn}`)
    expect(shown).toContain(`value="hold-reminder-${next}"`)
    expect(shown).toContain('role="status"')
  }
  const [, version = ''] = /name="version" value="(\d+)"/.exec(await studio(path)) ?? []
  expect((await send(path, { intent: 'decline', version, words: '' })).status).toBe(303)
  expect((await send(path, { intent: 'hold-reminder-off' })).status).toBe(409)
})

it('while booking, no deposit is named for a session whose proposal decides it', async () => {
  openForBooking(site)
  const review = async () => {
    const chosen = { service: 'portrait', location: 'studio' }
    const times = await page(`/book-session?${new URLSearchParams({ ...chosen, date: OPEN_DAY })}`, '')
    const [slot = ''] = slotsOn(times)
    const who = { name: 'Ann Lee', email: 'ann@example.com', partySize: '2', terms: 'yes' }
    const asked = new URLSearchParams({ ...chosen, slot })
    const sent = await send(
      `/book-session/review?${asked}`,
      { ...chosen, slot, ...who, intent: 'review' },
      '',
    )
    return (await sent.text()).replaceAll('<!-- -->', '')
  }
  const require = (requirements: object | null) =>
    write(site, (database) =>
      database
        .prepare(`update session_types set requirements = ?, deposit_cents = 7500 where slug = 'portrait'`)
        .run(requirements && JSON.stringify(requirements)),
    )
  require(null)
  const before = await review()
  expect(before).toContain('Includes a $75 deposit')
  expect(before).toContain('we’ll refund your $75 deposit')
  require({ proposal: true, template: null, deposit: true, questionnaire: false, hours: 72 })
  const after = await review()
  expect(after).toContain('choose and sign your proposal')
  expect(after).toContain('Your proposal says what you pay, and when.')
  expect(after).toContain('Cancel at no cost until you sign your proposal.')
  expect(after).not.toContain('$75 deposit')
})
