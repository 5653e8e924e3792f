import { data, redirectDocument } from 'react-router'
import { isFirstZone, withoutStandIns } from '~/domains/content/neutral-texts.server'
import { readSettings } from '~/domains/content/operations.server'
import { readServiceTemplates } from '~/domains/content/service-templates.server'
import { listAllServices } from '~/domains/content/services.server'
import { hoursField, SETTINGS_GROUPS, WEEKDAYS } from '~/domains/content/settings/fields'
import { listCurrencies, readSettingsGroup, saveSettingsParts } from '~/domains/content/settings.server'
import { previewTermsTemplate } from '~/domains/content/terms-template.server'
import { CONFIRMS_CURRENCY, HoursFields, SettingControl } from '~/domains/content/ui/settings-form'
import { UnshownPhotosFields } from '~/domains/galleries/editor/ui/unshown-photos-fields'
import { readShownChoices, unshownFields } from '~/domains/galleries/editor/unshown-photos'
import { readUnshownPhotos } from '~/domains/galleries/editor/website-photos.server'
import { listChoosablePhotos } from '~/domains/photos/library.server'
import { PhotoField } from '~/domains/photos/ui/photo-field'
import { FIRST_PHOTOS } from '~/domains/today/first-photos'
import { serviceField } from '~/domains/today/first-services'
import {
  addFirstServices,
  publishFirstTerms,
  readFirstPhotos,
  saveFirstHours,
  saveFirstPhotos,
  withInitials,
} from '~/domains/today/guided-setup.server'
import { GUIDED_STEPS, type GuidedStep, isGuidedStep, type SetupStep } from '~/domains/today/model'
import { markSetupStep, readSetupSteps } from '~/domains/today/setup.server'
import { FirstServicesFields } from '~/domains/today/ui/first-services-form'
import { nextStep, SetupForm, SetupSheet, SetupTabs, SkipLink } from '~/domains/today/ui/setup-form'
import { SetupList } from '~/domains/today/ui/setup-list'
import { type FormFields, readForm, sentValues } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { refuseRecord } from '~/platform/http/refuse-record.server'
import { type RequestScope, scope } from '~/platform/http/scope.server'
import { ButtonLink } from '~/ui/button-link'
import type { FormOutcome } from '~/ui/form-outcome'
import { Html } from '~/ui/html'
import { paths } from '~/ui/paths'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import '~/domains/today/ui/today.css'
import type { Route } from './+types/setup-step'

type Group = 'studio' | 'policies' | 'hours' | 'booking'

/** The settings that a step asks for, by group. */
const FIELDS: Partial<Record<GuidedStep, readonly (readonly [Group, readonly string[]])[]>> = {
  name: [
    [
      'studio',
      [
        'name',
        'logo.0',
        'logo.1',
        'accent',
        'photographer',
        'tagline',
        'description',
        'phone',
        'email',
        'copyrightNotice',
      ],
    ],
  ],
  place: [
    [
      'studio',
      [
        ...['address.street', 'address.locality', 'address.region', 'address.postalCode', 'address.country'],
        ...['areaServed', 'timeZone', 'currency'],
      ],
    ],
    ['policies', ['taxRate', 'taxNote', 'taxes.sessions', 'taxes.travel', 'taxes.extras']],
  ],
  hours: [
    ['hours', WEEKDAYS.flatMap((_, at) => [hoursField(at + 1, 'opens'), hoursField(at + 1, 'closes')])],
  ],
  terms: [['booking', ['freeReschedules', 'rescheduleHours', 'rescheduleFeeCents', 'depositRefundDays']]],
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  requireStudio(context, request, { owner: true })
  const at = context.get(scope)
  const steps = await readSetupSteps(at)
  if (params.step === 'ready') return { step: 'ready' as const, steps }
  if (!isGuidedStep(params.step)) throw data(null, { status: 404 })
  const groups = await Promise.all(
    (FIELDS[params.step] ?? []).map(async ([group]) => [group, await readSettingsGroup(at, group)] as const),
  )
  const photos = params.step === 'photos' ? await readFirstPhotos(at) : undefined
  return {
    step: params.step,
    steps,
    sender: params.step === 'email' ? (await readSettings(at)).studio.email : '',
    values:
      photos?.values ?? (await withoutStandIns(Object.assign({}, ...groups.map(([, { values }]) => values)))),
    versions: photos?.versions ?? Object.fromEntries(groups.map(([group, { version }]) => [group, version])),
    photos: photos ? await listChoosablePhotos(at, { shown: Object.values(photos.values) }) : [],
    unshown: photos ? await readUnshownPhotos(at) : null,
    hasFirstZone: params.step === 'place' && (await isFirstZone(at)),
    zones: params.step === 'place' ? Intl.supportedValuesOf('timeZone') : [],
    currencies: params.step === 'place' ? listCurrencies() : [],
    templates: params.step === 'services' ? await readServiceTemplates() : [],
    services: params.step === 'services' ? (await listAllServices(at)).map(({ title }) => title) : [],
    terms: params.step === 'terms' ? await previewTermsTemplate(at) : [],
  }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const author = requireStudio(context, request, { owner: true })
  const { step } = params
  if (!isGuidedStep(step)) throw data(null, { status: 404 })
  const at = { ...context.get(scope), author }
  const read = await readForm(request)
  if (!read.ok)
    return data<FormOutcome<string>>({ sentence: read.sentence, errors: {}, values: {} }, read.status)
  const saved = await save(at, step, read.form)
  if (!saved.ok)
    return refuseRecord<FormOutcome<string>>(saved, { values: Object.fromEntries(read.form.entries()) })
  // Also if it changed nothing, or only the address and not the tax: the owner has confirmed what was there. The
  // step with photos is done once there are some.
  if (step !== 'photos') await markSetupStep(at, step)
  // As a document, since a page keeps its currency and color from its first load.
  throw redirectDocument(studioPaths.setupStep(nextStep(step)), 303)
}

