import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './site.ts'

/** Each part runs this often at each revision, in turn. */
const ROUNDS = 2

interface Built {
  folder: string
  remove(): void
}

/** Checks out a commit of the repository into a new folder, and builds it there. */
export function buildRevision(revision: string): Built {
  const folder = join(mkdtempSync(join(tmpdir(), 'bench-')), 'tree')
  const run = (command: string, args: string[], cwd: string) => {
    if (spawnSync(command, args, { cwd, stdio: 'inherit' }).status !== 0)
      throw new Error(`${revision} could not be built.`)
  }
  run('git', ['worktree', 'add', '--detach', folder, revision], root)
  const build = `import('./scripts/bootstrap.mjs').then((m) => { m.ensureInstalled(); m.ensureBuilt() })`
  run(process.execPath, ['-e', build], folder)
  return {
    folder,
    remove: () => {
      run('git', ['worktree', 'remove', '--force', folder], root)
      rmSync(join(folder, '..'), { recursive: true, force: true })
    },
  }
}

/** Runs parts at another revision and at this one in turn, each with the data of its own bench. */
export function compareWith(revision: string, parts: string[]): void {
  const other = buildRevision(revision)
  try {
    for (const part of parts)
      for (let round = 1; round <= ROUNDS; round++)
        for (const [name, folder] of [
          [revision, other.folder],
          ['now', root],
        ] as const) {
          console.log(`\n${part} at ${name}, round ${round} of ${ROUNDS}`)
          spawnSync(process.execPath, [join(folder, 'bench', 'run.ts'), part], {
            cwd: folder,
            stdio: 'inherit',
          })
        }
  } finally {
    other.remove()
  }
}
