import { renderToStaticMarkup } from 'react-dom/server'
import { refuseWhileWriting } from '~/platform/db/database.server'
import { readMailBody } from './message-body'
import { plainText } from './plain-text'

/** Some mail readers guess at a layout without it. */
const DOCTYPE =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">'

/** React preloads images. An email attaches its own, and must load nothing. */
const PRELOAD = /<link rel="preload"[^>]*>/g

/**
 * An email's HTML and its plain text, both from the same parts. Elements with `data-skip-in-text="true"` are left out
 * of the text.
 * @param body from `mailBody`
 * @throws inside a transaction: rendering would keep everyone else from writing
 */
export function renderMail(body: string): { html: string; text: string } {
  refuseWhileWriting('An email')
  const message = readMailBody(body)
  return {
    html: DOCTYPE + renderToStaticMarkup(message).replace(PRELOAD, ''),
    text: plainText(message),
  }
}
