import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'

const root = resolve(import.meta.dirname, '..')

interface Bom {
  bomFormat: string
  metadata: { component: { name: string } }
  components: { name: string; version: string; hashes?: { alg: string; content: string }[] }[]
}

it('the bill of materials names every package of the lockfile with its checksum', () => {
  const folder = mkdtempSync(join(tmpdir(), 'studio-sbom-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'sbom.json')
  const made = spawnSync(process.execPath, [join(root, 'scripts/sbom.mjs'), file], { encoding: 'utf8' })
  expect([made.status, made.stderr]).toEqual([0, ''])
  const bom: Bom = JSON.parse(readFileSync(file, 'utf8'))
  expect([bom.bomFormat, bom.metadata.component.name]).toEqual(['CycloneDX', 'de-photography'])

  const lock: { packages: Record<string, { name?: string; version: string; integrity: string }> } =
    JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const locked = Object.entries(lock.packages)
    .filter(([place]) => place !== '')
    .map(([place, { name, version, integrity }]) => {
      const hash = Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex')
      return `${name ?? place.split('node_modules/').at(-1)}@${version} ${hash}`
    })
  const listed = bom.components.map(
    ({ name, version, hashes }) => `${name}@${version} ${hashes?.[0]?.content}`,
  )
  expect(listed.length).toBeGreaterThan(100)
  expect(new Set(listed)).toEqual(new Set(locked))
})
