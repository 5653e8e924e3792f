import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Picture } from '~/domains/photos/ui/picture'
import { exactMoney } from '~/platform/money'
import { WithTimes } from '~/platform/with-times'
import { ButtonLink } from '~/ui/button-link'
import { FormRefusal } from '~/ui/form-refusal'
import { Icon } from '~/ui/icon'
import { PageHead } from '~/ui/page-head'
import { paths } from '~/ui/paths'
import { useSendsMail } from '~/ui/sends-mail'
import { FilmEdge } from '~/ui/strip'
import type { ProposalView } from '../client/model'
import { ChoiceForm } from './choice-form'

/** What the page says after a form. */
export interface ProposalOutcome {
  /** Which form; without it, the whole page. */
  form?: 'choose' | 'sign'
  isCodeSent?: boolean
  sentence?: string
  errors: Record<string, string>
  values: Record<string, string>
}

interface ProposalPageProps {
  view: ProposalView
  /** Whether the choice is shown, instead of the contract. */
  isChanging: boolean
  /** The proposal's id in the URL. */
  reference: string | null
  studioName: string
  outcome: ProposalOutcome | undefined
  /** The contract with the form that signs it, and what is due. */
  signForm: ReactNode
  payments: ReactNode
}

export function ProposalPage(props: ProposalPageProps) {
  const { view, isChanging, reference, outcome } = props
  const [title, lede] = headOf(props)
  const action = paths.proposal({ ref: reference })
  const isChoosing = view.standing === 'open' && (isChanging || outcome?.form === 'choose')
  const step = view.standing === 'signed' ? 3 : isChoosing ? 1 : 2
  const hasSession = view.standing === 'open' || view.standing === 'signed'
  return (
    <>
      <PageHead title={title} lede={<WithTimes>{lede}</WithTimes>} />
      <div className="wrap prp">
        {hasSession ? <Steps step={step} /> : null}
        {outcome && !outcome.form ? <FormRefusal outcome={outcome} /> : null}
        {hasSession ? <SessionCard session={view.session} booked={view.signed?.reference} /> : null}
        <div className="prp-main">
          {view.standing === 'open' && isChoosing ? (
            <>
              {view.intro === '' ? null : <p className="prp-intro measure">{view.intro}</p>}
              <ChoiceForm
                key={view.version}
                {...{ view, action }}
                isOpen
                outcome={outcome?.form === 'choose' ? outcome : undefined}
              />
            </>
          ) : null}
          {view.standing === 'open' && !isChoosing ? (
            <ToSign view={view} reference={reference}>
              {props.signForm}
            </ToSign>
          ) : null}
          {view.signed ? <Signed signed={view.signed}>{props.payments}</Signed> : null}
          {hasSession ? null : (
            <div>
              <ButtonLink to={paths.contact({ subject: 'My proposal' })}>Contact us</ButtonLink>
            </div>
          )}
        </div>
      </div>
    </>
  )
}

function headOf({ view, isChanging, studioName }: ProposalPageProps) {
  const { standing, title, client, until, signed } = view
  switch (standing) {
    case 'open':
      return [
        title,
        isChanging
          ? `Hello ${client}. Choose what you’d like, then sign and pay. This proposal is open through ${until}.`
          : 'Read your contract and sign. The time is yours once you’ve signed.',
      ] as const
    case 'signed':
      return [
        'You’re *booked.*',
        signed?.payments
          ? 'Thank you for signing. Here’s what to pay and when.'
          : 'Thank you for signing. There’s nothing to pay right now.',
      ] as const
    case 'withdrawn':
      return [
        'This proposal *is no longer open.*',
        `${studioName} withdrew “${title}”. If you’d still like to work with us, we’d love to hear from you.`,
      ] as const
    case 'expired':
      return [
        'This proposal *has expired.*',
        `“${title}” was open through ${until}. If you’re still interested, write to us and we’ll see what we can do.`,
      ] as const
    case 'time-lost':
      return [
        'This time *is taken.*',
        `The time in “${title}” is no longer free, so you can’t sign right now. We’re sorry. Write to us, and we’ll find another one.`,
      ] as const
    case 'called-off':
      return [
        'There’s nothing *to sign.*',
        `The session in “${title}” won’t take place, so you don’t need to sign. Questions? Ask ${studioName}.`,
      ] as const
  }
}