function save(
  at: RequestScope & { author: { uid: string; name: string } },
  step: GuidedStep,
  form: FormFields,
) {
  const parts = (FIELDS[step] ?? []).map(([group, names]) => ({
    group,
    sent: step === 'name' ? withInitials(sentValues(names, form)) : sentValues(names, form),
    version: Number(form.get(`version.${group}`)),
    confirmed: form.get(CONFIRMS_CURRENCY),
  }))
  const [first] = parts
  if (step === 'services') return addFirstServices(at, form)
  if (step === 'photos') {
    const pages = FIRST_PHOTOS.map(({ page }) => page)
    const versions = Object.fromEntries(pages.map((page) => [page, form.get(`version.${page}`)]))
    return saveFirstPhotos(at, { sent: sentValues(pages, form), versions, gallery: readShownChoices(form) })
  }
  if (!first) throw data(null, { status: 404 })
  switch (step) {
    case 'hours':
      return saveFirstHours(at, first)
    case 'terms':
      return publishFirstTerms(at, first)
    default:
      return saveSettingsParts(at, parts)
  }
}

export const meta: Route.MetaFunction = () => studioMeta('Set up your studio')

export default function SetupStepPage({ loaderData, actionData }: Route.ComponentProps) {
  const { steps } = loaderData
  return (
    <>
      <StudioHead title="Set up your studio" />
      <SetupTabs current={loaderData.step} steps={steps} />
      {loaderData.step === 'ready' ? (
        <Ready steps={steps} />
      ) : (
        <Step key={loaderData.step} {...loaderData} outcome={actionData} />
      )}
    </>
  )
}

type StepProps = Extract<Route.ComponentProps['loaderData'], { values: unknown }> & {
  outcome: FormOutcome<string> | undefined
}

