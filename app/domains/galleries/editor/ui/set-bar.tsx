import { Form, Link } from 'react-router'
import { Field } from '~/ui/field'
import { studioPaths } from '~/ui/studio/studio-paths'
import { useIsOwner } from '~/ui/studio/use-is-owner'
import type { EditedGallery } from '../operations.server'
import { closeByEscape } from './editor-parts'

interface SetBarProps {
  gallery: EditedGallery
  errors: Record<string, string>
  values: Record<string, string>
}

/** Links to the sets of a gallery, and forms to rename, move and delete the shown one. */
export function SetBar({ gallery, errors, values }: SetBarProps) {
  const { id, sets, set, unsorted, total } = gallery
  const all = sets.reduce((sum, { count }) => sum + count, unsorted)
  const at = sets.findIndex((each) => each.id === set)
  const here = sets[at]
  const isOwner = useIsOwner()
  const tab = (key: string | null, title: string, count: number) => (
    <Link
      key={key ?? 'all'}
      to={studioPaths.gallery(id, { set: key === '' ? 'none' : key })}
      aria-current={set === key ? 'true' : undefined}
      data-set-end={key ?? undefined}
      preventScrollReset
    >
      {title} <span className="mono">{count}</span>
    </Link>
  )
  const action = studioPaths.gallery(id, { set })
  return (
    <div className="gsets">
      {sets.length > 0 ? (
        <nav className="seg" aria-label="Sets">
          {tab(null, 'All', all)}
          {unsorted > 0 ? tab('', 'In no set', unsorted) : null}
          {sets.map((each) => tab(each.id, each.title, each.count))}
        </nav>
      ) : null}
      <details
        // The key closes the popup after a set was added.
        key={`add ${sets.length}`}
        className="tool__d"
        onKeyDown={closeByEscape}
        open={Boolean(errors.setTitle) && values.intent === 'set-add'}
      >
        <summary className="btn btn--quiet">New set</summary>
        <Form method="post" preventScrollReset action={action} className="tool__p">
          <input type="hidden" name="intent" value="set-add" />
          <Field
            id="field-newSet"
            label="Set name"
            name="setTitle"
            autoComplete="off"
            defaultValue={values.intent === 'set-add' ? values.setTitle : ''}
            error={values.intent === 'set-add' ? errors.setTitle : undefined}
          />
          <button type="submit" className="btn">
            Add set
          </button>
        </Form>
      </details>
      {here ? (
        <details
          key={`${here.id} ${here.title}`}
          className="tool__d"
          onKeyDown={closeByEscape}
          open={Boolean(errors.setTitle) && values.intent === 'set-rename'}
        >
          <summary className="btn btn--quiet">Change “{here.title}”</summary>
          <Form method="post" preventScrollReset action={action} className="tool__p">
            <input type="hidden" name="set" value={here.id} />
            <Field
              id="field-setName"
              label="Name"
              name="setTitle"
              autoComplete="off"
              defaultValue={values.intent === 'set-rename' ? values.setTitle : here.title}
              error={values.intent === 'set-rename' ? errors.setTitle : undefined}
            />
            <div className="st-act">
              <button type="submit" className="btn" name="intent" value="set-rename">
                Rename
              </button>
              <button
                type="submit"
                className="btn btn--line"
                name="intent"
                value="set-up"
                disabled={at === 0}
              >
                Earlier
              </button>
              <button
                type="submit"
                className="btn btn--line"
                name="intent"
                value="set-down"
                disabled={at === sets.length - 1}
              >
                Later
              </button>
              {isOwner ? (
                <button type="submit" className="btn btn--stop" name="intent" value="set-remove">
                  Delete set
                </button>
              ) : null}
            </div>
            {isOwner ? (
              <p className="hint">
                Its {total} {total === 1 ? 'photo stays' : 'photos stay'} in the gallery.
              </p>
            ) : null}
          </Form>
        </details>
      ) : null}
    </div>
  )
}
