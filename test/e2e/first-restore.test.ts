import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { PASSWORD } from '../support/accounts'
import { complaintsOfAxe, freshPage, openBrowser, visit } from '../support/browser'
import { post, rows } from '../support/forms'
import { runProgram } from '../support/program'
import { type Site, startSite } from '../support/site'

const OWNER = 'owner@example.com'

const ownerLink = (site: Site) => /\/owner\/[\w-]{32}/.exec(site.output())?.[0] ?? 'no link was printed'

/** A backup of a site with an owner, and its passphrase. */
async function madeBackup() {
  const folder = await mkdtemp(join(tmpdir(), 'backups-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const site = await startSite()
  const owner = { name: 'Ann Lee', email: OWNER, password: PASSWORD }
  expect((await post(site, ownerLink(site), owner)).status).toBe(303)
  const env = { DATA_DIR: site.dataDir, BACKUP_DIR: folder }
  expect((await runProgram(['backup', 'create'], env)).code).toBe(0)
  const { out } = await runProgram(['backup', 'passphrase'], env)
  await site.stop()
  return { folder, passphrase: /passphrase: (\S+)/.exec(out)?.[1] ?? '' }
}

it.each([true, false])(
  'a new site is restored from a backup by the owner’s link, with script: %s',
  async (javaScriptEnabled) => {
    const { folder, passphrase } = await madeBackup()
    const site = await startSite({ env: { BACKUP_DIR: folder } })
    onTestFinished(async () => void (await site.stop()))
    const link = ownerLink(site)
    const stranger = await fetch(`${site.url}/owner/${'x'.repeat(32)}/restore`)
    expect(stranger.status).toBe(410)
    expect(await stranger.text()).not.toContain(folder)

    const page = await freshPage(await openBrowser(), { javaScriptEnabled })
    await visit(page, site.url + link)
    await page.getByRole('link', { name: 'Restore from a backup' }).click()
    await page.getByRole('heading', { name: 'Restore from a backup.' }).waitFor()
    if (javaScriptEnabled) expect(await complaintsOfAxe(page)).toEqual([])
    await page.getByLabel('Recovery passphrase').fill('abcd-efgh')
    await page.getByRole('button', { name: 'Restore backup' }).click()
    await page.getByText('This isn’t the recovery passphrase of these backups.').first().waitFor()
    expect(rows(site, 'select count(*) as n from users')).toEqual([{ n: 1 }])

    await page.getByLabel('Recovery passphrase').fill(passphrase.toUpperCase().replaceAll('-', ' '))
    await page.getByRole('button', { name: 'Restore backup' }).click()
    const isBack = page.getByRole('heading', { name: 'Your site is back.' })
    if (javaScriptEnabled) await isBack.waitFor({ timeout: 60_000 })
    else
      await expect
        .poll(async () => ((await page.reload()) ? await isBack.count() : 0), {
          interval: 300,
          timeout: 60_000,
        })
        .toBe(1)
    await expect.poll(() => site.output().match(/The site is open at/g)?.length, { timeout: 60_000 }).toBe(2)
    expect((await fetch(`${site.url}${link}`)).status).toBe(410)

    await page.getByRole('link', { name: 'Sign in' }).last().click()
    const form = page.getByRole('form', { name: 'Sign in' })
    await form.getByLabel('Email').fill(OWNER)
    await form.getByLabel('Password').fill(PASSWORD)
    await form.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL(/\/studio/)
  },
)
