import { Form, useNavigation } from 'react-router'
import { WithTimes } from '~/platform/with-times'
import { Field, FieldError, fieldId } from '~/ui/field'
import { FormRefusal } from '~/ui/form-refusal'
import { useHydrated } from '~/ui/hydrated'
import { PageHead } from '~/ui/page-head'
import { paths } from '~/ui/paths'
import { useSendsMail } from '~/ui/sends-mail'
import { CODE_MINUTES, CONSENT } from '../model'
import { initialsField, signFields } from '../sign-fields'
import type { SigningView, Standing } from '../signing/model'
import { ContractText } from './contract-text'
import { SignaturePad } from './signature-pad'

/** What the page says after a form. */
export interface SigningOutcome {
  /** Whether a code was just emailed. */
  isCodeSent?: boolean
  sentence?: string
  errors: Record<string, string>
  values: Record<string, string>
}

interface SigningPageProps {
  view: SigningView
  /** The signer's id in the URL. */
  reference: string | null
  studioName: string
  outcome: SigningOutcome | undefined
}

export function SigningPage({ view, reference, studioName, outcome }: SigningPageProps) {
  const { standing, blocks } = view
  const [title, lede] = headOf(view, { studioName, sendsMail: useSendsMail() })
  return (
    <>
      <PageHead title={title} lede={<WithTimes>{lede}</WithTimes>} />
      <div className="wrap ctr">
        {standing === 'completed' && view.hasPdf ? (
          <p>
            <a className="btn" href={paths.signedContract({ ref: reference })} download>
              Download signed PDF
            </a>
          </p>
        ) : null}
        {standing === 'to-sign' ? (
          <SignForm {...{ view, outcome }} action={paths.contract({ ref: reference })} />
        ) : (
          <>
            <FormRefusal outcome={outcome} />
            {IS_READABLE[standing] ? (
              <ContractText
                blocks={blocks}
                initials={() => <p className="ink2">Initials are in the signed PDF.</p>}
                release={<p className="ink2">What each client chose is in the signed PDF.</p>}
              />
            ) : null}
          </>
        )}
        {IS_READABLE[standing] ? <Everyone everyone={view.everyone} /> : null}
      </div>
    </>
  )
}

const IS_READABLE: Record<Standing, boolean> = {
  'to-sign': true,
  waiting: true,
  signed: true,
  completed: true,
  replaced: false,
  withdrawn: false,
  'called-off': false,
  expired: false,
}

function headOf(
  { standing, title, until, signer, hasPdf }: SigningView,
  { studioName, sendsMail }: { studioName: string; sendsMail: boolean },
) {
  switch (standing) {
    case 'to-sign':
      return [
        'Read *and sign.*',
        `${studioName} asks ${signer.name} to sign “${title}” by ${until}.`,
      ] as const
    case 'waiting':
      return [
        'It’s not *your turn yet.*',
        sendsMail
          ? 'We’ll email you when everyone before you has signed.'
          : 'Everyone before you signs first. This site can’t send email yet, so please open this link again later.',
      ] as const
    case 'signed':
      return [
        'You’ve *signed.*',
        sendsMail
          ? 'We’ll email you the signed copy when everyone has signed. You don’t need to do anything else.'
          : 'When everyone has signed, you’ll find the signed copy here. This site can’t send email yet.',
      ] as const
    case 'completed':
      return [
        'Signed *by everyone.*',
        hasPdf
          ? 'This contract is complete. Please keep a copy of the PDF.'
          : `This contract is complete. We’re making the signed PDF${sendsMail ? ', and we’ll email you when it’s ready' : ''}.`,
      ] as const
    case 'replaced':
      return [
        'This version *has changed.*',
        `There’s a newer version of “${title}”, so this one can’t be signed. Use the link in our latest email. You get it when it’s your turn.`,
      ] as const
    case 'withdrawn':
      return [
        'This contract *was withdrawn.*',
        `${studioName} withdrew “${title}”. You don’t need to sign it.`,
      ] as const
    case 'called-off':
      return [
        'There’s nothing *to sign.*',
        `The session that “${title}” is about won’t take place, so you don’t need to sign it. Questions? Ask ${studioName}.`,
      ] as const
    case 'expired':
      return [
        'This link *has expired.*',
        `“${title}” could be signed through ${until}. Ask ${studioName} to send it again.`,
      ] as const
  }
}

/** The choice about the model release. Neither answer is chosen at first. */
const ReleaseChoice = ({ chosen, error }: { chosen: string | undefined; error: string | undefined }) => (
  <fieldset
    className="ctr-release"
    id={fieldId('release')}
    tabIndex={-1}
    aria-describedby={error ? 'release-error' : undefined}
  >
    <legend className="ctr-label">Do you agree to this model release?</legend>
    <label className="chk">
      <input type="radio" name="release" value="yes" required defaultChecked={chosen === 'yes'} />
      <span>Yes, I agree</span>
    </label>
    <label className="chk">
      <input type="radio" name="release" value="no" required defaultChecked={chosen === 'no'} />
      <span>No, I decline</span>
    </label>
    {error ? <FieldError id="release-error">{error}</FieldError> : null}
  </fieldset>
)

interface SignFormProps extends Pick<SigningPageProps, 'view' | 'outcome'> {
  action: string
  /** Fields that name what else the form is about. */
  about?: Record<string, string>
}

