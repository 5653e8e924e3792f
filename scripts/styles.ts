// Writes the rules of the built stylesheets to `build/styles.json`. The server takes those that a page uses.
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

/** @param css without nested rules */
export const parseStyles = (css: string): Styles => parseRules(postcss.parse(css))

const parseRules = ({ nodes = [] }: Container): Styles =>
  nodes.map((node) =>
    isGroup(node)
      ? { of: `@${node.name} ${node.params}`, rules: parseRules(node) }
      : { css: node.toString(), needs: node.type === 'rule' ? neededClasses(node.selector) : [] },
  )

const isGroup = (node: ChildNode): node is AtRule =>
  node.type === 'atrule' && node.nodes !== undefined && /^(media|supports|container)$/.test(node.name)

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
  const parsed: Record<string, Styles> = {}
  for (const name of readdirSync(assets).filter((each) => each.endsWith('.css')))
    parsed[`/assets/${name}`] = parseStyles(readFileSync(join(assets, name), 'utf8'))
  writeFileSync(join(build, 'styles.json'), JSON.stringify(parsed))
}
