import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { plainText } from './plain-text'

/** Some mail readers guess at a layout without it. */
const DOCTYPE =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">'

/** React asks browsers to fetch pictures early. A letter brings its own, and nothing is to be fetched for it. */
const PRELOAD = /<link rel="preload"[^>]*>/g

/**
 * A message's two bodies, both made of the same elements; those with `data-skip-in-text="true"` are not in the plain one.
 * Messages are written within the transaction of their cause, so this has to be quick.
 */
export const renderMail = async (message: ReactElement): Promise<{ html: string; text: string }> => ({
  html: DOCTYPE + renderToStaticMarkup(message).replace(PRELOAD, ''),
  text: plainText(message),
})