const INITIALS_LATER = <p className="ink2">The clients’ initials go here.</p>
const CHOICE_LATER = <p className="ink2">The clients choose here whether they agree.</p>

/** The text of a contract, and the form that signs it, if the code for it can be emailed. */
export function SignForm({ view, action, about = {}, outcome }: SignFormProps) {
  const { signer, places, blocks, hasCode } = view
  const { values = {}, errors = {} } = outcome ?? {}
  const isHydrated = useHydrated()
  const sendsMail = useSendsMail()
  const { state, formData } = useNavigation()
  const busy = state === 'idle' ? undefined : formData?.get('intent')
  // The code is screens below the top of a contract.
  const isAboutCode = hasCode && errors.code !== undefined && Object.keys(errors).length === 1
  const refusal = <FormRefusal outcome={outcome} order={signFields(places)} />
  if (!hasCode && !sendsMail)
    return (
      <div className="ctr-form">
        <p className="note note--stop">
          Signing needs a code by email, to show that it’s you. This site can’t send email yet, so please
          contact us.
        </p>
        <ContractText blocks={blocks} initials={() => INITIALS_LATER} release={CHOICE_LATER} />
      </div>
    )
  return (
    <Form method="post" action={action} className="ctr-form" noValidate preventScrollReset>
      {/* Enter presses the first button. */}
      <button
        type="submit"
        className="vh"
        tabIndex={-1}
        aria-hidden="true"
        name="intent"
        value={hasCode ? 'sign' : 'code'}
      >
        Continue
      </button>
      <input type="hidden" name="signer" value={signer.id} />
      {Object.entries(about).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name="sha256" value={view.sha256} />
      {isAboutCode ? null : refusal}
      <ContractText
        blocks={blocks}
        initials={(number) =>
          places.initials === 0 ? (
            INITIALS_LATER
          ) : (
            <Field
              name={initialsField(number)}
              label="Your initials"
              maxLength={8}
              autoComplete="off"
              className="ctr-initials"
              defaultValue={values[initialsField(number)]}
              error={errors[initialsField(number)]}
            />
          )
        }
        release={
          places.release ? <ReleaseChoice chosen={values.release} error={errors.release} /> : CHOICE_LATER
        }
      />
      <section className="ctr-sign" aria-labelledby="sign-title">
        <h2 className="t2" id="sign-title">
          Sign
        </h2>
        <div>
          <label className="chk">
            <input
              type="checkbox"
              name="consent"
              value="yes"
              id={fieldId('consent')}
              required
              defaultChecked={values.consent === 'yes'}
              aria-invalid={errors.consent ? true : undefined}
              aria-describedby={errors.consent ? 'consent-error' : undefined}
            />
            <span>{CONSENT}</span>
          </label>
          {errors.consent ? <FieldError id="consent-error">{errors.consent}</FieldError> : null}
        </div>
        <Field
          name="name"
          label="Your full name"
          hint="Typing your name is your signature."
          autoComplete="name"
          defaultValue={values.name}
          error={errors.name}
        />
        {isHydrated ? (
          <SignaturePad initial={values.drawing ?? ''} error={errors.drawing} />
        ) : values.drawing ? (
          <>
            <input type="hidden" name="drawing" value={values.drawing} />
            {errors.drawing ? <FieldError id={fieldId('drawing')}>{errors.drawing}</FieldError> : null}
          </>
        ) : null}
        {hasCode ? (
          <>
            {outcome?.isCodeSent ? (
              <p className="note note--fix" role="status">
                We emailed a code to {signer.email}. Enter it here within {CODE_MINUTES} minutes.
              </p>
            ) : null}
            {isAboutCode ? refusal : null}
            <Field
              name="code"
              label="Code"
              hint={`The 8 digits that we emailed to ${signer.email}.`}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={12}
              className="ctr-code"
              autoFocus={outcome?.isCodeSent}
              error={errors.code}
            />
            <div className="ctr-act">
              <button
                type="submit"
                className="btn"
                name="intent"
                value="sign"
                aria-busy={busy === 'sign' || undefined}
              >
                Sign contract
              </button>
              <button type="submit" className="btn btn--line" name="intent" value="code">
                Email me a new code
              </button>
            </div>
          </>
        ) : (
          <>
            <p className="ink2">
              To show that it’s you, we’ll email a code to {signer.email}. You sign by entering it.
            </p>
            {errors.code ? <FieldError id={`${fieldId('code')}-error`}>{errors.code}</FieldError> : null}
            <div className="ctr-act">
              <button
                type="submit"
                className="btn"
                name="intent"
                value="code"
                id={fieldId('code')}
                aria-busy={busy === 'code' || undefined}
              >
                Email me a code
              </button>
            </div>
          </>
        )}
      </section>
    </Form>
  )
}

const Everyone = ({ everyone }: Pick<SigningView, 'everyone'>) => (
  <section className="ctr-everyone" aria-labelledby="signers-title">
    <h2 className="t3" id="signers-title">
      Who signs
    </h2>
    <ol className="ctr-who">
      {everyone.map(({ name, signed, isReader }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two people may have one name
        <li key={at}>
          <b>{isReader ? `${name} (you)` : name}</b>
          <span className="ink2">{signed === null ? 'Not signed yet' : `Signed ${signed}`}</span>
        </li>
      ))}
    </ol>
  </section>
)
