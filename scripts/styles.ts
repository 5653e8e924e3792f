// Writes two versions of each built stylesheet. `*.flat.css` has no cascade layers, for browsers before Safari
// 15.4 and Chrome 99, which ignore everything inside a layer. `build/styles.json` has the parsed rules, from
// which the server takes those that a page uses.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import postcss, { type AtRule, type ChildNode, type Container, type Plugin } from 'postcss'
import selectorParser from 'postcss-selector-parser'
import type { Styles } from '../app/platform/http/used-styles.server.ts'

/**
 * Limits hover styles to devices that can hover. Touch screens would keep them on an element after a tap.
 * Vite applies it to every stylesheet.
 */
export const hoverStyles: Plugin = {
  postcssPlugin: 'hover-styles',
  Once(root) {
    root.walkRules(/:hover/, (rule) => {
      const hovered = rule.selectors.filter((selector) => HOVERED.test(selector))
      if (hovered.length === 0 || isWithinHover(rule)) return
      const others = rule.selectors.filter((selector) => !hovered.includes(selector))
      const media = postcss.atRule({ name: 'media', params: '(hover: hover)' })
      media.append(rule.clone({ selectors: hovered }))
      rule.after(media)
      if (others.length === 0) rule.remove()
      else rule.selectors = others
    })
  },
}

/** Not `:not(:hover)`, which applies to all devices. */
const HOVERED = /(?<!:not\():hover/

const isWithinHover = ({ parent }: ChildNode): boolean =>
  parent !== undefined && parent.type !== 'root' && parent.type !== 'document' && parent.type !== 'rule'
    ? (parent as AtRule).params.includes('(hover: hover)') || isWithinHover(parent as AtRule)
    : false

/** The build has already sorted the blocks by layer. */
function withoutLayers(css: string): string {
  const root = postcss.parse(css)
  root.walkAtRules('layer', (layer) => {
    layer.replaceWith(layer.nodes ?? [])
  })
  return root.toString()
}

/** @param css without nested rules */
export const parseStyles = (css: string): Styles => parseRules(postcss.parse(css))

const parseRules = ({ nodes = [] }: Container): Styles =>
  nodes.map((node) =>
    isGroup(node)
      ? { of: `@${node.name} ${node.params}`, rules: parseRules(node) }
      : { css: textOf(node), needs: node.type === 'rule' ? neededClasses(node.selector) : [] },
  )

const isGroup = (node: ChildNode): node is AtRule =>
  node.type === 'atrule' && node.nodes !== undefined && /^(layer|media|supports|container)$/.test(node.name)

/** PostCSS leaves out the semicolon of statements such as `@layer a, b`. */
const textOf = (node: ChildNode): string =>
  node.type === 'atrule' && node.nodes === undefined ? `${node};` : node.toString()

/**
 * The required classes of each selector in a list. Classes within parentheses, such as in `:not(.a)`, aren't
 * required.
 */
const neededClasses = (list: string): string[][] =>
  selectorParser()
    .astSync(list)
    .map((selector) => selector.nodes.flatMap((node) => (node.type === 'class' ? [node.value] : [])))

if (import.meta.main) {
  const build = join(import.meta.dirname, '../build')
  const assets = join(build, 'client/assets')
  const names = readdirSync(assets).filter((name) => name.endsWith('.css') && !name.endsWith('.flat.css'))
  const parsed: Record<string, Styles> = {}
  for (const name of names) {
    const css = readFileSync(join(assets, name), 'utf8')
    writeFileSync(join(assets, name.replace(/css$/, 'flat.css')), withoutLayers(css))
    parsed[`/assets/${name}`] = parseStyles(css)
  }
  writeFileSync(join(build, 'styles.json'), JSON.stringify(parsed))
}
