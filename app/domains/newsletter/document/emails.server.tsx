import type { Node } from '@tiptap/pm/model'
import { createElement, Fragment, type ReactNode } from 'react'
import type { PostSummary } from '~/domains/blog/model'
import { mediaPath, type PhotoView, renditionFor } from '~/domains/photos/model'
import { Divider, Formatted, Heading, List, ListItem, Picture, Teaser } from '~/platform/mail/email-article'
import type { EmailBranding } from '~/platform/mail/email-branding'
import {
  COVER_PIXELS,
  EmailLayout,
  INK,
  MailButton,
  MailLink,
  Paragraph,
  Quote,
} from '~/platform/mail/email-layout'
import { encodeWithGaps } from '~/platform/mail/encoded-text.server'
import { mailBody } from '~/platform/mail/message-body'
import { renderMail } from '~/platform/mail/render.server'
import { FIRST_NAMES } from '../model'

/** What a newsletter shows beside its document, by slug. */
export interface NewsletterParts {
  /** Public photos. */
  photos: ReadonlyMap<string, PhotoView>
  /** Published posts. */
  posts: ReadonlyMap<string, Pick<PostSummary, 'title' | 'excerpt' | 'cover'>>
}

export interface NewsletterInput {
  /** From `readNewsletter`. */
  document: Node
  /** Also the title above the text. */
  subject: string
  /** Preview text beside the subject. '': none. */
  preheader: string
  branding: EmailBranding
  parts: NewsletterParts
  /** The public copy of this newsletter; null: none. */
  archiveUrl: string | null
  /** Numbers a link whose clicks are counted, by its full URL. */
  countedLink?: (href: string) => number
}

/** What differs between recipients. Private-use characters, which are removed from the text of a newsletter. */
export const PLACEHOLDERS = {
  unsubscribe: '\uE010',
  preferences: '\uE011',
  firstName: '\uE012',
  /** Around the number of a counted link. */
  link: '\uE013',
  /** The sentence about counted links. */
  counting: '\uE014',
} as const

export interface Rendered {
  subject: string
  html: string
  text: string
}

/**
 * A newsletter as HTML and plain text, once for all recipients: `personalize` replaces the placeholders.
 * Photos and posts that aren't public are left out, and so are buttons without a text or a link.
 * @throws inside a transaction
 */
export function renderNewsletter(input: NewsletterInput): Rendered {
  const subject = withPlaceholders(input.subject)
  const { html, text } = renderMail(newsletterBody(input, PLACEHOLDERS))
  return { subject, html, text }
}

/**
 * The same for the outbox, for one recipient.
 * @param links full URLs
 */
export function newsletterBody(
  input: NewsletterInput,
  links: { unsubscribe: string; preferences: string },
): string {
  const { branding, archiveUrl, countedLink } = input
  let isCounted = false
  const counted = countedLink && {
    countedLink: (href: string) => {
      isCounted = true
      return countedLink(href)
    },
  }
  const content = blocks(input.document.children, { ...input, ...counted })
  return mailBody(
    <EmailLayout
      branding={branding}
      preview={withPlaceholders(input.preheader)}
      title={withPlaceholders(input.subject)}
      footnote={
        <>
          You’re getting this because you subscribed to the newsletter of {branding.name}.{' '}
          {isCounted ? PLACEHOLDERS.counting : ''}
          <MailLink href={links.unsubscribe}>Unsubscribe</MailLink>
          {' or '}
          <MailLink href={links.preferences}>change what you get</MailLink>.
          {archiveUrl === null ? null : (
            <>
              {' '}
              <MailLink href={archiveUrl}>Read it on our site</MailLink>.
            </>
          )}
        </>
      }
    >
      {content}
    </EmailLayout>,
  )
}

