/** A stylesheet, parsed just enough to remove the rules that a page doesn't use. */
export type Styles = (Rule | Group)[]

interface Rule {
  css: string
  /** Per selector, the class names that it requires. Empty for rules without selectors, which are always used. */
  needs: string[][]
}

interface Group {
  /** The group's prelude, such as `@media (width>=64rem)`. */
  of: string
  rules: Styles
}

const NAMES_RULES = /^@(layer|media|supports|container)\b/
/** Strings, and the characters that delimit rules. */
const SIGNS = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[{};]/g

/** @param css minified by the build: no comments, no nested rules */
export function parseStyles(css: string): Styles {
  const rules: Styles = []
  let from = 0
  let depth = 0
  let head = ''
  for (const { 0: sign, index } of css.matchAll(SIGNS)) {
    if (sign === '{' && depth++ === 0) head = css.slice(from, index).trim()
    if (sign === '}' && --depth === 0) {
      const whole = css.slice(from, index + 1).trim()
      from = index + 1
      if (NAMES_RULES.test(head))
        rules.push({ of: head, rules: parseStyles(whole.slice(whole.indexOf('{') + 1, -1)) })
      else rules.push({ css: whole, needs: head.startsWith('@') ? [] : neededClasses(head) })
    }
    if (sign === ';' && depth === 0) {
      rules.push({ css: css.slice(from, index + 1).trim(), needs: [] })
      from = index + 1
    }
  }
  return rules
}

/** @returns the rules that can match an element with these classes, in order, without print rules */
export function usedStyles(styles: Styles, classes: ReadonlySet<string>): string {
  return styles
    .map((each) => {
      if ('css' in each) return isUsed(each, classes) ? each.css : ''
      if (each.of === '@media print') return ''
      const inner = usedStyles(each.rules, classes)
      return inner && `${each.of}{${inner}}`
    })
    .join('')
}

/** @returns all class names in the page */
export const classesIn = (html: string): Set<string> =>
  new Set([...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = '']) => names.split(' ')))

const isUsed = ({ needs }: Rule, classes: ReadonlySet<string>): boolean =>
  needs.length === 0 || needs.some((all) => all.every((name) => classes.has(name)))

/**
 * The required classes of each selector in a list. Classes within parentheses, such as in `:not(.a)`, aren't
 * required.
 */
function neededClasses(list: string): string[][] {
  let outside = list
  while (/\([^()]*\)/.test(outside)) outside = outside.replace(/\([^()]*\)/g, '')
  return outside
    .split(',')
    .map((selector) => [...selector.matchAll(/\.([\w-]+)/g)].map(([, name = '']) => name))
}
