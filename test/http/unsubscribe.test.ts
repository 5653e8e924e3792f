import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addCampaign } from '~/domains/newsletter/campaigns/drafts.server'
import { insertRecipients } from '~/domains/newsletter/campaigns/recipients-store.server'
import { recipientsOf } from '~/domains/newsletter/segments/recipients.server'
import { EVERYONE } from '~/domains/newsletter/segments/segment'
import { insertSuppression } from '~/domains/newsletter/store.server'
import { saveTag } from '~/domains/newsletter/subscribers/tags.server'
import { systemClock } from '~/platform/clock'
import { transact } from '~/platform/db/database.server'
import { post, rows } from '../support/forms'
import { postedForms } from '../support/posted-forms'
import { type Site, startSite } from '../support/site'
import { inDatabaseOf } from '../support/site-database'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site?.stop())

async function subscriber(email: string) {
  await post(site, '/newsletter', { email })
  const [row] = rows(site, 'select unsubscribe_token from newsletter where email = ?', email)
  return {
    path: `/newsletter/unsubscribe/${row?.unsubscribe_token}`,
    isActive: () =>
      rows(site, 'select unsubscribed_at from newsletter where email = ?', email)[0]?.unsubscribed_at ===
      null,
  }
}

/** Adds a topic, and a newsletter that was sent to a subscriber. @returns its id */
const sentNewsletter = (email: string) =>
  inDatabaseOf(site, async (db) => {
    const deps = { db, clock: systemClock, author: { uid: 'owner', name: 'Owner' } }
    await saveTag(deps, null, { name: 'Weddings', isPublic: 'yes' })
    const campaign = await addCampaign(deps, { subject: 'First light' })
    const everyone = (await recipientsOf(deps, EVERYONE)).everyone.where('n.email', '=', email)
    await transact(db, (tx) => insertRecipients(tx, campaign, everyone, Date.now()))
    return campaign
  })

