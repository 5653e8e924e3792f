import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailTo, post, rows } from '../support/forms'
import { type Site, startSite } from '../support/site'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site?.stop())

const ask = async (email: string, headers: Record<string, string> = {}) => {
  const answer = await post(site, '/terms', { intent: 'do-not-sell', email }, headers)
  return { status: answer.status, page: await answer.text() }
}

describe('R7, D1: do not sell or share', () => {
  it('is a section of the terms and needs no account', async () => {
    const page = await (await fetch(`${site.url}/terms`)).text()
    expect(page).toContain('id="do-not-sell"')
    expect(page).toContain('Do Not Sell or Share My Personal Information')
    expect(page).toContain('name="intent" value="do-not-sell"')
    expect(page).not.toContain('Your browser sends the Global Privacy Control signal')
  })

  it('R30: records the request, says when it will be completed, and confirms it by email', async () => {
    const { status, page } = await ask('Renee@example.com')
    expect(status).toBe(200)
    const [row] = rows(site, 'select * from do_not_sell_requests')
    expect(row).toMatchObject({ email: 'Renee@example.com', gpc: 0 })
    const [year] = String(row?.due_date).split('-')
    expect(page).toMatch(new RegExp(`role="status".*complete it by \\w+, \\w+ \\d+, ${year}`, 's'))
    const [confirmation] = await mailTo(site, 'Renee@example.com')
    expect(confirmation?.text).toContain('15')
  })

  it('R30: counts a person once', async () => {
    expect((await ask('RENEE@example.com')).status).toBe(200)
    expect(rows(site, 'select 1 from do_not_sell_requests')).toHaveLength(1)
  })

  it('accepts any address, also one that the newsletter would refuse', async () => {
    expect((await ask('renee@studio.photography')).status).toBe(200)
  })

  it('refuses an invalid address, with the form and what was typed', async () => {
    const { status, page } = await ask('renee(at)example.com')
    expect(status).toBe(422)
    expect(page).toContain('Enter a full email address, like you@example.com.')
    expect(page).toContain('value="renee(at)example.com"')
  })

  it('honors Global Privacy Control, and shows its note to no one else', async () => {
    const note = 'Your browser sends the Global Privacy Control signal'
    const read = async (headers: Record<string, string>) =>
      (await fetch(`${site.url}/terms`, { headers })).text()
    expect(await read({ 'Sec-GPC': '1' })).toContain(note)
    expect(await read({})).not.toContain(note)
    await ask('gpc@example.com', { 'Sec-GPC': '1' })
    expect(rows(site, 'select gpc from do_not_sell_requests where email = ?', 'gpc@example.com')).toEqual([
      { gpc: 1 },
    ])
  })
})
