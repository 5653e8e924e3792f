import type { Node } from '@tiptap/pm/model'
import { needsAlt } from '~/domains/photos/model'
import {
  answersSafely,
  type FetchFailure,
  type Network,
  type NotFetched,
  openInternet,
} from '~/platform/http/safe-fetch.server'
import { type NewsletterInput, PLACEHOLDERS, type Rendered } from './emails.server'
import { newsletterProblems } from './fields'

/** `refused`: it can't be sent like this. `advice`: the owner may send it anyway. */
export interface Finding {
  state: 'ok' | 'advice' | 'refused'
  sentence: string
  /** Where it is fixed; by default in the text. */
  place?: 'settings'
}

/** Gmail cuts an email off after about 102 KB of HTML, and with it the unsubscribe link. */
const GMAIL_BYTES = 102_000
/** Phones show about 40 characters of a subject, and desktop programs about 60. */
const SUBJECT_MAX = 60
/** About the length of a counted link. */
const LINK_BYTES = 90
const MOST_LINKS = 50
const LINKS_AT_ONCE = 5

/** Words that filters count as spam, with better ones. */
const SPAM: [pattern: RegExp, advice: string][] = [
  [/\bact now\b/i, 'Say until when the offer lasts.'],
  [/\bclick (here|below|now)\b/i, 'Name what the link opens.'],
  [/\b(100 ?%|completely|absolutely) free\b|\bfree!/i, 'Say what it costs, or what is included.'],
  [/\brisk[- ]free\b|\bno (obligation|strings attached)\b/i, 'Say how someone can cancel.'],
  [/\bonce in a lifetime\b|\bamazing (deal|offer)\b/i, 'Describe the session instead.'],
  [/\b(hurry|urgent|limited[- ]time offer|don[’']t miss out|order now|buy now)\b/i, 'Say until when.'],
  [/\b(winner|you[’']ve won|congratulations!)/i, 'Say what it is about.'],
  [/\b(lowest|best) prices?\b|\bcheap(est)?\b|\bextra cash\b|\${2,}/i, 'Name the price.'],
  [/\bguaranteed?\b/i, 'Say what you do if someone isn’t happy.'],
]

interface Checked {
  input: NewsletterInput
  rendered: Rendered
  address: string[]
}

const ORDER = ['refused', 'advice', 'ok']

/**
 * Checks a newsletter before it is sent. It asks other sites for their pages, so it takes seconds.
 * @returns what to fix first
 * @param checked `rendered` is from `renderNewsletter`, `address` has the parts of the postal address
 */
export async function checkNewsletter(checked: Checked, network: Network = openInternet): Promise<Finding[]> {
  const found = [...checkText(checked), ...(await checkLinks(checked.input, network))]
  return found.toSorted((one, two) => ORDER.indexOf(one.state) - ORDER.indexOf(two.state))
}

/** The part of the check that asks no other site. Sending repeats it. */
export function checkText({ input, rendered, address }: Checked): Finding[] {
  return [
    addressFinding(address),
    unsubscribeFinding(rendered),
    ...subjectFindings(input.subject),
    ...contentFindings(input),
    ...newsletterProblems(input).map(refused),
    sizeFinding(rendered),
    ...spamFindings(input),
  ]
}

const ok = (sentence: string): Finding => ({ state: 'ok', sentence })
const advice = (sentence: string): Finding => ({ state: 'advice', sentence })
const refused = (sentence: string): Finding => ({ state: 'refused', sentence })

/** @param address from `postalAddress` */
export const addressFinding = (address: string[]): Finding =>
  address.some((part) => part.trim() === '')
    ? {
        ...refused(
          'The law requires a postal address in every newsletter. Add your street address or P.O. box, your city, your state, and your ZIP code under Settings, Business details.',
        ),
        place: 'settings',
      }
    : ok('Your postal address is in the footer.')

const unsubscribeFinding = ({ html, text }: Rendered): Finding =>
  html.includes(`href="${PLACEHOLDERS.unsubscribe}"`) && text.includes(PLACEHOLDERS.unsubscribe)
    ? ok('Everyone can unsubscribe with one click.')
    : refused('The unsubscribe link is missing.')

function subjectFindings(subject: string): Finding[] {
  if (subject.trim() === '') return [refused('Enter a subject.')]
  const found: Finding[] = []
  if (subject.length > SUBJECT_MAX)
    found.push(
      advice(
        `The subject has ${subject.length} characters. Phones show about 40 and computers about ${SUBJECT_MAX}, so put what matters first or shorten it.`,
      ),
    )
  if (/\p{Lu}/u.test(subject) && subject.length > 8 && subject === subject.toUpperCase())
    found.push(advice('The subject is all capitals, which looks like spam. Write it like a sentence.'))
  if (/[!?]{2}/.test(subject))
    found.push(advice('The subject has several exclamation or question marks in a row. One is enough.'))
  return found.length > 0 ? found : [ok('The subject is a good length.')]
}

function contentFindings({ document, parts }: NewsletterInput): Finding[] {
  const found: Finding[] = []
  let hasContent = false
  const withoutAlt = new Map<string, string>()
  document.descendants(({ type, attrs, isText }) => {
    hasContent ||= isText || type.name === 'button'
    if (type.name === 'photo') {
      const photo = parts.photos.get(attrs.photo)
      if (!photo || photo.widths.length === 0)
        found.push(
          advice(
            `The photo “${attrs.photo}” isn’t public or still processing, so the newsletter leaves it out.`,
          ),
        )
      else {
        hasContent = true
        if (attrs.alt.trim() === '' && needsAlt(photo)) withoutAlt.set(attrs.photo, `“${photo.title}”`)
      }
    }
    if (type.name === 'button' && (attrs.label.trim() === '' || attrs.href === '' || attrs.href[0] === '#'))
      found.push(refused('A button has no text or no link. Complete it, or delete it.'))
    if (type.name === 'postTeaser') {
      if (parts.posts.has(attrs.post)) hasContent = true
      else found.push(advice(`The post “${attrs.post}” isn’t on your site, so the newsletter leaves it out.`))
    }
  })
  if (!hasContent) found.push(refused('The newsletter is blank. Write something first.'))
  if (withoutAlt.size > 0) found.push(advice(withoutAltSentence([...withoutAlt.values()])))
  return found
}

const MOST_NAMED = 5

function withoutAltSentence(titles: string[]): string {
  const left = titles.length - MOST_NAMED
  const named = [...titles.slice(0, MOST_NAMED), ...(left > 0 ? [`${left} more`] : [])]
  const which =
    titles.length === 1
      ? `The photo ${titles[0]} has`
      : `The photos ${new Intl.ListFormat('en-US').format(named)} have`
  return `${which} no alt text. Many email programs hide photos at first and show the alt text instead. You can add it in the editor.`
}

function sizeFinding({ html }: Rendered): Finding {
  const counted = html.split(PLACEHOLDERS.link).length / 2
  const bytes = Buffer.byteLength(html) + Math.floor(counted) * LINK_BYTES
  const size = `${Math.ceil(bytes / 1_000)} KB`
  return bytes > GMAIL_BYTES
    ? advice(
        `The newsletter is ${size} without photos. Gmail cuts it off after 102 KB, before the unsubscribe link. Shorten it, or link to a post.`,
      )
    : ok(`The newsletter is ${size} without photos. Gmail shows up to 102 KB.`)
}

function spamFindings({ document, subject, preheader }: NewsletterInput): Finding[] {
  const words = [subject, preheader, document.textBetween(0, document.content.size, '\n', '\n')].join('\n')
  const found = SPAM.flatMap(([pattern, instead]) => {
    const [match] = pattern.exec(words) ?? []
    return match === undefined ? [] : [advice(`Spam filters count “${match}” against you. ${instead}`)]
  })
  return found.length > 0 ? found : [ok('No words that spam filters look for.')]
}

async function checkLinks(input: NewsletterInput, network: Network): Promise<Finding[]> {
  const { siteUrl } = input.branding
  const hrefs = linksOf(input.document)
  const found = hrefs
    .filter((href) => href.startsWith('#'))
    .map((href) => advice(`The link to “${href}” leads nowhere in an email. Link to a page instead.`))
  const pages = hrefs
    .map((href) => (href.startsWith('/') ? siteUrl + href : href))
    .filter((href) => /^https?:/i.test(href))
  const asked = pages.slice(0, MOST_LINKS)
  if (asked.length < pages.length)
    found.push(advice(`We checked the first ${MOST_LINKS} of ${pages.length} links.`))
  // Our site may be in a private network, and its pages redirect only to each other.
  const own: Network = { ...network, isAllowed: () => true }
  const waiting = asked.values()
  const findings: Finding[] = []
  const ask = async () => {
    for (const page of waiting) {
      const answer = await answersSafely(URL.parse(page)?.origin === siteUrl ? own : network, page)
      if (!answer.ok) findings.push(advice(`${page} ${failureWords(answer)} Check the link.`))
    }
  }
  await Promise.all(Array.from({ length: LINKS_AT_ONCE }, ask))
  if (findings.length === 0 && asked.length > 0)
    found.push(ok(asked.length === 1 ? 'The link works.' : `All ${asked.length} links work.`))
  return [...found, ...findings]
}

function failureWords({ reason, status }: NotFetched): string {
  const words: Record<FetchFailure, string> = {
    address: 'leads to an address that isn’t a web page.',
    'unknown-host': 'couldn’t be found.',
    private: 'is in a private network, where readers can’t open it.',
    redirects: 'redirects in a circle.',
    'too-large': 'couldn’t be read.',
    'too-slow': 'took too long to answer.',
    refused: status === 404 || status === 410 ? 'doesn’t exist.' : `answered with the error ${status}.`,
    broken: 'couldn’t be reached.',
  }
  return words[reason]
}

/** Each address once, as the document contains it. */
function linksOf(document: Node): string[] {
  const links = new Set<string>()
  document.descendants((node) => {
    for (const { type, attrs } of node.marks) if (type.name === 'link') links.add(attrs.href)
    if (node.type.name === 'button' && node.attrs.href !== '') links.add(node.attrs.href)
  })
  return [...links]
}