describe('unsubscribing', () => {
  it('shows a button, and changes nothing when the page is only opened', async () => {
    const { path, isActive } = await subscriber('reader@example.com')
    const answer = await fetch(site.url + path)
    const page = await answer.text()
    expect(answer.status).toBe(200)
    expect(page).toContain('Unsubscribe</button>')
    expect(page).toContain('r•••@example.com')
    expect(page).not.toContain('reader@example.com')
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
    expect(answer.headers.get('cache-control')).toContain('no-store')
    expect(isActive()).toBe(true)
  })

  it('works with one click, without cookies and without a redirect (RFC 8058)', async () => {
    const { path, isActive } = await subscriber('once@example.com')
    for (let again = 0; again < 2; again += 1) {
      // A mail provider's server sends no cookies, and no Origin or another one.
      const headers = { Origin: 'https://mail.example.net', 'Sec-Fetch-Site': 'cross-site' }
      const answer = await post(site, path, { 'List-Unsubscribe': 'One-Click' }, headers)
      expect(answer.status).toBe(200)
      expect(isActive()).toBe(false)
    }
    expect(await (await fetch(site.url + path)).text()).toContain('won’t get our newsletter anymore')
  })

  it('lets a person subscribe again', async () => {
    const { path, isActive } = await subscriber('back@example.com')
    await post(site, path, {})
    expect(isActive()).toBe(false)
    expect((await post(site, '/newsletter', { email: 'back@example.com' })).status).toBe(200)
    expect(isActive()).toBe(true)
  })

  it('on the preferences page counts for the newsletter whose link was opened', async () => {
    const { path, isActive } = await subscriber('topics@example.com')
    const campaign = await sentNewsletter('topics@example.com')
    const opened = `${path}?newsletter=${campaign}`
    const page = await (await fetch(site.url + opened)).text()
    const [, link = ''] = /href="(\/newsletter\/preferences\/[^"]+)"/.exec(page) ?? []
    const formOf = async (place: string, intent: string) => {
      const forms = postedForms(await (await fetch(site.url + place)).text(), place)
      const form = forms.find(({ button }) => button?.[1] === intent)
      return { action: form?.action ?? '', fields: Object.fromEntries(form?.fields ?? []) }
    }
    const topics = await formOf(link, 'topics')
    const saved = await post(site, topics.action, { ...topics.fields, intent: 'topics' })
    expect(saved.status).toBe(303)
    const { action, fields } = await formOf(saved.headers.get('location') ?? '', 'leave')
    expect((await post(site, action, { ...fields, intent: 'leave' })).status).toBe(303)
    expect(isActive()).toBe(false)
    const [row] = rows(
      site,
      'select unsubscribed_at from newsletter_recipients where campaign_id = ?',
      campaign,
    )
    expect(row?.unsubscribed_at).toEqual(expect.any(Number))
  })

  it('shows what a subscriber gets without topics, and corrects a name', async () => {
    const { path, isActive } = await subscriber('mira@example.com')
    const place = path.replace('unsubscribe', 'preferences')
    const page = async () => await (await fetch(site.url + place)).text()
    expect(await page()).toMatch(/We send our newsletter to m•••@example\.com\. [A-Z]/)
    expect(await page()).not.toMatch(/no topics|value="name"/)
    await inDatabaseOf(site, (db) =>
      db.updateTable('newsletter').set({ name: 'Mria' }).where('email', '=', 'mira@example.com').execute(),
    )
    expect(await page()).toContain('value="Mria"')
    const refused = await post(site, place, { intent: 'name', name: 'M'.repeat(500) })
    expect(refused.status).toBe(422)
    expect((await post(site, place, { intent: 'name', name: 'Mira' })).status).toBe(303)
    expect(await page()).toContain('value="Mira"')
    expect(isActive()).toBe(true)
  })

  it('brings someone back with one button, on both pages', async () => {
    const { path, isActive } = await subscriber('again@example.com')
    const preferences = path.replace('unsubscribe', 'preferences')
    for (const place of [path, preferences]) {
      await post(site, path, {})
      expect(isActive()).toBe(false)
      const forms = postedForms(await (await fetch(site.url + place)).text(), place)
      const form = forms.find(({ button }) => button?.[1] === 'return')
      const back = await post(site, form?.action ?? '', { intent: 'return' })
      expect(back.status).toBe(303)
      expect(isActive()).toBe(true)
      const page = await (await fetch(site.url + (back.headers.get('location') ?? ''))).text()
      expect(page).toContain('We send our newsletter to')
    }
  })

  it('doesn’t claim to send to someone who hasn’t confirmed, whose emails bounced, or who reported spam', async () => {
    const { path } = await subscriber('quiet@example.com')
    const place = path.replace('unsubscribe', 'preferences')
    const page = async () => await (await fetch(site.url + place)).text()
    const key = 'quiet@example.com'
    const pending = (unconfirmed_since: number | null) =>
      inDatabaseOf(site, (db) =>
        db.updateTable('newsletter').set({ unconfirmed_since }).where('email', '=', key).execute(),
      )
    await pending(1)
    expect(await page()).toContain('once you press the button')
    await pending(null)
    for (const [reason, sentence] of [
      ['bounced', 'because our emails were returned'],
      ['complained', 'after it was reported as spam'],
    ] as const) {
      await inDatabaseOf(site, (db) => insertSuppression(db, { key, reason, at: Date.now(), detail: '' }))
      expect(await page()).toContain(sentence)
      expect(await page()).not.toContain('value="return"')
    }
  })

  it('leads from a cut link to a new one by email, without saying who is subscribed', async () => {
    const { path, isActive } = await subscriber('lost@example.com')
    const cut = await (await fetch(site.url + path.slice(0, -3))).text()
    expect(cut).toContain('Find your subscription')
    expect(cut).toContain('href="/newsletter/unsubscribe"')
    const mails = () => rows(site, "select to_address from outbox where kind = 'newsletter-unsubscribe-link'")
    const request = async (email: string) => {
      const answer = await post(site, '/newsletter/unsubscribe', { email })
      return { status: answer.status, page: (await answer.text()).replaceAll(email, '') }
    }
    expect((await request('lost@')).status).toBe(422)
    const stranger = await request('stranger@example.com')
    expect(mails()).toEqual([])
    const lost = await request('Lost@Example.com')
    expect(mails()).toHaveLength(1)
    expect(mails()[0]?.to_address).toBe('lost@example.com')
    expect(lost.status).toBe(stranger.status)
    const text = (page: string) => page.replace(/nonce="[^"]*"|sha256-[^']*/g, '')
    expect(text(lost.page)).toBe(text(stranger.page))
    for (let again = 0; again < 4; again += 1) await request('lost@example.com')
    expect(mails()).toHaveLength(3)
    expect(isActive()).toBe(true)
  })

  it('answers a link that is unknown, cut, changed or of another kind with 404 in place', async () => {
    const [one, other] = [await subscriber('one@example.com'), await subscriber('other@example.com')]
    const [token = '', second = ''] = [one, other].map(({ path }) => path.split('/').at(-1))
    const half = token.length / 2
    const swapped = [...token].map((letter) =>
      letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
    )
    const wrong = [
      ...['0000000000000000000000', token.slice(0, -1), `${token}0`, `%20${token}`],
      ...[swapped.join(''), token.slice(0, half) + second.slice(half), 'a'.repeat(2_000)],
    ].flatMap((each) => [`/newsletter/unsubscribe/${each}`, `/newsletter/preferences/${each}`])
    const asked = [...wrong, ...[token, `${token}0`].map((each) => `/newsletter/confirm/${each}`)]
    for (const path of [...asked, `/r/${token}`, `/p/${token}`]) {
      const answer = await fetch(site.url + path, { redirect: 'manual' })
      expect([path, answer.status]).toEqual([path, 404])
    }
    // A browser shows these to people.
    const confirm = await (await fetch(`${site.url}/newsletter/confirm/${token}`)).text()
    expect(confirm).toContain('Find your subscription')
    expect(confirm).toMatch(/href="\/newsletter"[^>]*>Subscribe again/)
    for (const path of [`/p/${token}`, `/i/${token}`, `/newsletter/archive/${token}`])
      expect(await (await fetch(site.url + path)).text()).toMatch(
        /can’t find that (page|newsletter)|Find your invoice/,
      )
    for (const path of asked)
      for (const intent of ['', 'leave', 'topics']) {
        const answer = await post(site, path, { intent, 'List-Unsubscribe': 'One-Click' })
        expect([path, answer.status]).toEqual([path, 404])
      }
    expect([one.isActive(), other.isActive()]).toEqual([true, true])
  })
})
