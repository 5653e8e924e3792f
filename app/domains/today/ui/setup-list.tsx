import { Form, Link } from 'react-router'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { SetupState } from '../model'
import { EMPTY_GALLERY, SETUP_COPY } from './setup-copy'

interface SetupListProps {
  steps: SetupState[]
  /** Where a press of “Mark as done” leads back to. */
  on: 'today' | 'ready'
}

/** The setup checklist of a new owner, shown until everything is done. */
export function SetupList({ steps, on }: SetupListProps) {
  const done = steps.filter(({ isDone }) => isDone).length
  return (
    <section className="setup" aria-labelledby="setup">
      <h2 className="st-h2" id="setup">
        Set up your studio{' '}
        <span className="ink2">
          {done} of {steps.length} done
        </span>
      </h2>
      <ol>
        {steps.map(({ step, isDone, isGalleryEmpty }) => {
          const { label, hint, to } = { ...SETUP_COPY[step], ...(isGalleryEmpty ? EMPTY_GALLERY : {}) }
          return (
            <li key={step} data-done={isDone || undefined}>
              <span className="setup__mark" aria-hidden="true">
                {isDone ? '✓' : ''}
              </span>
              <div>
                <p>
                  {isDone ? <span className="vh">Done: </span> : null}
                  {!isDone && to ? <Link to={to}>{label}</Link> : label}
                </p>
                {isDone ? null : <p className="s">{hint}</p>}
              </div>
              {isDone ? null : (
                <Form method="post" action={studioPaths.setup()} preventScrollReset>
                  <input type="hidden" name="on" value={on} />
                  <button type="submit" className="btn btn--quiet btn--sm" name="step" value={step}>
                    Mark as done<span className="vh">: {label}</span>
                  </button>
                </Form>
              )}
            </li>
          )
        })}
      </ol>
    </section>
  )
}
