// Runs what `npm run build` built, without npm and the development packages: the site, or a command.
import { runProgram } from './bootstrap.mjs'

runProgram(process.argv.slice(2))