/** The HTML of a newsletter for its public page, where no one is a recipient. @param signUp full URL */
export const forAnyone = (html: string, signUp: string): string =>
  html
    .replace(
      /(<p class="ink-3 footnote"[^>]*>).*?(?=<\/p>)/s,
      (_, opening) =>
        `${opening}<a href="${escaped(signUp)}" class="ink" style="color:${INK}">Subscribe to our newsletter</a>`,
    )
    // An email has no landmarks, and a page has.
    .replace(/<body[^>]*>/, '$&<main>')
    .replace('</body>', '</main></body>')

export interface Reader {
  /** Full URLs. */
  unsubscribe: string
  preferences: string
  /** '' when unknown. */
  firstName: string
  /** What the footer says about counted links, if there are any; null: nothing. */
  counting: keyof typeof COUNTING | null
  /** The full URL of a counted link. */
  link: (number: number) => string
}

const COUNTING = {
  counted: 'We count clicks on its links, to learn what people like to read. ',
  test: 'We don’t count clicks in this test email. In the newsletter, we do, and its footer says so. ',
}

const PLACEHOLDER = /\uE013\d+\uE013|[\uE010-\uE014]/g

/** @returns what replaces a placeholder in the newsletter of one recipient */
function valuesFor(reader: Reader): (placeholder: string) => string {
  const values = new Map<string, string>([
    [PLACEHOLDERS.unsubscribe, reader.unsubscribe],
    [PLACEHOLDERS.preferences, reader.preferences],
    [PLACEHOLDERS.firstName, reader.firstName || 'there'],
    [PLACEHOLDERS.counting, reader.counting === null ? '' : COUNTING[reader.counting]],
  ])
  return (placeholder) =>
    placeholder.length > 1 ? reader.link(Number(placeholder.slice(1, -1))) : (values.get(placeholder) ?? '')
}

/** @returns the newsletter of one recipient */
export function personalize({ subject, html, text }: Rendered, reader: Reader): Rendered {
  const filling = valuesFor(reader)
  return {
    subject: subject.replace(PLACEHOLDER, filling),
    html: html.replace(PLACEHOLDER, (placeholder) => escaped(filling(placeholder))),
    text: text.replace(PLACEHOLDER, filling),
  }
}

/** The same for thousands of recipients: what is the same for all of them is encoded once. */
export function personalizeEncoded({ subject, html, text }: Rendered) {
  const [page, plain] = [
    encodeWithGaps('text/html', html, PLACEHOLDER),
    encodeWithGaps('text/plain', text, PLACEHOLDER),
  ]
  return (reader: Reader) => {
    const filling = valuesFor(reader)
    return {
      subject: subject.replace(PLACEHOLDER, filling),
      html: page((placeholder) => escaped(filling(placeholder))),
      text: plain(filling),
    }
  }
}

const escaped = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

function withPlaceholders(words: string): string {
  return words.replace(/\p{Co}/gu, '').replaceAll(FIRST_NAMES, PLACEHOLDERS.firstName)
}

/** Elements in a fixed order, which need no keys. */
const inOrder = (elements: ReactNode[]): ReactNode => createElement(Fragment, null, ...elements)

type BlockInput = NewsletterInput & { lastOfQuote?: Node | null }

const blocks = (nodes: readonly Node[], input: BlockInput): ReactNode =>
  inOrder(nodes.map((node) => block(node, input)))

function block(node: Node, input: BlockInput): ReactNode {
  switch (node.type.name) {
    case 'paragraph':
      return node.childCount === 0 ? null : (
        <Paragraph {...(node === input.lastOfQuote ? { isLast: true } : {})}>{inline(node, input)}</Paragraph>
      )
    case 'heading':
      return node.childCount === 0 ? null : <Heading level={node.attrs.level}>{inline(node, input)}</Heading>
    case 'bulletList':
      return <List>{items(node, undefined, input)}</List>
    case 'orderedList':
      return <List start={node.attrs.start}>{items(node, node.attrs.start, input)}</List>
    case 'blockquote':
      return <Quote>{blocks(node.children, { ...input, lastOfQuote: node.lastChild })}</Quote>
    case 'horizontalRule':
      return <Divider />
    case 'photo':
      return photo(node, input)
    case 'button':
      return button(node, input)
    case 'postTeaser':
      return teaser(node, input)
    default:
      throw new Error(`No email part for ${node.type.name}`)
  }
}

