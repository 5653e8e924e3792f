import fc from 'fast-check'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { storedDocument } from '~/domains/texts/read-document'
import { fixedClock } from '~/platform/clock'
import type { Db } from '~/platform/db/database.server'
import { newId, newToken } from '~/platform/ids.server'
import { startWorker } from '~/platform/jobs/worker.server'
import { serverMailer } from '~/platform/mail/mailer.server'
import { sealToken } from '~/platform/sealed-token.server'
import { describeOnBothEngines } from '../../../../test/support/database'
import { putSetting } from '../../../../test/support/factories'
import { putTestSettings, testSender } from '../../../../test/support/settings'
import { openSmtpSink } from '../../../../test/support/smtp-sink'
import { addCampaign, readCampaign } from '../campaigns/drafts.server'
import { campaignJobs } from '../campaigns/jobs.server'
import { putInArchive } from '../campaigns/progress.server'
import { CONNECTIONS } from '../campaigns/sender.server'
import { previewCampaign, readArchived, sendCampaign } from '../campaigns/sending.server'
import { newsletterSchema } from '../document/schema'
import { exportSubscription, forgetSubscriber } from '../operations.server'
import { countRecipientsOf } from '../segments/recipients.server'
import { segmentSchema } from '../segments/segment'
import { linkToken, openLinkToken } from './link-token.server'
import type { CountedLink } from './model'
import { followLink, readClicks } from './operations.server'

const secret = 's'.repeat(32)
const config = { siteUrl: 'https://photos.example.com', mailFrom: undefined, secret }
const author = { uid: 'owner', name: 'Dorian Ellis' }
const DAY = 86_400_000
/** Generous, since other tests may slow down the machine. */
const soon = { timeout: 60_000, interval: 20 }

const linked = (words: string, href: string) =>
  newsletterSchema.node('paragraph', null, [
    newsletterSchema.text(words, [newsletterSchema.mark('link', { href, title: null })]),
  ])
const document = storedDocument(
  newsletterSchema.node('doc', null, [
    linked('The light', '/gallery'),
    linked('A friend', 'https://friend.example/a?b=1&c=2#d'),
    linked('The light again', '/gallery'),
    linked('Write', 'mailto:hello@example.com'),
  ]),
)
const TARGETS = ['https://photos.example.com/gallery', 'https://friend.example/a?b=1&c=2#d']

const depsFor = (db: Db) => ({ db, clock: fixedClock('2026-11-20T12:00:00Z'), config, author })
type Deps = ReturnType<typeof depsFor>

const countClicks = (db: Db, countsClicks: boolean) =>
  putSetting(db, 'newsletter', { heading: 'Emails', invitation: 'One a month.', countsClicks })

