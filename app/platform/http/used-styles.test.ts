import { describe, expect, it } from 'vitest'
import { parseStyles } from '../../../scripts/styles'
import { classesIn, usedStyles } from './used-styles.server'

const used = (css: string, html: string) => usedStyles(parseStyles(css), classesIn(html))

describe('the styles that a page uses', () => {
  it('keeps rules for its classes, elements and attributes, and no others', () => {
    const css = '.a{top:0}.b{top:0}a:hover,.b{top:0}.a .b{top:0}[hidden]{top:0}.a.b,.a>.c{top:0}'
    expect(used(css, '<p class="a x"><i class="c">')).toBe(
      '.a{top:0}a:hover,.b{top:0}[hidden]{top:0}.a.b,.a>.c{top:0}',
    )
  })

  it('keeps a rule whose classes within parentheses are missing', () => {
    expect(used(':is(.b,.c) em{top:0}.a:not(.b,.c:is(.d)){top:0}.b:not(.a){top:0}', '<p class="a">')).toBe(
      ':is(.b,.c) em{top:0}.a:not(.b,.c:is(.d)){top:0}',
    )
  })

  it('keeps groups and their order, and leaves out empty ones and print', () => {
    const css =
      '@supports (top:0){.a{top:0}@media (width>=9rem){.b{top:0}}@media print{.a{top:0}}}@media (width>=1px){.a{top:1px}}'
    expect(used(css, '<p class="a">')).toBe('@supports (top:0){.a{top:0}}@media (width>=1px){.a{top:1px}}')
  })

  it('keeps fonts, properties and animations', () => {
    const css =
      '@font-face{src:url("a;}.woff2")}@property --b{syntax:"<angle>"}@keyframes c{0%{top:0}to{top:1px}}'
    expect(used(css, '<p>')).toBe(css)
  })
})
