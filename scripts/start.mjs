import { ensureBuilt, ensureInstalled, runProgram } from './bootstrap.mjs'

ensureInstalled()
ensureBuilt()
runProgram(['serve'])
