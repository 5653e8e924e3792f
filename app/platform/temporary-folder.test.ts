import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { removeAbandonedFolders, removeTemporaryFolders, temporaryFolder } from './temporary-folder.server'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'temporary-test-'))
  vi.stubEnv('TMPDIR', root)
})
afterEach(async () => {
  await removeTemporaryFolders()
  vi.unstubAllEnvs()
  await rm(root, { recursive: true, force: true })
})

/** Another process with its folder and a file in it. */
async function startProcess(parent = root) {
  const module = JSON.stringify(fileURLToPath(new URL('temporary-folder.server.ts', import.meta.url)))
  const script = `
    const { temporaryFolder } = await import(${module})
    const { writeFileSync } = await import('node:fs')
    const path = await temporaryFolder(${JSON.stringify(parent)})
    writeFileSync(path + '/upload', 'half')
    console.log(path)
    setInterval(() => {}, 1_000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, TMPDIR: root },
  })
  const [line] = await once(child.stdout, 'data')
  return { child, path: String(line).trim() }
}

test('what a killed process leaves is removed, and nothing of a running one or of others', async () => {
  const own = await temporaryFolder()
  await writeFile(join(own, 'upload'), 'mine')
  const [killed, running] = [await startProcess(), await startProcess()]
  try {
    const exit = once(killed.child, 'exit')
    killed.child.kill('SIGKILL')
    await exit
    await mkdir(join(root, 'studio-files-foreign'))
    await symlink(running.path, join(root, 'studio-files-link'))
    expect(existsSync(join(killed.path, 'upload'))).toBe(true)
    await removeAbandonedFolders()
    expect(existsSync(killed.path)).toBe(false)
    const kept = [join(own, 'upload'), join(running.path, 'upload'), join(root, 'studio-files-foreign')]
    expect(kept.filter((path) => !existsSync(path))).toEqual([])
  } finally {
    running.child.kill('SIGKILL')
  }
})

test('one in another folder is the process’s own too, and removed when it was killed', async () => {
  const parent = join(root, 'data')
  await removeAbandonedFolders(parent)
  await mkdir(parent)
  const { child, path } = await startProcess(parent)
  const own = await temporaryFolder(parent)
  expect([dirname(path), dirname(own)]).toEqual([parent, parent])
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
  await removeAbandonedFolders(parent)
  expect([existsSync(path), existsSync(own)]).toEqual([false, true])
  await removeTemporaryFolders()
  expect(await readdir(parent)).toEqual([])
})

test('a folder is made once, and removed at an orderly end', async () => {
  const path = await temporaryFolder()
  expect(await temporaryFolder()).toBe(path)
  await removeTemporaryFolders()
  expect(existsSync(path)).toBe(false)
  expect(await temporaryFolder()).not.toBe(path)
})

test('a folder that the system removed is made again', async () => {
  const path = await temporaryFolder()
  await rm(path, { recursive: true })
  const [made, same] = await Promise.all([temporaryFolder(), temporaryFolder()])
  expect([existsSync(made), made === same, made === path]).toEqual([true, true, false])
})
