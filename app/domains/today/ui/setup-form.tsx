import type { ReactNode } from 'react'
import { Form, Link, useNavigation } from 'react-router'
import type { FormOutcome } from '~/ui/form-outcome'
import { FormRefusal } from '~/ui/form-refusal'
import { studioPaths } from '~/ui/studio/studio-paths'
import { GUIDED_STEPS, type GuidedStep, type SetupState } from '../model'
import { SETUP_COPY } from './setup-copy'

export const nextStep = (step: GuidedStep): string => GUIDED_STEPS[GUIDED_STEPS.indexOf(step) + 1] ?? 'ready'

const NAMES: Record<GuidedStep, string> = {
  name: 'Name',
  place: 'Location',
  services: 'Services',
  hours: 'Hours',
  terms: 'Terms',
  email: 'Email',
  photos: 'Photos',
}

interface SetupTabsProps {
  current: GuidedStep | 'ready'
  steps: SetupState[]
}

/** After a space that tabs don’t drop. */
const CHECK = '\u00a0✓'

/** The steps of the guided setup, in order, with a mark on those that are done. */
export function SetupTabs({ current, steps }: SetupTabsProps) {
  return (
    <nav className="st-tabs" aria-label="Setup steps">
      {GUIDED_STEPS.map((step) => {
        const isDone = steps.some((each) => each.step === step && each.isDone)
        return (
          <Link
            key={step}
            to={studioPaths.setupStep(step)}
            aria-current={step === current ? 'step' : undefined}
          >
            {NAMES[step]}
            {isDone ? (
              <>
                <span aria-hidden="true">{CHECK}</span>
                <span className="vh"> (done)</span>
              </>
            ) : null}
          </Link>
        )
      })}
    </nav>
  )
}

interface SetupFormProps {
  step: GuidedStep
  /** Field names in their order, for the summary of errors. */
  order: string[]
  /** Of each group of settings that the form saves. */
  versions: Record<string, string | number>
  outcome: FormOutcome<string> | undefined
  button?: string
  children: ReactNode
}

/** The form of a step, with what it is about and a way past it. */
export function SetupForm({ step, order, versions, outcome, button, children }: SetupFormProps) {
  const isBusy = useNavigation().state === 'submitting'
  return (
    <Form method="post" className="st-sheet st-form" noValidate aria-labelledby="setup-step">
      <FormRefusal outcome={outcome} order={order} />
      <StepHead step={step} />
      {Object.entries(versions).map(([group, version]) => (
        <input key={group} type="hidden" name={`version.${group}`} value={version} />
      ))}
      {children}
      <div className="st-act">
        <button type="submit" className="btn" aria-busy={isBusy || undefined}>
          {isBusy ? 'Saving…' : (button ?? 'Save and continue')}
        </button>
        <SkipLink step={step} />
      </div>
    </Form>
  )
}

/** A step whose links lead to where it is done. */
export function SetupSheet({ step, children }: { step: GuidedStep; children: ReactNode }) {
  return (
    <section className="st-sheet st-form" aria-labelledby="setup-step">
      <StepHead step={step} />
      {children}
    </section>
  )
}

function StepHead({ step }: { step: GuidedStep }) {
  const { label, hint } = SETUP_COPY[step]
  return (
    <div>
      <p className="edge">
        Step {GUIDED_STEPS.indexOf(step) + 1} of {GUIDED_STEPS.length}
      </p>
      <h2 className="t3" id="setup-step">
        {label}
      </h2>
      <p className="ink2">{hint}</p>
    </div>
  )
}

export function SkipLink({ step, label = 'Skip this step' }: { step: GuidedStep; label?: string }) {
  return (
    <Link className="btn btn--quiet" to={studioPaths.setupStep(nextStep(step))}>
      {label}
    </Link>
  )
}
