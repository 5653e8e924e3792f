import type { ReactNode } from 'react'
import { Form, Link, useNavigation } from 'react-router'
import { Field, Select } from '~/ui/field'
import type { FormOutcome } from '~/ui/form-outcome'
import { FormRefusal } from '~/ui/form-refusal'
import { studioPaths } from '~/ui/studio/studio-paths'
import {
  type Encryption,
  MAIL_PROVIDERS,
  MAIL_SERVER_FIELDS,
  type MailProvider,
  type ShownMailServer,
} from '../mail-server'

interface MailServerFormProps {
  /** The saved one, if there is one. */
  server: ShownMailServer | null
  /** Fills in the form, if one is chosen. */
  provider: MailProvider | null
  outcome: FormOutcome<string> | undefined
}

const ENCRYPTION_LABELS: Record<Encryption, string> = {
  tls: 'TLS (usually port 465)',
  starttls: 'STARTTLS (usually port 587)',
  none: 'None (only for a server without a user name)',
}

/** The mail server, which is saved once it has accepted a test email. */
export function MailServerForm({ server, provider, outcome }: MailServerFormProps) {
  const { state, formData } = useNavigation()
  const isSaving = state === 'submitting' && formData?.get('intent') === 'server'
  const values: Record<string, string> = {
    host: server?.host ?? '',
    port: server ? String(server.port) : '587',
    encryption: server?.encryption ?? 'starttls',
    username: server?.username ?? '',
    ...(provider && {
      ...{ host: provider.host, port: String(provider.port), encryption: provider.encryption },
      username: provider.username ?? (server?.host === provider.host ? server.username : ''),
    }),
    ...outcome?.values,
  }
  const errors = outcome?.errors ?? {}
  const field = (name: (typeof MAIL_SERVER_FIELDS)[number], label: string) => ({
    ...{ name, label, error: errors[name], defaultValue: values[name] },
  })
  const hasPassword = Boolean(server?.username) && !server?.isLocked
  return (
    <>
      <Form
        method="post"
        className="st-sheet"
        id="mail-server"
        aria-labelledby="mail-server-title"
        noValidate
      >
        <h2 className="st-h2" id="mail-server-title">
          Mail server
        </h2>
        <p className="ink2">
          Use the mailbox you already have, or a sending service. Choose yours to fill in its server.
        </p>
        <nav className="seg" aria-label="Email providers">
          {MAIL_PROVIDERS.map(({ key, label }) => (
            <Link
              key={key}
              to={`${studioPaths.settingsEmail({ provider: key })}#mail-server`}
              preventScrollReset
              aria-current={key === provider?.key ? 'true' : undefined}
            >
              {label}
            </Link>
          ))}
        </nav>
        {server?.isLocked ? (
          <p className="note note--stop" role="status">
            The saved password was encrypted with another secret, so emails wait. Enter it again.
          </p>
        ) : null}
        <FormRefusal outcome={outcome} order={MAIL_SERVER_FIELDS} />
        <input type="hidden" name="intent" value="server" />
        <input type="hidden" name="server-version" value={server?.version ?? 0} />
        <Field {...field('host', 'Server')} autoCapitalize="none" spellCheck={false} />
        <Field {...field('port', 'Port')} inputMode="numeric" />
        <Select {...field('encryption', 'Encryption')}>
          {Object.entries(ENCRYPTION_LABELS).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
        <Field
          {...field('username', 'User name')}
          hint={provider?.hint}
          optional
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Field
          {...field('password', 'Password')}
          type="password"
          hint={hasPassword ? 'Leave blank to keep the saved one.' : 'Encrypted, and never shown again.'}
          optional
          autoComplete="off"
        />
        <div className="st-act">
          <button type="submit" className="btn" aria-busy={isSaving || undefined}>
            {isSaving ? 'Sending a test…' : 'Test and save'}
          </button>
        </div>
      </Form>
      {server ? <RemoveMailServer /> : null}
    </>
  )
}

/** @param props `children`: said above the button */
export function RemoveMailServer({ children }: { children?: ReactNode }) {
  return (
    <Form method="post" className="st-sheet">
      {children}
      <div className="st-act">
        <button type="submit" name="intent" value="remove-server" className="btn btn--line">
          Remove mail server
        </button>
      </div>
    </Form>
  )
}
