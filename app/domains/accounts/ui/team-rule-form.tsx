import { Form } from 'react-router'
import { paths } from '~/ui/paths'

interface TeamRuleFormProps {
  isRequired: boolean
  /** Whether the owner who looks at it has a second step. */
  hasOwn: boolean
}

/** Whether everyone on the team needs a second step to open the Studio. */
export const TeamRuleForm = ({ isRequired, hasOwn }: TeamRuleFormProps) => (
  <section aria-labelledby="second-step">
    <h2 className="st-h2" id="second-step">
      Second step
    </h2>
    <p className="measure">
      {isRequired
        ? 'Everyone on the team needs a second step to open the Studio: a passkey, or a code from an app after the password.'
        : 'Everyone on the team can open the Studio with a password alone.'}
    </p>
    {isRequired || hasOwn ? (
      <Form method="post" className="st-form" preventScrollReset>
        <input type="hidden" name="intent" value="second-step" />
        <p className="ink2 measure">
          {isRequired
            ? null
            : 'Anyone without a second step sets one up on their next visit. Until then they can’t open the Studio.'}
        </p>
        <div className="st-act">
          <button type="submit" className="btn btn--line" name="required" value={isRequired ? 'no' : 'yes'}>
            {isRequired ? 'Make it optional' : 'Require a second step'}
          </button>
        </div>
      </Form>
    ) : (
      <p className="ink2 measure">
        To require a second step, set up your own first in{' '}
        <a className="txt" href={paths.security()}>
          your security settings
        </a>
        .
      </p>
    )}
  </section>
)
