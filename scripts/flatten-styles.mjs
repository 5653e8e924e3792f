// Writes a second version of each built stylesheet, `*.flat.css`, without cascade layers: browsers before
// Safari 15.4 and Chrome 99 ignore everything inside a layer. Other browsers never request it.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const assets = fileURLToPath(new URL('../build/client/assets', import.meta.url))

for (const name of readdirSync(assets).filter((each) => each.endsWith('.css') && !each.endsWith('.flat.css')))
  writeFileSync(
    join(assets, name.replace(/css$/, 'flat.css')),
    flatten(readFileSync(join(assets, name), 'utf8')),
  )

/** Blocks are already in the order of their layers. */
function flatten(css) {
  const [before, after] = cut(css, /@layer [^;{}]*[;{]/)
  if (after === undefined) return css
  if (after.opens === ';') return before + flatten(after.rest)
  const end = endOfBlock(after.rest)
  return before + flatten(after.rest.slice(0, end)) + flatten(after.rest.slice(end + 1))
}

function cut(css, mark) {
  const found = mark.exec(css)
  if (!found) return [css]
  const rest = css.slice(found.index + found[0].length)
  return [css.slice(0, found.index), { opens: found[0].at(-1), rest }]
}

/** Ignores braces within strings. */
function endOfBlock(css) {
  let depth = 1
  for (const { 0: sign, index } of css.matchAll(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[{}]/g)) {
    if (sign === '{') depth += 1
    else if (sign === '}') depth -= 1
    if (depth === 0) return index
  }
  throw new Error('A stylesheet has a block without an end.')
}
