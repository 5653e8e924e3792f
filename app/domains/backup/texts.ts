/** Texts as Markdown, for people and other software. Imports read the tables instead. */

export interface PostText {
  title: string
  excerpt: string
  topic: string
  author: string
  published_at: number | null
  body: string
}

export const postText = (post: PostText): string =>
  withFacts(
    {
      title: post.title,
      excerpt: post.excerpt,
      topic: post.topic,
      author: post.author,
      published: post.published_at === null ? '' : new Date(post.published_at).toISOString(),
    },
    post.body,
  )

export interface StoryText {
  title: string
  summary: string
  dateline: string
  items: { body: string; caption: string; slug: string | null; alt: string | null }[]
}

/** Photos are referenced as in posts: `![what it shows](photo:its-name)`. */
export const storyText = ({ title, summary, dateline, items }: StoryText): string =>
  withFacts(
    { title, summary, dateline },
    items
      .flatMap(({ body, caption, slug, alt }) => [
        body,
        slug === null ? '' : `![${(alt ?? '').replaceAll(/[[\]]/g, '')}](photo:${slug})`,
        caption,
      ])
      .filter((part) => part !== '')
      .join('\n\n'),
  )

/** A page's fields, each as a heading with its text below. A document is beside the same text as Markdown. */
export const pageText = (page: { title: string; description: string; body: string }): string =>
  withFacts({ title: page.title, description: page.description }, fieldsText(JSON.parse(page.body), []))

function fieldsText(value: unknown, trail: string[]): string {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value === '' ? '' : `## ${trail.join(' › ') || 'text'}\n\n${value}`
  if (typeof value !== 'object' || value === null) return ''
  return Object.entries(value)
    .filter(([name]) => name !== 'document')
    .map(([name, part]) =>
      fieldsText(part, [...trail, Array.isArray(value) ? String(Number(name) + 1) : name]),
    )
    .filter((text) => text !== '')
    .join('\n\n')
}

/** Front matter as JSON, which is valid YAML, so that parsers can read any title. */
const withFacts = (facts: Record<string, string>, body: string): string =>
  `---\n${Object.entries(facts)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`)
    .join('')}---\n\n${body}\n`
