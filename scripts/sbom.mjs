// Writes the software bill of materials as CycloneDX JSON: every package of the lockfile with version, license
// and checksum.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, runNpm, stop } from './bootstrap.mjs'

const file = process.argv[2] ?? join(root, 'sbom.cdx.json')

const { status, stdout } = runNpm(
  ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--package-lock-only', '--loglevel=error'],
  { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, stdio: ['ignore', 'pipe', 'inherit'] },
)
if (status !== 0) stop('The bill of materials could not be made. npm says why above.')
const bom = JSON.parse(stdout)
// npm uses the folder's name for the product.
bom.metadata.component.name = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).name
writeFileSync(file, `${JSON.stringify(bom, null, 2)}\n`)
console.log(`${file}: ${bom.components.length} packages`)