const STEPS = ['Choose', 'Sign', 'Pay']

const Steps = ({ step }: { step: number }) => (
  <ol className="prp-steps" aria-label="Steps">
    {STEPS.map((label, at) => (
      <li key={label} aria-current={at + 1 === step ? 'step' : undefined}>
        {at + 1 < step ? (
          <Icon name="check" small />
        ) : (
          <span className="edge pt" aria-hidden="true">
            {at + 1}
          </span>
        )}
        {label}
        {at + 1 < step ? <span className="vh">, done</span> : null}
      </li>
    ))}
  </ol>
)

/** The session that the proposal is about, styled as a filed negative. @param booked the booking's number */
const SessionCard = ({
  session: { title, date, time, location, picture },
  booked,
}: Pick<ProposalView, 'session'> & { booked: string | undefined }) => (
  <aside className="sum sum--made prp-sum" data-theme="darkroom" aria-label="Your session">
    <FilmEdge frame="6A" />
    {picture ? (
      <div className="sum__ph">
        <Picture photo={picture} ratio="3/2" sizes="(min-width: 64rem) 34vw, 92vw" alt="" priority />
      </div>
    ) : null}
    <h2 className="t2">{title}</h2>
    <dl>
      {booked ? (
        <>
          <dt>Booking number</dt>
          <dd>{booked}</dd>
        </>
      ) : null}
      <dt>Date</dt>
      <dd>{date}</dd>
      <dt>Time</dt>
      <dd>{time}</dd>
      <dt>Location</dt>
      <dd>{location}</dd>
    </dl>
  </aside>
)

function ToSign({
  view: { chosen },
  reference,
  children,
}: Pick<ProposalPageProps, 'view' | 'reference'> & { children: ReactNode }) {
  if (!chosen) return null
  const { lines, addedTaxCents, taxLabel, totalCents } = chosen.price
  return (
    <>
      <section aria-labelledby="choice-title" id="sign" tabIndex={-1}>
        <h2 className="t2" id="choice-title">
          Your choice
        </h2>
        <ul className="prp-lines">
          {lines.map(({ title, quantity, cents }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a choice never changes
            <li key={at} className="prp-line">
              <span>{quantity > 1 ? `${title} × ${quantity}` : title}</span>
              <span>{exactMoney(cents)}</span>
            </li>
          ))}
          {addedTaxCents > 0 ? (
            <li className="prp-line">
              <span>{taxLabel}</span>
              <span>{exactMoney(addedTaxCents)}</span>
            </li>
          ) : null}
          <li className="prp-line t3">
            <span>Total</span>
            <span>{exactMoney(totalCents)}</span>
          </li>
        </ul>
        <ul className="prp-pay">
          {chosen.payments.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
        <p>
          <Link className="txt tap" to={paths.proposal({ ref: reference, change: 'yes' })}>
            Change your choice
          </Link>
        </p>
      </section>
      {children}
    </>
  )
}

const Signed = ({
  signed,
  children,
}: {
  signed: NonNullable<ProposalView['signed']>
  children: ReactNode
}) => {
  const sendsMail = useSendsMail()
  return (
    <>
      {signed.payments ? (
        <section aria-labelledby="pay-title">
          <h2 className="t2" id="pay-title">
            Payments
          </h2>
          <div className="prp-due">{children}</div>
          {signed.payments.payable.length === 0 &&
          signed.payments.instructions === '' &&
          signed.payments.processing === '' ? (
            <p className="measure">Reply to our email, and we’ll tell you how to pay.</p>
          ) : null}
        </section>
      ) : null}
      <p className="measure">
        You signed on {signed.signedAt}.{' '}
        {signed.isWaiting
          ? sendsMail
            ? 'We’ll email you the signed contract when everyone has signed.'
            : 'The contract is complete when everyone has signed.'
          : sendsMail
            ? 'The signed contract is in your email.'
            : 'Everyone has signed the contract. Ask us for a copy, since this site can’t send email yet.'}
      </p>
    </>
  )
}
