import { beforeEach, expect, test } from 'vitest'
import { type Actor, type Role, VISITOR } from '~/platform/auth/actor'
import { setCookie } from '~/platform/http/capability-cookie'
import { newId } from '~/platform/ids.server'
import { describeOnBothEngines, type FreshDatabase } from '../../../../test/support/database'
import { makeGallery, makeShare } from '../../../../test/support/factories'
import { fillDisk } from '../../../../test/support/full-disk'
import { PIN_TRIES, pinCookie, pinWait, shareCookie } from './model'
import {
  enterByLink,
  givePin,
  noteVisit,
  type OpenedGallery,
  openGallery,
  sealPin,
  shareTokenOf,
} from './operations.server'

const NOW = Date.parse('2026-06-12T12:00:00Z')
const config = { secret: 'a secret of this test', siteUrl: 'https://studio.example' }
const person = (role: Role, email = 'ann@example.com'): Actor => ({
  kind: 'person',
  uid: role,
  role,
  name: 'Ann',
  email,
  emailVerified: true,
  twoFactor: false,
  sessionId: 's',
  passkey: false,
  twoSteps: false,
  secondStep: 'met',
  provedAt: 0,
})

describeOnBothEngines('a client gallery', (open) => {
  let fresh: FreshDatabase
  let now: number
  const clock = { now: () => now }
  beforeEach(async () => {
    fresh = await open()
    now = NOW
  })

  const deps = () => ({ db: fresh.db, clock, config })
  const ask = (galleryId: string, { actor = VISITOR as Actor, cookies = [] as string[] } = {}) =>
    openGallery(
      { ...deps(), actor },
      new Request('https://studio.example/', {
        headers: { Cookie: cookies.map((cookie) => cookie.split(';')[0]).join('; ') },
      }),
      galleryId,
    )
  const said = (opened: OpenedGallery) => (opened.ok ? 'open' : opened.reason)
  const link = async (share: { id: string; gallery_id: string; token_version: number }) =>
    setCookie(
      config.siteUrl,
      shareCookie(share.gallery_id),
      shareTokenOf({ config }, { id: share.id, tokenVersion: share.token_version }),
    )

  test('R23: opens to the studio alone in every state, and the studio is no client in it', async () => {
    const pin = sealPin({ config }, '123456')
    for (const state of [
      {},
      { published_at: null },
      { archived_at: 1 },
      { expired_at: 1 },
      { pin, pin_version: 1 },
    ]) {
      const { id } = await makeGallery(fresh.db, { kind: 'client', sizes: '["web"]', ...state })
      for (const role of ['owner', 'assistant'] as const)
        expect(await ask(id, { actor: person(role) })).toMatchObject({
          ok: true,
          access: { share: null, canFavorite: false, sizes: ['web', 'print', 'original'] },
        })
      expect(said(await ask(id, { actor: person('client') }))).toBe('none')
      expect(said(await ask(id))).toBe('signed-out')
    }
    const portfolio = await makeGallery(fresh.db, { kind: 'portfolio' })
    expect(said(await ask(portfolio.id, { actor: person('owner') }))).toBe('none')
  })

  test('opens by its link, by the account of the address it is shared with, and to the studio', async () => {
    const gallery = await makeGallery(fresh.db, { kind: 'client', sizes: '["web","original"]' })
    const share = await makeShare(fresh.db, {
      gallery_id: gallery.id,
      email: 'Ann@example.com',
      sizes: '["web","print"]',
    })
    const cookies = [await link(share)]
    expect(await ask(gallery.id, { cookies })).toMatchObject({
      ok: true,
      access: { share: { id: share.id }, sizes: ['web'], canFavorite: true },
    })
    expect(said(await ask(gallery.id, { actor: person('client') }))).toBe('open')
    expect(await ask(gallery.id, { actor: person('assistant') })).toMatchObject({
      ok: true,
      access: { share: null, sizes: ['web', 'print', 'original'] },
    })
    expect(said(await ask(gallery.id))).toBe('signed-out')
    expect(said(await ask(gallery.id, { actor: person('client', 'eve@example.com') }))).toBe('none')
    const unproven = { ...person('client'), emailVerified: false } as Actor
    expect(said(await ask(gallery.id, { actor: unproven }))).toBe('none')
    const over = await makeShare(fresh.db, { gallery_id: gallery.id, expires_at: now })
    const old = [await link(over)]
    expect(said(await ask(gallery.id, { cookies: old }))).toBe('over')
    expect(said(await ask(gallery.id, { cookies: old, actor: person('client') }))).toBe('open')
    expect(said(await ask(newId()))).toBe('signed-out')
    expect(said(await ask('../etc'))).toBe('signed-out')
  })

  test('is not opened by the link of another, nor by a public gallery’s id', async () => {
    const [one, other] = [
      await makeGallery(fresh.db, { kind: 'client' }),
      await makeGallery(fresh.db, { kind: 'client' }),
    ]
    const share = await makeShare(fresh.db, { gallery_id: one.id })
    const token = shareTokenOf({ config }, { id: share.id, tokenVersion: share.token_version })
    const planted = setCookie(config.siteUrl, shareCookie(other.id), token)
    expect(said(await ask(other.id, { cookies: [await link(share), planted] }))).toBe('signed-out')
    const open = await makeGallery(fresh.db, { kind: 'public' })
    expect(said(await ask(open.id, { actor: person('owner') }))).toBe('none')
  })

  test('closes with its link revoked or renewed, with the share’s end, and when it is a draft or over', async () => {
    const gallery = await makeGallery(fresh.db, { kind: 'client' })
    const share = await makeShare(fresh.db, { gallery_id: gallery.id })
    const cookies = [await link(share)]
    const token = shareTokenOf({ config }, { id: share.id, tokenVersion: share.token_version })
    const setShare = (set: object) =>
      fresh.db.updateTable('gallery_shares').set(set).where('id', '=', share.id).execute()
    const setGallery = (set: object) =>
      fresh.db.updateTable('galleries').set(set).where('id', '=', gallery.id).execute()
    expect(await enterByLink(deps(), token)).toEqual({ galleryId: gallery.id })

    await setShare({ revoked_at: now })
    expect([said(await ask(gallery.id, { cookies })), await enterByLink(deps(), token)]).toEqual([
      'signed-out',
      undefined,
    ])
    await setShare({ revoked_at: null, token_version: share.token_version + 1 })
    expect([said(await ask(gallery.id, { cookies })), await enterByLink(deps(), token)]).toEqual([
      'signed-out',
      undefined,
    ])
    await setShare({ token_version: share.token_version, expires_at: now + 1 })
    expect(said(await ask(gallery.id, { cookies }))).toBe('open')
    now += 1
    expect(said(await ask(gallery.id, { cookies }))).toBe('over')
    await setShare({ expires_at: null })
    for (const [set, outcome] of [
      [{ expired_at: now }, 'over'],
      [{ expired_at: null, archived_at: now }, 'over'],
      [{ archived_at: null, published_at: null }, 'signed-out'],
      [{ published_at: now }, 'open'],
    ] as const) {
      await setGallery(set)
      expect([set, said(await ask(gallery.id, { cookies }))]).toEqual([set, outcome])
    }
  })

  test('opens on a full disk, without recording the visit', async () => {
    const gallery = await makeGallery(fresh.db, { kind: 'client' })
    const share = await makeShare(fresh.db, { gallery_id: gallery.id })
    const token = shareTokenOf({ config }, { id: share.id, tokenVersion: share.token_version })
    await fillDisk(fresh, 'gallery_shares')
    expect(await enterByLink(deps(), token)).toEqual({ galleryId: gallery.id })
    const opened = await ask(gallery.id, { cookies: [await link(share)] })
    if (!opened.ok || !opened.access.share) throw new Error('It is closed.')
    await noteVisit(deps(), opened.access.share)
  })

  test('requires its own PIN, and requires it again after it changes', async () => {
    const pin = sealPin({ config }, '012345')
    const gallery = await makeGallery(fresh.db, { kind: 'client', pin, pin_version: 3 })
    const twin = await makeGallery(fresh.db, { kind: 'client', pin, pin_version: 3 })
    const share = await makeShare(fresh.db, { gallery_id: gallery.id })
    const twins = await makeShare(fresh.db, { gallery_id: twin.id })
    const cookies = [await link(share), await link(twins)]
    const asked = await ask(gallery.id, { cookies })
    if (asked.ok || asked.reason !== 'needs-pin') throw new Error('No PIN is asked for.')
    const given = await givePin(deps(), asked, ' 012 345')
    if (!given.ok) throw new Error('The PIN is refused.')

    cookies.push(setCookie(config.siteUrl, pinCookie(gallery.id), given.cookie))
    cookies.push(setCookie(config.siteUrl, pinCookie(twin.id), given.cookie))
    expect(said(await ask(gallery.id, { cookies }))).toBe('open')
    expect(said(await ask(twin.id, { cookies }))).toBe('needs-pin')
    await fresh.db.updateTable('galleries').set({ pin_version: 4 }).where('id', '=', gallery.id).execute()
    expect(said(await ask(gallery.id, { cookies }))).toBe('needs-pin')
  })

  test('allows eight wrong PINs, even simultaneous ones, then delays each further one longer', async () => {
    const gallery = await makeGallery(fresh.db, { kind: 'client', pin: sealPin({ config }, '111111') })
    const share = await makeShare(fresh.db, { gallery_id: gallery.id })
    const asked = await ask(gallery.id, { cookies: [await link(share)] })
    if (asked.ok || asked.reason !== 'needs-pin') throw new Error('No PIN is asked for.')
    const guess = (pin: string) => givePin(deps(), asked, pin)
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => guess(`00000${n}`)))
    const reasons = answers.map((answer) => (answer.ok ? 'ok' : answer.reason))
    expect(reasons.filter((reason) => reason === 'wrong-pin')).toHaveLength(PIN_TRIES - 1)
    expect(reasons.filter((reason) => reason === 'too-many')).toHaveLength(20 - PIN_TRIES + 1)

    expect(await guess('111111')).toEqual({ ok: false, reason: 'too-many', retryAt: now + 60_000 })
    now += 60_000
    expect(await guess('222222')).toEqual({ ok: false, reason: 'too-many', retryAt: now + 120_000 })
    now += 120_000
    expect(await guess('111111')).toMatchObject({ ok: true })
    expect(await guess('222222')).toEqual({ ok: false, reason: 'wrong-pin' })
    expect(pinWait(10_000)).toBe(86_400_000)
  })
})
