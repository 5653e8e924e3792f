/**
 * Escapes text for an element or a quoted attribute. Characters that XML 1.0 doesn't allow (2.2) are removed.
 */
export const xmlText = (text: string): string =>
  allowed(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;')

/** Text that stays as it is. */
export const xmlCdata = (text: string): string =>
  `<![CDATA[${allowed(text).replaceAll(']]>', ']]]]><![CDATA[>')}]]>`

const allowed = (text: string): string =>
  text.toWellFormed().replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')

/** An element whose content is already XML. */
export function xmlElement(name: string, attributes: Record<string, string>, ...content: string[]): string {
  const given = Object.entries(attributes).map(([key, value]) => ` ${key}="${xmlText(value)}"`)
  return content.length === 0
    ? `<${name}${given.join('')}/>`
    : `<${name}${given.join('')}>${content.join('')}</${name}>`
}