const items = (list: Node, start: number | undefined, input: NewsletterInput): ReactNode =>
  inOrder(
    list.children.map((item, at) => listItem(item, start === undefined ? {} : { value: start + at }, input)),
  )

/** The first paragraph of an item needs no paragraph element. */
function listItem(item: Node, number: { value?: number }, input: NewsletterInput): ReactNode {
  const [first, ...rest] = item.children
  return (
    <ListItem {...number}>
      {first && inline(first, input)}
      {blocks(rest, input)}
    </ListItem>
  )
}

function photo({ attrs }: Node, { branding, parts }: NewsletterInput): ReactNode {
  const view = parts.photos.get(attrs.photo)
  return view ? picture(view, { alt: attrs.alt || view.alt, caption: attrs.caption }, branding) : null
}

/** In the size of a picture for sharp screens. */
function picture(
  view: PhotoView,
  { alt, caption }: { alt: string; caption: string },
  { siteUrl }: EmailBranding,
): ReactNode {
  const width = renditionFor(view, COVER_PIXELS)
  if (width === undefined) return null
  const size = { width: view.width, height: view.height }
  const src = siteUrl + mediaPath(view, width, 'jpg')
  return <Picture src={src} alt={withPlaceholders(alt)} caption={withPlaceholders(caption)} {...size} />
}

function button({ attrs: { label, href } }: Node, input: NewsletterInput): ReactNode {
  const link = linkOf(href, input)
  return label.trim() === '' || link === undefined ? null : (
    <Paragraph>
      <MailButton href={link}>{withPlaceholders(label)}</MailButton>
    </Paragraph>
  )
}

function teaser({ attrs }: Node, input: NewsletterInput): ReactNode {
  const post = input.parts.posts.get(attrs.post)
  const link = linkOf(`/blog/${attrs.post}`, input)
  if (!post || link === undefined) return null
  const { title, excerpt, cover } = post
  return (
    <>
      {cover ? picture(cover, { alt: cover.alt, caption: '' }, input.branding) : <Divider />}
      <Teaser href={link} title={title} excerpt={excerpt} />
    </>
  )
}

/** A full URL. A place within a page leads nowhere in an email. */
function linkOf(href: string, { branding, countedLink }: NewsletterInput): string | undefined {
  if (href === '' || href.startsWith('#')) return undefined
  const address = href.replace(/\p{Co}/gu, '')
  const full = address.startsWith('/') ? branding.siteUrl + address : address
  if (!countedLink || !/^https?:\/\//i.test(full)) return full
  return PLACEHOLDERS.link + countedLink(full) + PLACEHOLDERS.link
}

/** Texts in a row with the same link are one link. */
function inline(node: Node, input: NewsletterInput): ReactNode {
  const runs: Run[] = []
  for (const child of node.children) {
    const href: string | undefined = child.marks.find(({ type }) => type.name === 'link')?.attrs.href
    const last = runs.at(-1)
    if (last && last.href === href) last.nodes.push(child)
    else runs.push({ href, nodes: [child] })
  }
  return inOrder(runs.map((run) => linked(run, input)))
}

interface Run {
  href: string | undefined
  nodes: Node[]
}

function linked({ href, nodes }: Run, input: NewsletterInput): ReactNode {
  const words = inOrder(nodes.map(formatted))
  const link = href === undefined ? undefined : linkOf(href, input)
  return link === undefined ? words : <MailLink href={link}>{words}</MailLink>
}

const ELEMENTS = { bold: 'strong', italic: 'em', strike: 's' } as const

function formatted(node: Node): ReactNode {
  if (!node.isText) return <Formatted as="br" />
  let element: ReactNode = withPlaceholders(node.text ?? '')
  for (const { type } of node.marks.toReversed()) {
    const as = ELEMENTS[type.name as keyof typeof ELEMENTS]
    if (as) element = <Formatted as={as}>{element}</Formatted>
  }
  return element
}
