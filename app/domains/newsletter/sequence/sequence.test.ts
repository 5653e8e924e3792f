import { pino } from 'pino'
import { expect, it } from 'vitest'
import { fixedClock } from '~/platform/clock'
import { describeOnBothEngines } from '../../../../test/support/database'
import { queuedMail } from '../../../../test/support/outbox'
import { putTestSettings } from '../../../../test/support/settings'
import { addImported, applyImport, readImport, startImport } from '../imports/operations.server'
import { leave, subscribe, suppress, unsubscribe } from '../operations.server'
import { countRecipientsOf } from '../segments/recipients.server'
import { EVERYONE } from '../segments/segment'
import { addSubscriber } from '../subscribers/operations.server'
import { WELCOME } from './model'
import {
  addStep,
  listSequence,
  previewStep,
  readStep,
  removeStep,
  restoreWelcome,
  saveStep,
  sendSequence,
  testStep,
} from './operations.server'

const DAY = 86_400_000
const config = { siteUrl: 'https://photos.example.com', secret: 's'.repeat(32), rateLimitScale: 1 }
const sent = (more: Record<string, string> = {}) => ({
  subject: 'How to prepare, {firstName}',
  text: 'Hello {First Name},\n\nsee https://photos.example.com/pricing.\n\nBring <b>a coat</b>.\nDorian',
  delayDays: '3',
  isOn: 'yes',
  ...more,
})