function Step(props: StepProps) {
  const { step, steps, sender, values, versions, zones, hasFirstZone, currencies } = props
  const { photos, unshown, templates, services, terms, outcome } = props
  const shown: Partial<Record<string, string>> = { ...values, ...outcome?.values }
  const errors = outcome?.errors ?? {}
  const names = (FIELDS[step] ?? []).flatMap(([, fields]) => fields)
  const given = { step, versions, outcome, order: names }
  const isDone = steps.some((each) => each.step === step && each.isDone)
  const isStepOpen = (asked: SetupStep) => steps.some((each) => each.step === asked && !each.isDone)
  const settings = (FIELDS[step] ?? []).flatMap(([group, fields]) =>
    SETTINGS_GROUPS[group].fields
      .filter(({ name }) => fields.includes(name))
      .map((field) => (
        <SettingControl
          key={field.name}
          field={field}
          value={shown[field.name] ?? ''}
          error={errors[field.name]}
          photos={[]}
          zones={zones}
          currencies={currencies}
          suggestsZone={hasFirstZone && !isDone && !outcome}
        />
      )),
  )
  switch (step) {
    case 'name':
      return (
        <SetupForm {...given}>
          {settings}
          <p className="note">
            <span>
              If you leave the initials blank, we take them from your name. Do you have a logo?{' '}
              <a href={studioPaths.settingsLogo()}>Upload it under Branding.</a> Until then, your initials
              stand for it.
            </span>
          </p>
        </SetupForm>
      )
    case 'place':
      return <SetupForm {...given}>{settings}</SetupForm>
    case 'hours':
      return (
        <SetupForm {...given}>
          <p className="ink2">
            Leave both times blank on days you’re closed. You can add breaks, sessions with their own hours,
            and days off later under Availability.
          </p>
          <HoursFields values={shown} errors={errors} />
        </SetupForm>
      )
    case 'services':
      return (
        <SetupForm
          {...given}
          order={templates.flatMap(({ notch }) => [
            serviceField(notch, 'offered'),
            serviceField(notch, 'price'),
            serviceField(notch, 'deposit'),
          ])}
          button="Add and continue"
        >
          {services.length > 0 ? (
            <p className="note">
              <span>
                You already have {services.join(', ')}. <a href={studioPaths.services()}>Edit services</a> to
                change them. What you check here is added.
                {isStepOpen('demo')
                  ? ' Services of the demo that you haven’t edited go when you remove it.'
                  : null}
              </span>
            </p>
          ) : null}
          <p className="ink2">
            Check what you offer, and enter what a session costs. Each price is shown on your price list and
            when clients book. Leave the deposit blank if you don’t ask for one. You can change every text
            later.
          </p>
          <FirstServicesFields templates={templates} values={shown} errors={errors} />
        </SetupForm>
      )
    case 'terms':
      return (
        <SetupForm {...given} button="Publish these terms">
          {settings}
          <p className="note">
            <span>
              This is a template, not legal advice. Ask a lawyer in your state if you’re unsure. Your current
              terms are replaced. If a client has agreed to them, that version stays readable.
            </span>
          </p>
          {isStepOpen('place') ? (
            <p className="note">
              <span>
                <a href={studioPaths.setupStep('place')}>Say where you work</a> first, so that your terms name
                your state.
              </span>
            </p>
          ) : null}
          <details className="setup-terms">
            <summary>Read the terms</summary>
            <p className="small ink2">With what is saved now. Publishing uses what you enter above.</p>
            {terms.map(({ id, title, html }) => (
              <section key={id}>
                <h3>{title}</h3>
                <Html html={html} />
              </section>
            ))}
          </details>
        </SetupForm>
      )
    case 'email':
      return (
        <SetupSheet step={step}>
          <p className="ink2">
            {isDone
              ? 'Your mail server is connected. You can change it and send a test email any time.'
              : 'Choose your email provider, enter its password, and send yourself a test email.'}
          </p>
          {isStepOpen('name') ? (
            <p className="note">
              <span>
                <a href={studioPaths.setupStep('name')}>Add your email</a> first. Until then, your site sends
                emails as {sender}, and clients’ messages go there.
              </span>
            </p>
          ) : null}
          <div className="st-act">
            <ButtonLink to={studioPaths.settingsEmail()}>
              {isDone ? 'View mail server' : 'Connect mail server'}
            </ButtonLink>
            <SkipLink step={step} label={isDone ? 'Continue' : 'Skip this step'} />
          </div>
        </SetupSheet>
      )
    case 'photos':
      return (
        <SetupForm
          {...given}
          order={[
            ...FIRST_PHOTOS.map(({ page }) => page),
            ...unshownFields(unshown?.photos.map(({ item }) => item) ?? []),
          ]}
        >
          <p className="ink2">
            {isDone
              ? 'You can add more photos any time, and edit every page under Website.'
              : 'Upload a few of your best photos, then choose where they go.'}
          </p>
          <p>
            <ButtonLink to={studioPaths.photoUpload({ for: 'setup' })} variant="line">
              Upload photos
            </ButtonLink>
          </p>
          {FIRST_PHOTOS.map(({ page, label, hint }) => (
            <PhotoField
              key={page}
              name={page}
              label={label}
              hint={hint}
              defaultValue={shown[page] ?? ''}
              error={errors[page]}
              photos={photos}
            />
          ))}
          {unshown ? <UnshownPhotosFields unshown={unshown} values={shown} errors={errors} /> : null}
        </SetupForm>
      )
  }
}

function Ready({ steps }: { steps: StepProps['steps'] }) {
  const isOpen = steps.some(({ isDone }) => !isDone)
  const isReady = GUIDED_STEPS.every((step) => steps.some((each) => each.step === step && each.isDone))
  return (
    <>
      <section className="st-sheet" aria-labelledby="setup-step">
        <h2 className="t3" id="setup-step">
          {isReady ? 'Your site is ready' : 'A few steps are left'}
        </h2>
        <p className="ink2">
          {isOpen ? 'What’s left is also on Today.' : 'You’ve done everything on the list.'}
        </p>
        <p className="ink2">
          No blog, or nothing to sell?{' '}
          <a href={studioPaths.settings('pages')}>Choose which pages your site shows.</a>
        </p>
        <div className="st-act">
          <a className="btn" href={paths.home()}>
            View your site
          </a>
          <ButtonLink to={studioPaths.today()} variant="line">
            Go to Today
          </ButtonLink>
        </div>
      </section>
      {isOpen ? <SetupList steps={steps} on="ready" /> : null}
    </>
  )
}
