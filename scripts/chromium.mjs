// Finds a Chromium for the browser tests, or installs one.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, run } from './bootstrap.mjs'

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** @returns the path of the system's Chromium, or '' to use Playwright's */
export function findChromium() {
  return present() ?? fromDebian() ?? fromPlaywright()
}

const present = () => [process.env.CHROMIUM, ...PLACES].find((path) => path && existsSync(path))

function fromDebian() {
  if (process.getuid?.() !== 0 || !isDebian()) return undefined
  console.log('Installing Chromium from the Debian packages…')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore', env })
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], {
    stdio: 'ignore',
    env,
  })
  return present()
}

const isDebian = () =>
  existsSync('/etc/os-release') && /^ID(_LIKE)?=.*debian/m.test(readFileSync('/etc/os-release', 'utf8'))

function fromPlaywright() {
  run([join(root, 'node_modules', 'playwright-core', 'cli.js'), 'install', '--with-deps', 'chromium'])
  return ''
}
