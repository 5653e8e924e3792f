import { data } from 'react-router'
import { listPosts } from '~/domains/blog/operations.server'
import { PostTeaser } from '~/domains/blog/ui/post-list'
import { isPageShown, readSettings } from '~/domains/content/operations.server'
import { readGalleryStrip } from '~/domains/galleries/operations.server'
import { listPastIssues } from '~/domains/newsletter/campaigns/progress.server'
import {
  ALREADY_SUBSCRIBED,
  CONFIRM_FIRST,
  CONFIRM_UNSENT,
  INVALID_ON_SUBMIT,
  NOT_SUBSCRIBED,
  SUBSCRIBED,
} from '~/domains/newsletter/email-rule'
import { subscribe } from '~/domains/newsletter/operations.server'
import { NewsletterForm } from '~/domains/newsletter/ui/newsletter-form'
import { PastIssues } from '~/domains/newsletter/ui/past-issues'
import { canSendMail } from '~/domains/outbox/mail-server.server'
import { GalleryStrip } from '~/domains/photos/ui/coming-soon'
import { readForm } from '~/platform/http/forms.server'
import { scope } from '~/platform/http/scope.server'
import { redactTokens } from '~/platform/http/special-paths'
import { tooMany } from '~/platform/http/too-many.server'
import { PageHead, SectionHead } from '~/ui/page-head'
import { pageMeta } from '~/ui/page-meta'
import { paths } from '~/ui/paths'
import type { Route } from './+types/newsletter'

/** In milliseconds. Sent newsletters aren't content, so they don't drop the cached page. */
const ISSUES_AGE = 60_000

export async function loader({ context }: Route.LoaderArgs) {
  const at = context.get(scope)
  const [{ studio, newsletter }, gallery, issues, blog, hasBlog] = await Promise.all([
    readSettings(at),
    readGalleryStrip(at),
    listPastIssues(at),
    listPosts(at),
    isPageShown(at, 'blog'),
  ])
  at.validUntil(Math.min(blog.validUntil, at.clock.now() + ISSUES_AGE))
  const { heading, invitation } = newsletter
  return {
    ...{ newsletter: { heading, invitation }, gallery, issues },
    posts: hasBlog && issues.length === 0 ? blog.posts.slice(0, 4) : [],
    ...{ studioName: studio.name, siteUrl: at.config.siteUrl },
  }
}

/**
 * Target of every newsletter form. The footer's form shows the answer in place, others get this page (R33 to
 * R38).
 */
export async function action({ request, context }: Route.ActionArgs) {
  const at = context.get(scope)
  const read = await readForm(request)
  if (!read.ok) return answer(read.status, read.sentence)
  try {
    const result = await subscribe(at, {
      email: read.form.get('email'),
      network: at.clientAddress,
      page: pageOf(request),
    })
    if (result.ok && !result.toConfirm) return data({ ok: true, message: SUBSCRIBED })
    if (result.ok)
      return data({ ok: true, message: (await canSendMail(at)) ? CONFIRM_FIRST : CONFIRM_UNSENT })
    switch (result.reason) {
      case 'invalid-email':
        return answer(422, INVALID_ON_SUBMIT)
      case 'already-subscribed':
        return answer(409, ALREADY_SUBSCRIBED)
      case 'too-many':
        return tooMany(at, result.retryAt, { ok: false, message: result.sentence })
    }
  } catch (error) {
    at.log.error({ err: error }, 'a subscription failed')
    return answer(500, NOT_SUBSCRIBED)
  }
}

/** The page with the form, without query and tokens. */
function pageOf(request: Request): string {
  const from = request.headers.get('referer') ?? ''
  return URL.canParse(from) ? redactTokens(new URL(from).pathname).slice(0, PAGE_MAX) : paths.newsletter()
}

const PAGE_MAX = 200

/** A lost connection is shown in the form instead of an error page (R38). */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    return await serverAction()
  } catch {
    return { ok: false, message: NOT_SUBSCRIBED }
  }
}

const answer = (status: number, message: string) => data({ ok: false, message }, status)

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData &&
  pageMeta({
    title: `Newsletter · ${loaderData.studioName}`,
    description: loaderData.newsletter.invitation,
    path: paths.newsletter(),
    siteUrl: loaderData.siteUrl,
    siteName: loaderData.studioName,
  })

export default function Newsletter({
  loaderData: { newsletter, gallery, issues, posts },
  actionData,
}: Route.ComponentProps) {
  return (
    <>
      <PageHead title={newsletter.heading} lede={newsletter.invitation}>
        <NewsletterForm answer={actionData} />
        <p className="small ink2">Every newsletter has a link to unsubscribe.</p>
      </PageHead>
      <div className={issues.length + posts.length > 0 ? undefined : 'sec--end'}>
        <GalleryStrip photos={gallery} />
      </div>
      {issues.length > 0 ? <PastIssues issues={issues} /> : null}
      {posts.length > 0 ? (
        <section className="sec wrap" aria-labelledby="blog">
          <SectionHead
            number={1}
            title="From the blog"
            id="blog"
            more={{ to: paths.blog(), label: 'All posts' }}
          />
          <PostTeaser posts={posts} />
        </section>
      ) : null}
    </>
  )
}
