import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makePrivate } from './private-folder.server'

let root: string
let folder: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'private-test-'))
  folder = join(root, 'data')
  for (const [path, text] of Object.entries({
    'studio.sqlite': 'rows',
    'photos/originals/ab/a.jpg': 'photo',
    'photos/renditions/cd/c/480.jpg': 'rendition',
    'mail/1.eml': 'email',
  })) {
    await mkdir(join(folder, path, '..'), { recursive: true, mode: 0o755 })
    await writeFile(join(folder, path), text, { mode: 0o644 })
  }
})
afterEach(() => rm(root, { recursive: true, force: true }))

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)

async function modes(): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const found: Record<string, string> = { '': await modeOf(folder) }
  for (const { parentPath, name } of entries) {
    const path = join(parentPath, name)
    found[path.slice(folder.length + 1)] = await modeOf(path)
  }
  return found
}

const openToOthers = async () =>
  Object.entries(await modes()).filter(([, mode]) => !['600', '700'].includes(mode))

test('makes an open folder private, with everything in it', async () => {
  await chmod(folder, 0o777)
  expect(makePrivate(folder).warning).toBeUndefined()
  expect(await openToOthers()).toEqual([])
  expect(await modes()).toMatchObject({ '': '700', 'studio.sqlite': '600', 'photos/originals/ab': '700' })
  expect(await readFile(join(folder, 'photos/originals/ab/a.jpg'), 'utf8')).toBe('photo')
  expect(makePrivate(folder)).toEqual({ changed: 0, warning: undefined })
})

test('closes files that an earlier version left open in a private folder', async () => {
  await chmod(folder, 0o700)
  await chmod(join(folder, 'mail'), 0o700)
  makePrivate(folder)
  expect(await openToOthers()).toEqual([])
})

test('an interrupted run doesn’t mark anything as done', async () => {
  makePrivate(folder)
  for (const path of ['photos', 'photos/originals', 'photos/originals/ab', 'photos/originals/ab/a.jpg'])
    await chmod(join(folder, path), path.endsWith('.jpg') ? 0o644 : 0o755)
  expect(makePrivate(folder).changed).toBe(4)
  expect(await openToOthers()).toEqual([])
})

test('covers photos on another disk, and follows no other links', async () => {
  await mkdir(join(root, 'disk'))
  await writeFile(join(root, 'disk/b.jpg'), 'photo', { mode: 0o644 })
  await writeFile(join(root, 'theirs'), 'theirs', { mode: 0o644 })
  await symlink(join(root, 'disk'), join(folder, 'more'))
  await symlink(join(root, 'theirs'), join(root, 'disk/link'))
  makePrivate(folder)
  expect(await modeOf(join(root, 'disk/b.jpg'))).toBe('600')
  expect(await modeOf(join(root, 'theirs'))).toBe('644')
})

test('leaves a world-writable folder unchanged, and names it', async () => {
  await chmod(folder, 0o1777)
  expect(makePrivate(folder)).toEqual({
    changed: 0,
    warning: `Every user shares ${folder}. Set DATA_DIR to a folder that only this site uses.`,
  })
  expect(await modeOf(join(folder, 'studio.sqlite'))).toBe('644')
})

test('accepts a missing folder', () => {
  expect(makePrivate(join(root, 'new'))).toEqual({ changed: 0, warning: undefined })
})
