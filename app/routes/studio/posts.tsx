import { data, redirect } from 'react-router'
import { addDraft } from '~/domains/blog/editor/drafts.server'
import { listStudioPosts } from '~/domains/blog/editor/lists.server'
import { POST_STATES } from '~/domains/blog/editor/post-values'
import { NewPostButton, PostTable } from '~/domains/blog/ui/editor/post-table'
import { doneSentence } from '~/domains/content/rows/outcome'
import { readForm } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { BROKEN_FORM } from '~/platform/http/notices'
import { scope } from '~/platform/http/scope.server'
import { ButtonLink } from '~/ui/button-link'
import { NextPage } from '~/ui/studio/next-page'
import { ListNotes } from '~/ui/studio/saved-note'
import { SectionTabs } from '~/ui/studio/section-tabs'
import { StudioFilter } from '~/ui/studio/studio-filter'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import { useIsOwner } from '~/ui/studio/use-is-owner'
import type { Route } from './+types/posts'

const SEARCH_MAX = 100

export async function loader({ request, context }: Route.LoaderArgs) {
  requireStudio(context, request)
  const { searchParams } = new URL(request.url)
  const state = POST_STATES.find((each) => each === searchParams.get('state')) ?? null
  const search = (searchParams.get('search') ?? '').trim().slice(0, SEARCH_MAX)
  const query = { state, search, before: searchParams.get('before') }
  return {
    ...(await listStudioPosts(context.get(scope), query)),
    state,
    search,
    done: doneSentence(request.url),
  }
}

/** Adds an empty draft and opens it. */
export async function action({ request, context }: Route.ActionArgs) {
  const author = requireStudio(context, request)
  const read = await readForm(request)
  if (!read.ok || read.form.get('intent') !== 'add') throw data(BROKEN_FORM, { status: 422 })
  throw redirect(studioPaths.post(await addDraft({ ...context.get(scope), author })), 303)
}

export const meta: Route.MetaFunction = () => studioMeta('Blog')

const LABELS = { draft: 'Drafts', scheduled: 'Scheduled', published: 'Published', unlisted: 'Unlisted' }

export default function Posts({ loaderData: { posts, next, state, search, done } }: Route.ComponentProps) {
  return (
    <>
      <StudioHead title="Blog">
        {useIsOwner() ? (
          <>
            <ButtonLink to={studioPaths.postImports()} variant="quiet">
              Import
            </ButtonLink>
            <ButtonLink to={studioPaths.postsExport()} variant="quiet">
              Export
            </ButtonLink>
          </>
        ) : null}
        <NewPostButton />
      </StudioHead>
      <SectionTabs />
      <ListNotes done={done} refusal={undefined} />
      <StudioFilter
        label="Status"
        choices={[
          { label: 'All', to: studioPaths.posts({ search }), isCurrent: state === null },
          ...POST_STATES.map((each) => ({
            label: LABELS[each],
            to: studioPaths.posts({ state: each, search }),
            isCurrent: state === each,
          })),
        ]}
        search={{
          action: studioPaths.posts(),
          value: search,
          keep: { state },
          label: 'Search titles',
          placeholder: 'Title',
        }}
      />
      <PostTable posts={posts} isFiltered={state !== null || search !== ''} />
      <NextPage to={next && studioPaths.posts({ state, search, before: next })} />
    </>
  )
}
