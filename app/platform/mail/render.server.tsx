import { renderToStaticMarkup } from 'react-dom/server'
import { refuseWhileWriting } from '~/platform/db/database.server'
import { readMailBody } from './message-body'
import { plainText } from './plain-text'

/** Without it, some email programs use quirks mode. */
const DOCTYPE =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">'

/** React preloads images. Emails attach theirs, and must load nothing. */
const PRELOAD = /<link rel="preload"[^>]*>/g

/**
 * An email's HTML and plain text. Elements with `data-skip-in-text="true"` are left out of the text.
 * @param body from `mailBody`
 * @throws inside a transaction, since rendering would block other writers
 */
export function renderMail(body: string): { html: string; text: string } {
  refuseWhileWriting('An email')
  const message = readMailBody(body)
  return {
    html: DOCTYPE + renderToStaticMarkup(message).replace(PRELOAD, ''),
    text: plainText(message),
  }
}