describeOnBothEngines('the emails after subscribing', (open) => {
  const setup = async () => {
    const { db } = await open()
    await putTestSettings(db)
    const clock = fixedClock('2026-11-20T12:00:00Z')
    const author = { uid: 'owner', name: 'Owner' }
    const deps = { db, clock, config, author, log: pino({ level: 'silent' }) }
    let count = 0
    const join = async (email: string) => {
      count += 1
      expect(await subscribe(deps, { email, network: `203.0.113.${count}` })).toEqual({ ok: true })
    }
    const emails = async () =>
      (await queuedMail(db))
        .filter(({ kind }) => kind === 'newsletter-sequence')
        .map((each) => each.to_address)
    return { ...deps, join, emails }
  }

  it('R36 starts with our welcome email, or with what an owner has written', async () => {
    const deps = await setup()
    await deps.join('ann@example.com')
    expect(await readStep(deps, WELCOME)).toMatchObject({ version: 0, isOurs: true })
    const welcome = { subject: 'Glad you’re here', text: 'Hello.\n\nSee https://photos.example.com/gallery' }
    expect(await saveStep(deps, WELCOME, { sent: welcome, version: 0 })).toEqual({ ok: true })
    expect(await saveStep(deps, WELCOME, { sent: welcome, version: 0 })).toEqual({
      ok: false,
      reason: 'changed-since',
    })
    await deps.join('ben@example.com')
    const { version } = (await readStep(deps, WELCOME)) ?? { version: -1 }
    expect(await removeStep(deps, WELCOME, version)).toEqual({ ok: true })
    const ours = await readStep(deps, WELCOME)
    expect(ours).toMatchObject({ isOurs: true, former: welcome })
    expect((await listSequence(deps)).isWelcomeChanged).toBe(false)
    expect(await restoreWelcome(deps, version)).toEqual({ ok: false, reason: 'changed-since' })
    await deps.join('cleo@example.com')
    expect(await restoreWelcome(deps, ours?.version ?? -1)).toEqual({ ok: true })
    expect(await readStep(deps, WELCOME)).toMatchObject({ isOurs: false, ...welcome })
    const emails = await queuedMail(deps.db)
    expect(emails.map(({ subject }) => subject).toSorted()).toEqual([
      'Glad you’re here',
      expect.stringContaining('You’re on the list at'),
      expect.stringContaining('You’re on the list at'),
    ])
    const written = emails.find(({ to_address }) => to_address === 'ben@example.com')
    expect(written?.html).toContain('<a href="https://photos.example.com/gallery"')
    expect(written?.headers).toContain('List-Unsubscribe-Post')
    expect(written?.html).toContain('/newsletter/unsubscribe/')
  })

  it('aren’t saved or shown with a field that nothing fills in', async () => {
    const deps = await setup()
    const errors = {
      subject:
        '{name} isn’t a field, so readers would see it like that. Use {first name}, or remove the braces.',
    }
    const refused = { ok: false, reason: 'refused', errors }
    const form = sent({ subject: 'For {name}, {first name}' })
    expect(await addStep(deps, form)).toEqual(refused)
    expect(await saveStep(deps, WELCOME, { sent: form, version: 0 })).toEqual(refused)
    expect(await previewStep(deps, WELCOME, form)).toEqual(refused)
    expect((await listSequence(deps)).steps).toEqual([])
  })

  it('wait with a reason if an unknown field was saved before, and go out once it’s fixed', async () => {
    const deps = await setup()
    const added = await addStep(deps, sent())
    const id = added.ok ? added.id : ''
    const welcome = { subject: 'Glad you’re here', text: 'Hello.' }
    await saveStep(deps, WELCOME, { sent: welcome, version: 0 })
    await deps.db.updateTable('newsletter_steps').set({ text: 'Hello {name}.' }).execute()
    await deps.join('ann@example.com')
    deps.clock.advance(3 * DAY)
    await sendSequence(deps)
    expect(await deps.emails()).toEqual([])
    const problem = expect.stringContaining('{name} isn’t a field')
    expect(await listSequence(deps)).toMatchObject({ welcomeProblem: problem, steps: [{ problem, sent: 0 }] })
    expect(await readStep(deps, id)).toMatchObject({ problem })
    expect((await queuedMail(deps.db)).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('You’re on the list at'),
    ])
    expect(await saveStep(deps, id, { sent: sent(), version: 1 })).toEqual({ ok: true })
    await sendSequence(deps)
    expect(await deps.emails()).toEqual(['ann@example.com'])
  })

  it('are shown before they are saved, with what subscribers get besides the text', async () => {
    const deps = await setup()
    const preview = (id: string, form?: Record<string, string>) => previewStep(deps, id, form)
    expect(await preview(WELCOME)).toMatchObject({
      html: expect.stringContaining('Thank you for subscribing'),
    })
    expect(await preview('new', sent())).toMatchObject({ html: expect.stringContaining('Hello there,') })
    expect(await preview('new', sent())).toMatchObject({ html: expect.stringContaining('Unsubscribe') })
    expect(await preview('new', sent({ subject: '' }))).toMatchObject({ reason: 'refused' })
    expect(await preview('gone')).toEqual({ ok: false, reason: 'missing' })
  })

  it('go to each new subscriber once, on their day, with their name and the unsubscribe headers', async () => {
    const deps = await setup()
    await deps.join('before@example.com')
    deps.clock.advance(1)
    expect(await addStep(deps, sent())).toMatchObject({ ok: true })
    await deps.join('ann@example.com')
    await deps.db
      .updateTable('newsletter')
      .set({ name: 'Ann <b>Lee' })
      .where('email_key', '=', 'ann@example.com')
      .execute()
    deps.clock.advance(3 * DAY - 1)
    await sendSequence(deps)
    expect(await deps.emails()).toEqual([])
    deps.clock.advance(1)
    await Promise.all([sendSequence(deps), sendSequence(deps)])
    deps.clock.advance(DAY)
    await sendSequence(deps)
    expect(await deps.emails()).toEqual(['Ann <b>Lee <ann@example.com>'])
    const mail = (await queuedMail(deps.db)).find(({ kind }) => kind === 'newsletter-sequence')
    expect(mail).toMatchObject({ subject: 'How to prepare, Ann' })
    expect(mail?.html).toContain('Hello Ann,')
    expect(mail?.html).toContain('<a href="https://photos.example.com/pricing"')
    expect(mail?.html).toMatch(/&lt;b&gt;a coat&lt;\/b&gt;\.<br\/?>Dorian/)
    expect(mail?.text).toContain('.\nDorian')
    expect(mail?.headers).toContain('List-Unsubscribe-Post')
    expect((await listSequence(deps)).steps).toMatchObject([{ sent: 1, isOn: true, delayDays: 3 }])
  })

  it('go to no one who has unsubscribed, whose address is suppressed, or is unconfirmed', async () => {
    const deps = await setup()
    await addStep(deps, sent())
    for (const name of ['ann', 'ben', 'cleo', 'dora']) await deps.join(`${name}@example.com`)
    const { unsubscribe_token } = await deps.db
      .selectFrom('newsletter')
      .select('unsubscribe_token')
      .where('email_key', '=', 'ann@example.com')
      .executeTakeFirstOrThrow()
    await unsubscribe(deps, unsubscribe_token)
    await suppress(deps, { email: 'ben@example.com', reason: 'bounced', detail: '' })
    await deps.db
      .updateTable('newsletter')
      .set({ unconfirmed_since: 1 })
      .where('email_key', '=', 'cleo@example.com')
      .execute()
    deps.clock.advance(3 * DAY)
    await sendSequence(deps)
    expect(await deps.emails()).toEqual(['dora@example.com'])
  })

  it('go to no one whom the studio imported or added, until they subscribe themselves', async () => {
    const deps = await setup()
    await addStep(deps, sent())
    deps.clock.advance(1)
    const bytes = new TextEncoder().encode('ivy@example.com\njon@example.com\n')
    const started = await startImport(deps, { bytes, name: 'readers.csv' })
    const id = started.ok ? started.id : ''
    const { version = 0 } = (await readImport(deps, id, { verdict: null, after: 0 }))?.found ?? {}
    const agreed = { statement: 'Signed up at a fair.', agreed: 'yes' }
    expect(await applyImport(deps, { id, version }, agreed)).toEqual({ ok: true })
    await addImported(deps, id)
    await addSubscriber(deps, { email: 'kim@example.com', name: '', source: 'Asked by phone' })
    expect(await countRecipientsOf(deps, EVERYONE)).toBe(3)
    deps.clock.advance(DAY)
    await leave(deps, 'jon@example.com')
    await deps.join('jon@example.com')
    deps.clock.advance(3 * DAY)
    await sendSequence(deps)
    expect(await deps.emails()).toEqual(['jon@example.com'])
  })

  it('go neither while they are off nor more than a week late', async () => {
    const deps = await setup()
    const added = await addStep(deps, sent({ isOn: '' }))
    await deps.join('ann@example.com')
    deps.clock.advance(4 * DAY)
    await sendSequence(deps)
    expect(await deps.emails()).toEqual([])
    await deps.join('ben@example.com')
    deps.clock.advance(10 * DAY - 1)
    expect(await saveStep(deps, added.ok ? added.id : '', { sent: sent(), version: 1 })).toEqual({ ok: true })
    await sendSequence(deps)
    expect(await deps.emails()).toEqual(['ben@example.com'])
  })

  it('refuses incomplete ones, and changes of an older version', async () => {
    const deps = await setup()
    for (const wrong of [
      { subject: ' ' },
      { text: '' },
      { delayDays: '0' },
      { delayDays: 'x' },
      { text: 'x'.repeat(10_001) },
    ])
      expect(await addStep(deps, sent(wrong))).toMatchObject({ ok: false, reason: 'refused' })
    const added = await addStep(deps, sent())
    const id = added.ok ? added.id : ''
    expect(await saveStep(deps, id, { sent: sent(), version: 2 })).toMatchObject({ reason: 'changed-since' })
    for (const other of [2, Number.NaN, 2 ** 53])
      expect(await removeStep(deps, id, other)).toMatchObject({ reason: 'changed-since' })
    expect(await saveStep(deps, 'none', { sent: sent(), version: 1 })).toMatchObject({ reason: 'missing' })
    expect(await testStep(deps, id, 'owner@example.com')).toBe(true)
    expect(await queuedMail(deps.db)).toMatchObject([
      { kind: 'newsletter-test', subject: '[Test] How to prepare, there' },
    ])
    const [test] = await deps.db.selectFrom('outbox').selectAll().execute()
    expect(JSON.stringify(test)).not.toMatch(/unsubscribe\/|List-Unsubscribe/)
  })
})
