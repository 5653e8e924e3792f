import { ensureBuilt, ensureInstalled, root, run } from './bootstrap.mjs'
import { findChromium } from './chromium.mjs'

ensureInstalled()
ensureBuilt()
run([`${root}bench/run.ts`, ...process.argv.slice(2)], { CHROMIUM: findChromium() })
