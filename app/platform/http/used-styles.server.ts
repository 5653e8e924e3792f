/** A stylesheet as `scripts/styles.ts` writes it into `build/styles.json`. */
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
