import { describe, expect, test } from 'vitest'
import { readActor } from '~/platform/auth/session.server'
import type { Db } from '~/platform/db/database.server'
import { accountDeps, enter, FROM, mailedToken, makeUser, PASSWORD } from '../../../test/support/accounts'
import { describeOnBothEngines } from '../../../test/support/database'
import { queuedMail } from '../../../test/support/outbox'
import { slowSteps } from '../../../test/support/query-plan'
import { deleteMyAccount } from './profile.server'
import { isTeamRole } from './team'
import {
  changeRole,
  inviteAgain,
  inviteToTeam,
  issueOwnerLink,
  ownerLinkOfFirstStart,
  readOwnerLink,
  readTeam,
  redeemOwnerLink,
  withdrawLink,
} from './team.server'
import { openLinksQuery, teamQuery } from './team-store.server'

const zone = 'America/New_York'

async function withOwner(db: Db) {
  const deps = await accountDeps(db)
  const owner = await makeUser(db, { name: 'Dorian Ellis', role: 'owner' })
  return { owner, deps, my: { ...deps, author: { uid: owner.id, name: owner.name } } }
}

const roleOf = async (db: Db, id: string) =>
  (await db.selectFrom('users').select('role').where('id', '=', id).executeTakeFirst())?.role

const audited = async (db: Db) =>
  (
    await db
      .selectFrom('audit')
      .select(['action', 'subject'])
      .where('kind', '=', 'change')
      .orderBy('id')
      .execute()
  ).map(({ action, subject }) => `${action}: ${subject}`)

