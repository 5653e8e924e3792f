import { ensureBuilt, ensureInstalled, runProgram } from './bootstrap.mjs'

ensureInstalled()
ensureBuilt()
runProgram(process.argv.slice(2))
