// Runs all checks. `--quick` skips those that need a build, a server or a browser.
import { execFile, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuilt, ensureInstalled, node, root } from './bootstrap.mjs'
import { findChromium } from './chromium.mjs'
import { quickFolder } from './quick-folder.mjs'

const quick = process.argv.includes('--quick')
const bin = (name, ...path) => join(root, 'node_modules', name, ...path)

ensureInstalled()
let passed = 0
let failed = 0

await check('route types', [bin('@react-router', 'dev', 'bin.cjs'), 'typegen'])
await Promise.all([
  check('types', [bin('typescript', 'bin', 'tsc'), '--noEmit']),
  check('lint and format', [bin('@biomejs', 'biome', 'bin', 'biome'), 'ci', '--error-on-warnings', '.']),
  check('unused code', [bin('knip', 'bin', 'knip.js')]),
])
if (quick) vitest(['--project', 'unit'])
else {
  ensureBuilt()
  vitest([], { CHROMIUM: findChromium() })
}
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0

/** Prints a check's output once it has ended, since others run at the same time. */
function check(name, args) {
  return new Promise((done) =>
    execFile(node, args, { cwd: root, maxBuffer: Number.POSITIVE_INFINITY }, (error, out, err) => {
      console.log(`\n— ${name}\n${out}${err}`.trimEnd())
      if (error) console.log(`failed: ${name}`)
      if (error) failed += 1
      else passed += 1
      done()
    }),
  )
}

function vitest(args, env = {}) {
  console.log('\n— tests')
  const folder = mkdtempSync(join(quickFolder(), 'studio-tests-'))
  // PostgreSQL and the browser may run as other users, which need access to this folder.
  chmodSync(folder, 0o711)
  const report = join(folder, 'report.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const result = spawnSync(node, [bin('vitest', 'vitest.mjs'), 'run', ...reporters, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, TMPDIR: folder, ...env },
  })
  try {
    const summary = JSON.parse(readFileSync(report, 'utf8'))
    passed += summary.numPassedTests
    failed += summary.numFailedTests
    // A file that can't be loaded, or an error outside of any test, counts as a failure although no test
    // failed.
    if (result.status !== 0 && summary.numFailedTests === 0) failed += 1
  } catch {
    failed += 1
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
