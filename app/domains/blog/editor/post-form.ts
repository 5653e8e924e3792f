import { z } from 'zod'
import { date, isSlug, line, must, requiredSentence, slugSentence, timeFor } from '~/platform/fields'
import { type FieldValues, type ParsedForm, parseForm } from '~/platform/forms'
import { slugFrom } from '~/platform/slug'
import { readRelated } from '../related'
import { EXCERPT_MAX, type PostValues, SEARCH_TITLE_MAX, TITLE_MAX, type Visibility } from './post-values'

const TAGS_MAX = 300
const TAG_MAX = 40
const MOST_TAGS = 10
const SLUG_MAX = 80

/** What a post can be related to, by kind and slug. */
const related = () =>
  line({ max: 220 }).check(
    must((typed) => typed === '' || readRelated(typed) !== undefined, 'Choose one from the list.'),
  )

/** A draft may be incomplete. */
const draftSchema = z.object({
  title: line({ max: TITLE_MAX, what: 'the title' }),
  excerpt: line({ max: EXCERPT_MAX, what: 'the excerpt' }),
  tags: line({ max: TAGS_MAX, what: 'the tags' }),
  author: line({ max: 120, what: 'the author' }),
  cover: line({ max: 200 }),
  slug: line({ max: 120, what: 'the URL slug' }),
  date: line({ max: 20 }),
  time: line({ max: 20 }),
  visibility: line({ max: 20 }),
  searchTitle: line({ max: SEARCH_TITLE_MAX, what: 'the search title' }),
  searchDescription: line({ max: EXCERPT_MAX, what: 'the search description' }),
  related1: related(),
  related2: related(),
  related3: related(),
})

const optionally = <Schema extends z.ZodType<string, string>>(schema: Schema) =>
  z.string().transform((typed, { addIssue }) => {
    if (typed === '') return ''
    const read = schema.safeParse(typed)
    if (read.success) return read.data
    for (const { message } of read.error.issues)
      addIssue({ code: 'custom', message, params: { sentence: true } })
    return z.NEVER
  })

const publishedSchema = z.object({
  title: z.string().check(must((typed) => typed !== '', requiredSentence('Title'))),
  excerpt: z.string().check(must((typed) => typed !== '', requiredSentence('Excerpt'))),
  tags: z
    .string()
    .transform(tagsOf)
    .check(
      must((tags) => tags.length > 0, 'Add at least one tag. For example, Weddings.'),
      must((tags) => tags.length <= MOST_TAGS, `Use up to ${MOST_TAGS} tags.`),
      must(
        (tags) => tags.every(({ name }) => name.length <= TAG_MAX),
        `Shorten each tag to ${TAG_MAX} characters.`,
      ),
    ),
  author: z.string().check(must((typed) => typed !== '', requiredSentence('Author'))),
  cover: z.string(),
  slug: z
    .string()
    .check(
      must(
        (typed) => typed === '' || (typed.length <= SLUG_MAX && isSlug(typed)),
        slugSentence('first-light'),
      ),
    ),
  date: optionally(date({ label: 'Date', from: '1990-01-01', until: '2100-12-31' })),
  time: optionally(timeFor('Time')),
  visibility: z.string().transform((visibility) => visibilityOf({ visibility })),
  searchTitle: z.string(),
  searchDescription: z.string(),
  ...{ related1: z.string(), related2: z.string(), related3: z.string() },
})

export type PublishedValues = z.output<typeof publishedSchema>

export interface Tag {
  name: string
  slug: string
}

/** The tags in a list with commas, without repetitions. One without Latin letters or digits has no page. */
export function tagsOf(typed: string): Tag[] {
  const tags = typed.split(',').flatMap((part): Tag[] => {
    const slug = slugFrom(part)
    return slug === undefined ? [] : [{ name: part.trim().replaceAll(/\s+/g, ' '), slug }]
  })
  return tags.filter(({ slug }, at) => tags.findIndex((tag) => tag.slug === slug) === at)
}

export const visibilityOf = ({ visibility }: { visibility: string }): Visibility =>
  visibility === 'unlisted' ? 'unlisted' : 'public'

export const readDraftValues = (sent: FieldValues): ParsedForm<PostValues> => parseForm(draftSchema, sent)

/** @param values of a valid draft */
export const readPublishedValues = (values: PostValues): ParsedForm<PublishedValues> =>
  parseForm(publishedSchema, values)
