import type { ReactNode } from 'react'
import { Field, TextArea } from '~/ui/field'
import { useHydrated } from '~/ui/hydrated'
import { useIsOwner } from '~/ui/studio/use-is-owner'
import type { EditedGallery } from '../operations.server'
import { closeByEscape, EditorIcon } from './editor-parts'
import type { Selection } from './use-items'

interface EditorToolsProps {
  gallery: EditedGallery
  selection: Selection
  errors: Record<string, string>
  values: Record<string, string>
}

/** Actions for the selected items. The buttons belong to the form that contains the grid. */
export function EditorTools({ gallery, selection, errors, values }: EditorToolsProps) {
  const isAlive = useHydrated()
  const isOwner = useIsOwner()
  const { sets, total } = gallery
  const count = selection.all ? total : selection.chosen.size
  const none = isAlive && count === 0
  const act = (intent: string, label: ReactNode) => (
    <button type="submit" className="btn btn--quiet" name="intent" value={intent} disabled={none}>
      {label}
    </button>
  )
  return (
    <div className="tool">
      <label className="chk tool__all">
        <input
          type="checkbox"
          name="all"
          value="yes"
          {...(isAlive ? { checked: selection.all, onChange: () => selection.setAll(!selection.all) } : {})}
        />
        <span>{count > 0 ? `${count} selected` : `All ${total}`}</span>
      </label>
      <span className="vh" role="status">
        {count > 0 ? `${count} of ${total} selected` : ''}
      </span>
      {isAlive ? (
        <button
          type="button"
          className="btn btn--quiet"
          aria-pressed={selection.isRanging}
          title="Select the first and last photo"
          onClick={() => selection.setRanging(!selection.isRanging)}
        >
          Range
        </button>
      ) : null}
      <details className="tool__d" onKeyDown={closeByEscape} open={Boolean(errors.alt || errors.title)}>
        <summary className="btn btn--quiet">
          <EditorIcon name="text" />
          Alt text
        </summary>
        <div className="tool__p">
          <TextArea
            label="Alt text for all selected"
            name="alt"
            rows={2}
            optional
            defaultValue={values.alt}
            error={errors.alt}
          />
          <Field
            label="Title for all selected"
            name="title"
            optional
            autoComplete="off"
            defaultValue={values.title}
            error={errors.title}
          />
          <button type="submit" className="btn" name="intent" value="describe" disabled={none}>
            Save text
          </button>
        </div>
      </details>
      <details className="tool__d" onKeyDown={closeByEscape} open={Boolean(errors.number)}>
        <summary className="btn btn--quiet">
          <EditorIcon name="move" />
          Move
        </summary>
        <div className="tool__p">
          <div className="st-act">
            <button type="submit" className="btn btn--line" name="intent" value="earlier" disabled={none}>
              Earlier
            </button>
            <button type="submit" className="btn btn--line" name="intent" value="later" disabled={none}>
              Later
            </button>
          </div>
          <div className="tool__r">
            <Field
              label="To position"
              name="number"
              inputMode="numeric"
              autoComplete="off"
              optional
              defaultValue={values.number}
              error={errors.number}
            />
            <button type="submit" className="btn btn--line" name="intent" value="to-number" disabled={none}>
              Move<span className="vh"> to this position</span>
            </button>
          </div>
          {sets.length > 0 ? (
            <div className="tool__r">
              <div className="field">
                <label htmlFor="field-toSet">To set</label>
                <select className="in" id="field-toSet" name="toSet">
                  {sets.map(({ id, title }) => (
                    <option key={id} value={id}>
                      {title}
                    </option>
                  ))}
                  <option value="">In no set</option>
                </select>
              </div>
              <button type="submit" className="btn btn--line" name="intent" value="to-set" disabled={none}>
                Move<span className="vh"> to this set</span>
              </button>
            </div>
          ) : null}
        </div>
      </details>
      {act(
        'hide',
        <>
          <EditorIcon name="eye" />
          Hide
        </>,
      )}
      {act('show', 'Show')}
      {act('no-recognizable-people', 'No recognizable people')}
      {isOwner
        ? act(
            'remove',
            <>
              <EditorIcon name="bin" />
              Remove
            </>,
          )
        : null}
      <span className="sp" />
      <fieldset className="seg">
        <legend className="vh">Sort</legend>
        <button type="submit" name="intent" value="unsort" disabled={!gallery.canUnsort}>
          My order
        </button>
        <button type="submit" name="intent" value="sort-time">
          Capture time
        </button>
        <button type="submit" name="intent" value="sort-name">
          File name
        </button>
      </fieldset>
    </div>
  )
}
