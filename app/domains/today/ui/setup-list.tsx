import { Form, Link } from 'react-router'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { SetupStep } from '../model'

const STEPS: Record<SetupStep, { label: string; hint: string; to?: string }> = {
  business: {
    label: 'Add your name, contact details, and logo',
    hint: 'They’re on every page and in every email.',
    to: studioPaths.settings('studio'),
  },
  hours: {
    label: 'Set your business hours',
    hint: 'Availability decides when clients can book.',
    to: studioPaths.settings('hours'),
  },
  services: {
    label: 'Enter your services and prices',
    hint: 'They make up your price list.',
    to: studioPaths.services(),
  },
  booking: {
    label: 'Decide when clients can book',
    hint: 'Availability, session types, locations, and your booking policy.',
    to: studioPaths.availability(),
  },
  email: {
    label: 'Connect a mail server',
    hint: 'Until then, emails to clients wait here.',
    to: studioPaths.settingsEmail(),
  },
  gallery: {
    label: 'Create your first client gallery',
    hint: 'Upload photos, then share them with a link.',
    to: studioPaths.newGallery({ kind: 'client' }),
  },
  demo: {
    label: 'Remove the demo content',
    hint: 'What you added or changed stays.',
    to: studioPaths.settingsData(),
  },
  domain: {
    label: 'Move to your own domain',
    hint: 'Set SITE_URL where the site is installed.',
  },
}

/** The setup checklist of a new owner, shown until everything is done. */
export function SetupList({ steps }: { steps: { step: SetupStep; isDone: boolean }[] }) {
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
        {steps.map(({ step, isDone }) => {
          const { label, hint, to } = STEPS[step]
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
                <Form method="post" action={studioPaths.setup()}>
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
