import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '..')

it('checks every package that is installed against a checksum', () => {
  const lock: { packages: Record<string, { integrity?: string; resolved?: string; link?: boolean }> } =
    JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const packages = Object.entries(lock.packages).filter(([place, { link }]) => place && !link)
  expect(packages.length).toBeGreaterThan(100)
  expect(
    packages.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([place]) => place),
  ).toEqual([])
  expect(packages.filter(([, { resolved }]) => resolved).map(([place]) => place)).toEqual([])
})
