import { Form, useNavigation } from 'react-router'
import { checkSenderDomain, readSenderDomain } from '~/domains/newsletter/domain-check/operations.server'
import { requireStudio } from '~/platform/http/guard.server'
import { scope } from '~/platform/http/scope.server'
import { Field } from '~/ui/field'
import { SectionTabs } from '~/ui/studio/section-tabs'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import type { Route } from './+types/newsletter-domain'

export async function loader({ request, context }: Route.LoaderArgs) {
  requireStudio(context, request, { owner: true })
  const at = context.get(scope)
  const typed = new URL(request.url).searchParams.get('selector')
  const selector = typed?.trim() ?? ''
  return {
    ...(await readSenderDomain(at)),
    selector,
    checked: typed === null ? null : await at.aside(() => checkSenderDomain(at, { selector })),
  }
}

export const meta: Route.MetaFunction = () => studioMeta('Check my domain')

const STATES = { ok: 'OK', advice: 'Check this', missing: 'Fix this', 'not-asked': 'Unknown' }

export default function NewsletterDomain({ loaderData }: Route.ComponentProps) {
  const { domain, email, selector, checked } = loaderData
  const isChecking = useNavigation().state === 'loading'
  return (
    <>
      <StudioHead title="Check my domain" />
      <SectionTabs />
      <p className="st-sheet ink2">
        Your emails come from {email}. Other mail servers ask the name servers of {domain} whether your mail
        server may send them. We ask the same, and show the records to add where you bought the domain.
      </p>
      <Form className="st-sheet" noValidate>
        <Field
          name="selector"
          label="DKIM selector"
          optional
          maxLength={255}
          defaultValue={selector}
          autoCapitalize="none"
          spellCheck={false}
          error={checked?.ok === false ? checked.sentence : undefined}
          hint="Leave blank to try the usual ones."
        />
        <div className="st-act">
          <button type="submit" className="btn" aria-busy={isChecking || undefined}>
            {isChecking ? 'Checking…' : 'Check domain'}
          </button>
        </div>
      </Form>
      {checked?.ok
        ? checked.findings.map(({ name, state, sentence, found, record }) => (
            <section className="st-sheet" key={name} aria-labelledby={`check-${name.replace(' ', '-')}`}>
              <h2 className="st-h2" id={`check-${name.replace(' ', '-')}`}>
                {name}: {STATES[state]}
              </h2>
              <p>{sentence}</p>
              {found.map((text) => (
                <p className="ink2" key={text}>
                  Found: <code>{text}</code>
                </p>
              ))}
              {record ? (
                <>
                  <Field
                    label={`Name (${record.type})`}
                    name={`${name}-name`}
                    readOnly
                    defaultValue={record.name}
                  />
                  <Field label="Value" name={`${name}-value`} readOnly defaultValue={record.value} />
                </>
              ) : null}
            </section>
          ))
        : null}
    </>
  )
}
