import { render, toPlainText } from '@react-email/render'
import type { ReactElement } from 'react'

/** A message's two bodies; the plain one is made from the other. Elements with `data-skip-in-text="true"` are not in it. */
export async function renderMail(message: ReactElement): Promise<{ html: string; text: string }> {
  const html = await render(message)
  const text = toPlainText(html, {
    wordwrap: 78,
    selectors: [
      { selector: 'h1', options: { uppercase: false } },
      { selector: 'p', options: { leadingLineBreaks: 2, trailingLineBreaks: 2 } },
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: ['<', '>'] } },
    ],
  })
  return { html, text: text.trim() }
}
