import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { FactList } from '~/ui/studio/fact-list'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { StudioProposal } from '../reading.server'
import { ChoiceForm } from './choice-form'

/** What became of the version that was sent last. */
export function SentProposalRecord({ proposal }: { proposal: StudioProposal }) {
  const { sent, booking, messageId, contractId } = proposal
  const about = [
    ...(booking ? [{ label: 'Booking', value: booking.label, to: studioPaths.booking(booking.id) }] : []),
    ...(messageId === null
      ? []
      : [{ label: 'Message', value: 'Open the message', to: studioPaths.message('messages', messageId) }]),
    ...(contractId === null || proposal.state !== 'signed'
      ? []
      : [{ label: 'Contract', value: 'Open the contract', to: studioPaths.contract(contractId) }]),
  ]
  if (!sent && about.length === 0) return null
  return (
    <section className="st-sheet prp-record" aria-label="Progress">
      {sent ? (
        <p>
          Version {sent.number}
          {sent.isOpen ? `, open through ${sent.until}` : ''}
        </p>
      ) : null}
      <FactList
        facts={[
          ...(sent?.marks ?? []).map(({ label, when }) => ({ label, value: when === '' ? 'Not yet' : when })),
          ...(sent?.isOpen ? [{ label: 'Reminder', value: sent.reminder.label }] : []),
          ...about,
        ]}
      />
      {sent?.chosen ? (
        <>
          <h2 className="st-h2">{proposal.state === 'signed' ? 'Signed for' : 'Chosen so far'}</h2>
          <FactList facts={sent.chosen.lines.map(({ label, amount }) => ({ label, value: amount }))} />
          <ul>
            {sent.chosen.payments.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        </>
      ) : null}
      {sent?.isOpen ? (
        <div className="st-act">
          <Button intent="renew" fields={{}}>
            Email a new link
          </Button>
          {sent.reminder.canTurn ? (
            <Button intent={`reminder-${sent.reminder.canTurn}`} fields={{}}>
              {sent.reminder.canTurn === 'off' ? 'Turn reminder off' : 'Turn reminder on'}
            </Button>
          ) : null}
          <Button intent="withdraw" fields={{ number: String(sent.number) }}>
            Withdraw proposal
          </Button>
        </div>
      ) : null}
    </section>
  )
}

export const Button = ({
  intent,
  fields,
  children,
  isMain = false,
}: {
  intent: string
  fields: Record<string, string>
  children: string
  isMain?: boolean
}) => (
  <Form method="post">
    {Object.entries(fields).map(([name, value]) => (
      <input key={name} type="hidden" name={name} value={value} />
    ))}
    <button type="submit" className={isMain ? 'btn' : 'btn btn--line'} name="intent" value={intent}>
      {children}
    </button>
  </Form>
)

/** The saved draft as its client would see it, and what's missing. */
export function ProposalPreview({
  proposal,
  contract,
}: {
  proposal: StudioProposal
  /** The text of its contract. */
  contract: ReactNode
}) {
  const { preview, problems, version } = proposal
  return (
    <section className="st-sheet prp-record" aria-labelledby="preview-title" id="preview">
      <h2 className="st-h2" id="preview-title">
        Preview
      </h2>
      {problems.length > 0 ? (
        <div className="note">
          <p>Before you can send it:</p>
          <ul>
            {problems.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        </div>
      ) : (
        <Button intent="send" fields={{ version: String(version) }} isMain>
          Send proposal
        </Button>
      )}
      {preview ? (
        <>
          <ChoiceForm view={preview} action="" isOpen={false} outcome={undefined} />
          <h3 className="t3">The contract for the first package</h3>
          {contract}
        </>
      ) : null}
    </section>
  )
}