describeOnBothEngines('the team', (open) => {
  test('D5: grows by a mailed link, which is hashed and works once', async () => {
    const { db } = await open()
    const { my, deps } = await withOwner(db)
    expect(await inviteToTeam(my, { email: ' Ann@Example.com', role: 'assistant' })).toEqual({
      ok: true,
      email: 'ann@example.com',
    })
    const token = await mailedToken(db, 'account-invitation')
    expect(JSON.stringify(await db.selectFrom('owner_links').selectAll().execute())).not.toContain(token)
    expect((await readTeam(my, { zone })).links).toMatchObject([
      { email: 'ann@example.com', role: 'assistant', invitedBy: 'Dorian Ellis', isOver: false },
    ])
    const given = { token, name: 'Ann Lee', email: 'other@example.com', password: PASSWORD, ...FROM }
    const answers = await Promise.all([redeemOwnerLink(deps, given), redeemOwnerLink(deps, given)])
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    const { people, links } = await readTeam(my, { zone })
    expect(people.map(({ email, role }) => [email, role])).toEqual([
      [expect.anything(), 'owner'],
      ['ann@example.com', 'assistant'],
    ])
    expect(links).toEqual([])
    expect(await audited(db)).toEqual([
      'invited: ann@example.com, as assistant',
      'joined: The Studio, as assistant',
    ])
  })

  test('sends an invitation again with a new link, and the previous one stops working', async () => {
    const { db } = await open()
    const { my, deps } = await withOwner(db)
    await inviteToTeam(my, { email: 'ann@example.com', role: 'owner' })
    const first = await mailedToken(db, 'account-invitation')
    const [invitation] = (await readTeam(my, { zone })).links
    expect(await inviteAgain(my, invitation?.id ?? '')).toMatchObject({ ok: true })
    const second = await mailedToken(db, 'account-invitation')
    expect(second).not.toBe(first)
    expect(await readOwnerLink(deps, first)).toBeUndefined()
    expect(await readOwnerLink(deps, second)).toEqual({ role: 'owner', email: 'ann@example.com' })
    expect((await readTeam(my, { zone })).links).toHaveLength(1)
    expect(await inviteAgain(my, 'no-such-id')).toEqual({ ok: false, reason: 'gone' })
  })

  test('withdraws an invitation once, and lets one run out after three days', async () => {
    const { db } = await open()
    const { my, deps } = await withOwner(db)
    await inviteToTeam(my, { email: 'ann@example.com', role: 'owner' })
    const token = await mailedToken(db, 'account-invitation')
    const [invitation] = (await readTeam(my, { zone })).links
    expect(await withdrawLink(my, invitation?.id ?? '')).toEqual({ ok: true })
    expect(await withdrawLink(my, invitation?.id ?? '')).toEqual({ ok: false, reason: 'gone' })
    const given = { token, name: 'Ann Lee', email: '', password: PASSWORD, ...FROM }
    expect(await redeemOwnerLink(deps, given)).toEqual({ ok: false, reason: 'gone' })
    await inviteToTeam(my, { email: 'ann@example.com', role: 'owner' })
    deps.clock.advance(3 * 86_400_000)
    expect((await readTeam(my, { zone })).links).toMatchObject([{ isOver: true }])
    expect(await readOwnerLink(deps, await mailedToken(db, 'account-invitation'))).toBeUndefined()
  })

  test('refuses an invalid address or role, or a team member, and sends no email', async () => {
    const { db } = await open()
    const { my, owner } = await withOwner(db)
    for (const [email, role] of [
      ['ann@', 'owner'],
      ['ann@example.com\r\nBcc: eve@example.com', 'assistant'],
      ['ann@example.com', 'client'],
      ['ann@example.com', 'admin'],
    ] as const)
      expect(await inviteToTeam(my, { email, role })).toMatchObject({ ok: false, reason: 'refused' })
    expect(await inviteToTeam(my, { email: owner.email, role: 'assistant' })).toMatchObject({
      reason: 'in-team',
    })
    expect(await queuedMail(db)).toEqual([])
  })

  test('sends four invitations an hour to one address, and not more', async () => {
    const { db } = await open()
    const { my } = await withOwner(db)
    const invite = () => inviteToTeam(my, { email: 'ann@example.com', role: 'assistant' })
    for (let n = 0; n < 4; n += 1) expect(await invite()).toMatchObject({ ok: true })
    expect(await invite()).toMatchObject({ ok: false, reason: 'too-many' })
  })

  test('an invitation keeps the second factor of an account, and never lowers an owner', async () => {
    const { db } = await open()
    const { my, deps } = await withOwner(db)
    const { actor } = await enter(deps, { email: 'ann@example.com', role: 'client' })
    await inviteToTeam(my, { email: 'ann@example.com', role: 'assistant' })
    const token = await mailedToken(db, 'account-invitation')
    await db
      .updateTable('users')
      .set({ two_factor_enabled: 1, role: 'owner' })
      .where('id', '=', actor.uid)
      .execute()
    await db
      .insertInto('two_factors')
      .values({
        ...{ id: 't', user_id: actor.uid, secret: 's', backup_codes: '[]', verified: 1 },
        ...{ failed_verification_count: 0, locked_until: null },
      })
      .execute()
    const given = { token, name: 'Ann Lee', email: '', password: PASSWORD, ...FROM }
    expect(await redeemOwnerLink(deps, given)).toMatchObject({ ok: false, reason: 'two-factor' })
    expect(await roleOf(db, actor.uid)).toBe('owner')
    expect(await db.selectFrom('two_factors').select('id').execute()).toHaveLength(1)
    expect(await db.selectFrom('sessions').select('id').where('user_id', '=', actor.uid).execute()).toEqual(
      [],
    )
  })

  test('ends a person’s access: a client, signed out everywhere at once', async () => {
    const { db } = await open()
    const { my, deps } = await withOwner(db)
    const { actor, request } = await enter(deps, {
      name: 'Ann Lee',
      email: 'ann@example.com',
      role: 'assistant',
    })
    expect((await readTeam(my, { zone })).people.at(-1)?.seen).not.toBeNull()
    const change = { user: actor.uid, was: 'assistant', to: 'client' } as const
    expect(await changeRole(my, change)).toEqual({ ok: true, name: 'Ann Lee' })
    expect(await readActor(deps, request)).toEqual({ kind: 'visitor' })
    expect(await roleOf(db, actor.uid)).toBe('client')
    expect(await changeRole(my, change)).toEqual({ ok: false, reason: 'gone' })
    expect(await audited(db)).toEqual(['access-ended: Ann Lee, ann@example.com'])
  })

  test('refuses the later of two simultaneous role changes', async () => {
    const { db } = await open()
    const { my, deps } = await withOwner(db)
    const { actor } = await enter(deps, { role: 'assistant' })
    const change = { user: actor.uid, was: 'assistant', to: 'owner' } as const
    expect(await changeRole(my, change)).toMatchObject({ ok: true })
    expect(await changeRole(my, { ...change, to: 'client' } as never)).toEqual({
      ok: false,
      reason: 'changed-since',
    })
  })

  test('the last owner stays, by whatever way', async () => {
    const { db } = await open()
    const { my, owner } = await withOwner(db)
    for (const to of ['client', 'assistant'] as const)
      expect(await changeRole(my, { user: owner.id, was: 'owner', to })).toEqual({
        ok: false,
        reason: 'last-owner',
      })
    expect(await roleOf(db, owner.id)).toBe('owner')
  })

  test.each([2, 3])('of %d owners who demote one another at the same time, one stays', async (count) => {
    const { db } = await open()
    const deps = await accountDeps(db)
    const owners = await Promise.all(Array.from({ length: count }, () => makeUser(db, { role: 'owner' })))
    await Promise.all(
      owners.flatMap((author) =>
        owners.map((target) =>
          changeRole(
            { ...deps, author: { uid: author.id, name: author.name } },
            { user: target.id, was: 'owner', to: 'client' },
          ),
        ),
      ),
    )
    expect(await db.selectFrom('users').select('id').where('role', '=', 'owner').execute()).toHaveLength(1)
  })

  test.each(['demoted', 'left'] as const)(
    'an invitation ends with its inviter’s rights, and stays ended: %s',
    async (how) => {
      const { db } = await open()
      const { my, owner, deps } = await withOwner(db)
      const second = await enter(deps, { role: 'owner', name: 'Second Owner' })
      const author = { uid: second.actor.uid, name: second.actor.name }
      await inviteToTeam({ ...deps, author }, { email: 'ann@example.com', role: 'owner' })
      const token = await mailedToken(db, 'account-invitation')
      await inviteToTeam(my, { email: 'bo@example.com', role: 'assistant' })
      const kept = await mailedToken(db, 'account-invitation')
      const leave =
        how === 'left'
          ? await deleteMyAccount(second.my, { password: PASSWORD })
          : await changeRole(my, { user: author.uid, was: 'owner', to: 'assistant' })
      expect(leave).toMatchObject({ ok: true })
      if (how === 'demoted') await changeRole(my, { user: author.uid, was: 'assistant', to: 'owner' })
      const given = { token, name: 'Ann Lee', email: '', password: PASSWORD, ...FROM }
      expect(await redeemOwnerLink(deps, given)).toEqual({ ok: false, reason: 'gone' })
      expect(await readOwnerLink(deps, kept)).toMatchObject({ email: 'bo@example.com' })
      expect((await readTeam(my, { zone })).links).toMatchObject([
        { email: 'bo@example.com', invitedBy: owner.name },
      ])
      expect(await audited(db)).toContain('invitation-withdrawn: ann@example.com, as owner')
    },
  )

  test('shows every way in that is open, printed ones too, and each can be withdrawn', async () => {
    const { db } = await open()
    const deps = await accountDeps(db)
    const printed = [await ownerLinkOfFirstStart(deps), await ownerLinkOfFirstStart(deps)]
    const { my } = await withOwner(db)
    const command = await issueOwnerLink(deps, { email: 'lost@example.com', role: 'owner' })
    await inviteToTeam(my, { email: 'ann@example.com', role: 'assistant' })
    const shown = (await readTeam(my, { zone })).links
    expect(shown.map(({ email, role, invitedBy }) => [email, role, invitedBy])).toEqual([
      ['ann@example.com', 'assistant', 'Dorian Ellis'],
      ['lost@example.com', 'owner', null],
      [null, 'owner', null],
      [null, 'owner', null],
    ])
    // Only invitations can be sent again.
    expect(await inviteAgain(my, shown[1]?.id ?? '')).toEqual({ ok: false, reason: 'gone' })
    for (const { id } of shown) expect(await withdrawLink(my, id)).toEqual({ ok: true })
    expect((await readTeam(my, { zone })).links).toEqual([])
    for (const url of [...printed, command])
      expect(await readOwnerLink(deps, url?.split('/').at(-1) ?? '')).toBeUndefined()
    expect((await audited(db)).filter((line) => line.startsWith('invitation-withdrawn'))).toHaveLength(4)
  })

  test('its lists walk an index', async () => {
    const { db, engine } = await open()
    expect(await slowSteps(db, engine, teamQuery(db))).toEqual([])
    expect(await slowSteps(db, engine, openLinksQuery(db))).toEqual([])
  })
})

describe('a role', () => {
  test('is one of two', () => {
    expect(['owner', 'assistant', 'client', 'constructor', ''].filter(isTeamRole)).toEqual([
      'owner',
      'assistant',
    ])
  })
})
