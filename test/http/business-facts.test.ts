import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Site, startSite } from '../support/site'

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site?.stop())

const pageAt = async (path: string) => (await fetch(site.url + path)).text()

function changeStudio(change: Record<string, string>): void {
  const database = new DatabaseSync(join(site.dataDir, 'studio.sqlite'))
  const row = database.prepare("select value from settings where key = 'studio'").get()
  const value = JSON.stringify({ ...JSON.parse(String(row?.value)), ...change })
  database.prepare("update settings set value = ? where key = 'studio'").run(value)
  database.close()
}

describe('D3: the business facts', () => {
  it('are the studio’s settings, wherever a page shows them', async () => {
    expect(await pageAt('/')).toContain('(973) 555-0142')
    changeStudio({ name: 'Lantern & Loom', phone: '(862) 555-0199', email: 'studio@example.org' })
    await expect.poll(() => pageAt('/')).toContain('(862) 555-0199')
    for (const path of ['/', '/contact', '/terms', '/services', '/404']) {
      const html = await pageAt(path)
      expect(html).toContain('(862) 555-0199')
      expect(html).toContain('studio@example.org')
      expect(html).toContain('Lantern &amp; Loom')
      expect(html).not.toContain('(973) 555-0142')
    }
    expect(await pageAt('/manifest.webmanifest')).toContain('Lantern & Loom')
  })
})