/** Sends a newsletter with links. @returns its id, and the email of each recipient */
async function sent(deps: Deps, emails: string[]) {
  const { db } = deps
  for (const email of emails)
    await db
      .insertInto('newsletter')
      .values({
        ...{ id: newId(), email, email_key: email, request_date: 1 },
        ...{ unsubscribe_token: newToken(), unsubscribed_at: null },
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  const sink = await openSmtpSink()
  const server = serverMailer(async () => sink.url, { connections: CONNECTIONS })
  const handlers = campaignJobs({ ...deps, openServer: server.open, readSender: async () => testSender })
  const worker = startWorker({ ...deps, log: pino({ level: 'silent' }), handlers, pollMs: 20 })
  onTestFinished(async () => {
    await worker.stop()
    server.close()
    await sink.close()
  })
  const id = await addCampaign(deps, { subject: 'First light', document })
  await db.updateTable('newsletter_campaigns').set({ rate: 60_000 }).where('id', '=', id).execute()
  expect(await sendCampaign(deps, id, (await readCampaign({ db }, id))?.version ?? '')).toEqual({ ok: true })
  await vi.waitFor(async () => {
    deps.clock.advance(1_000)
    expect((await readCampaign({ db }, id))?.state).toBe('sent')
  }, soon)
  const mailTo = (email: string) => {
    const mail = sink.caught.find(({ recipients }) => recipients[0] === email)?.mail
    const tokens = [...(mail?.html ?? '').matchAll(/href="https:\/\/photos\.example\.com\/r\/([^"]+)"/g)]
    return { html: mail?.html ?? '', text: mail?.text ?? '', tokens: tokens.map(([, token = '']) => token) }
  }
  return { id, mailTo }
}

const open1 = (deps: Deps, token: string) => followLink(deps, token, { isOpened: true })

const links = (): fc.Arbitrary<CountedLink> =>
  fc.record({
    campaign: fc.uuid(),
    recipient: fc.integer({ min: 1, max: 2 ** 32 - 1 }),
    link: fc.integer({ min: 1, max: 2 ** 16 - 1 }),
  })

test('a token says whose link it is, and a changed, cut or borrowed one says nothing', () => {
  fc.assert(
    fc.property(links(), links(), fc.nat(), fc.base64String(), (one, other, at, noise) => {
      const [token, second] = [linkToken(secret, one), linkToken(secret, other)]
      expect(openLinkToken(secret, token)).toEqual(one)
      expect(openLinkToken('t'.repeat(32), token)).toBeUndefined()
      const place = at % token.length
      const changed = token[place] === 'A' ? 'B' : 'A'
      for (const wrong of [
        token.slice(0, place) + changed + token.slice(place + 1),
        token.slice(0, place),
        token + changed,
        noise,
        sealToken(secret, 'newsletter link', { id: one.campaign, version: one.link }),
      ])
        expect(openLinkToken(secret, wrong)).toBeUndefined()
      // The beginning of one and the end of another are neither.
      const swapped = token.slice(0, place) + second.slice(place)
      if (swapped !== token && swapped !== second) expect(openLinkToken(secret, swapped)).toBeUndefined()
    }),
  )
})

describeOnBothEngines('clicks on the links of a newsletter', (open) => {
  test('aren’t counted unless the owner turned it on', async () => {
    const { db } = await open()
    const deps = depsFor(db)
    await putTestSettings(db)
    const { id, mailTo } = await sent(deps, ['ann@example.com'])
    const { html, tokens } = mailTo('ann@example.com')
    expect(tokens).toEqual([])
    expect(html).toContain(`href="${TARGETS[0]}"`)
    expect(html).not.toContain('We count clicks')
    expect(await readClicks(deps, id)).toBeNull()
    // A newsletter that has been sent stays as it is.
    await countClicks(db, true)
    const page = await previewCampaign(deps, id)
    expect(page).toMatchObject({ ok: true, html: expect.not.stringContaining('We count clicks') })
  })

  test('aren’t announced in a newsletter without links', async () => {
    const { db } = await open()
    const deps = depsFor(db)
    await putTestSettings(db)
    await countClicks(db, true)
    const page = await previewCampaign(deps, await addCampaign(deps, { subject: 'First light' }))
    expect(page).toMatchObject({ ok: true, html: expect.not.stringContaining('We count clicks') })
  })

  test('count each person once per link, and lead only to the link that was stored', async () => {
    const { db } = await open()
    const deps = depsFor(db)
    await putTestSettings(db)
    await countClicks(db, true)
    const { id, mailTo } = await sent(deps, ['ann@example.com', 'ben@example.com'])
    const [ann, ben] = [mailTo('ann@example.com'), mailTo('ben@example.com')]
    expect(ann.html).toContain('We count clicks on its links')
    expect(ann.html).toContain('href="mailto:hello@example.com"')
    expect(ann.tokens).toHaveLength(3)
    expect(new Set([...ann.tokens, ...ben.tokens]).size).toBe(4)
    for (const token of new Set(ann.tokens)) expect(ann.text).toContain(`/r/${token}`)
    const [light = '', friend = ''] = ann.tokens
    for (let again = 0; again < 3; again++)
      expect(await open1(deps, light)).toEqual({ ok: true, href: TARGETS[0] })
    expect(await open1(deps, friend)).toEqual({ ok: true, href: TARGETS[1] })
    expect(await open1(deps, ben.tokens[0] ?? '')).toEqual({ ok: true, href: TARGETS[0] })
    // A program that asks whether the link works.
    expect(await followLink(deps, ben.tokens[1] ?? '', { isOpened: false })).toEqual({
      ok: true,
      href: TARGETS[1],
    })
    expect(await readClicks(deps, id)).toEqual({
      people: 2,
      links: [
        { link: 1, href: TARGETS[0], people: 2 },
        { link: 2, href: TARGETS[1], people: 1 },
      ],
    })
    const known = openLinkToken(secret, light)
    if (!known) throw new Error('The token can’t be read')
    for (const none of [
      { ...known, link: 3 },
      { ...known, recipient: 99 },
      { ...known, campaign: newId() },
    ])
      expect(await open1(deps, linkToken(secret, none))).toEqual({
        ...{ ok: false, reason: 'expired', archived: null },
      })
    expect(await open1(deps, `${light.slice(0, -1)}!`)).toEqual({ ok: false, reason: 'unknown' })
  })

  test('aren’t counted once the owner turns it off, and the links still work', async () => {
    const { db } = await open()
    const deps = depsFor(db)
    await putTestSettings(db)
    await countClicks(db, true)
    const { id, mailTo } = await sent(deps, ['ann@example.com'])
    await countClicks(db, false)
    const [token = ''] = mailTo('ann@example.com').tokens
    expect(await open1(deps, token)).toEqual({ ok: true, href: TARGETS[0] })
    expect((await readClicks(deps, id))?.people).toBe(0)
  })

  test('a link expires after a year, or with its address, and then leads to the public page', async () => {
    const { db } = await open()
    const deps = depsFor(db)
    await putTestSettings(db)
    await countClicks(db, true)
    const { id, mailTo } = await sent(deps, ['ann@example.com', 'ben@example.com'])
    const [ann = '', ben = ''] = ['ann', 'ben'].map((who) => mailTo(`${who}@example.com`).tokens[0])
    await open1(deps, ann)
    await forgetSubscriber(deps, 'ann@example.com')
    expect(await open1(deps, ann)).toEqual({ ok: false, reason: 'expired', archived: null })
    expect((await readClicks(deps, id))?.people).toBe(1)
    await putInArchive(deps, id, true)
    expect(await open1(deps, ann)).toEqual({ ok: false, reason: 'expired', archived: id })
    deps.clock.advance(364 * DAY)
    expect(await open1(deps, ben)).toMatchObject({ ok: true })
    deps.clock.advance(DAY)
    expect(await open1(deps, ben)).toEqual({ ok: false, reason: 'expired', archived: id })
  })

  test('the public page and the preview have plain links, and only the preview says what is counted', async () => {
    const { db } = await open()
    const deps = depsFor(db)
    await putTestSettings(db)
    await countClicks(db, true)
    const { id } = await sent(deps, ['ann@example.com'])
    await putInArchive(deps, id, true)
    const page = (await readArchived(deps, id)) ?? ''
    const preview = await previewCampaign(deps, id)
    if (!preview.ok) throw new Error(preview.reason)
    for (const html of [page, preview.html]) {
      expect(html).not.toMatch(/\/r\/|\p{Co}/u)
      expect(html).toContain(`href="${TARGETS[0]}"`)
      expect(html).toContain('href="https://friend.example/a?b=1&amp;c=2#d"')
    }
    expect(page).not.toContain('We count clicks')
    // A visitor of the public page isn't a recipient.
    expect(page).toMatch(/href="[^"]+\/newsletter"[^>]* style="color:#\w+">Subscribe to our newsletter</)
    expect(page).toMatch(/<body[^>]*><main>.*<h1.*<\/main><\/body>/s)
    expect(preview.html).not.toContain('<main>')
    expect(page).not.toMatch(/Unsubscribe|getting this because|Read it on our site/)
    expect(preview.html).toContain('Unsubscribe')
    expect(preview.html).toContain('We count clicks')
  })

  test('make a segment of the people who clicked within a year, and are in a person’s own data', async () => {
    const { db } = await open()
    const deps = depsFor(db)
    await putTestSettings(db)
    await countClicks(db, true)
    const { mailTo } = await sent(deps, ['ann@example.com', 'ben@example.com'])
    const clicked = segmentSchema.parse({ clicked: true })
    expect(await countRecipientsOf(deps, clicked)).toBe(0)
    await open1(deps, mailTo('ann@example.com').tokens[0] ?? '')
    const at = deps.clock.now()
    expect(await countRecipientsOf(deps, clicked)).toBe(1)
    expect((await exportSubscription(deps, 'ann@example.com'))?.clicks).toEqual([
      { subject: 'First light', clickedLink: TARGETS[0], clickedAt: at },
    ])
    expect((await exportSubscription(deps, 'ben@example.com'))?.clicks).toEqual([])
    deps.clock.advance(366 * DAY)
    expect(await countRecipientsOf(deps, clicked)).toBe(0)
  })
})
