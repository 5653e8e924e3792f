import type { ChoosablePhoto } from '~/domains/photos/model'
import type { EditedText } from '~/domains/texts/model'
import type { FieldValues, IntentOutcome } from '~/platform/forms'
import { FormRefusal } from '~/ui/form-refusal'
import { LeaveGuard } from '~/ui/studio/leave-guard'
import { SavedNote } from '~/ui/studio/saved-note'
import { studioPaths } from '~/ui/studio/studio-paths'
import {
  type ListedService,
  SERVICE_FIELDS,
  SERVICE_FIELDS_WITHOUT_PRICE,
  type ServicePrices,
} from '../services'
import { PricesBeside, StartingPrice } from './prices-beside'
import { BesidePreview, RemoveForm, RemoveLink, RowForm, useDirty } from './row-form'
import { PackageList } from './service-list'

interface ServiceEditorProps {
  title: string
  /** null: a new one. */
  slug: string | null
  values: FieldValues
  version: number | null
  photos: ChoosablePhoto[]
  texts: Record<string, EditedText>
  packages?: ListedService['packages']
  /** undefined for a new one. */
  prices?: ServicePrices | undefined
  /** What depends on it, shown before deleting. */
  dependents?: { sessionTypes: string[]; pages: string[] } | null
  isOwner: boolean
  done?: string | null
  outcome: IntentOutcome | undefined
}

/** One service with its packages. */
export function ServiceEditor(props: ServiceEditorProps) {
  const {
    title,
    slug,
    values,
    version,
    photos,
    texts,
    packages = [],
    prices,
    dependents,
    isOwner,
    outcome,
  } = props
  const saving = outcome?.intent === 'save' ? outcome : undefined
  const dirty = useDirty(saving)
  const source = prices?.sessionTypes.find(({ setsPrice }) => setsPrice)
  const preview = studioPaths.servicePreview(slug ?? 'new')
  return (
    <BesidePreview action={preview} page="Services">
      <div className="cat-page">
        {slug !== null && version !== null && dependents ? (
          <RemoveForm title={`“${title}”`} version={version} back={studioPaths.service(slug)}>
            <ServiceDependents dependents={dependents} packages={packages.length} />
          </RemoveForm>
        ) : null}
        {outcome && !saving ? <FormRefusal outcome={outcome} /> : null}
        <RowForm
          // New stored values reset the form.
          key={JSON.stringify(values)}
          fields={source ? SERVICE_FIELDS_WITHOUT_PRICE : SERVICE_FIELDS}
          hints={
            prices && prices.sessionTypes.length > 0
              ? { fromPrice: <PricesBeside prices={prices} except="service" isOwner={isOwner} /> }
              : undefined
          }
          {...{ values, version, photos, texts, dirty }}
          previews={[{ action: preview }]}
          outcome={saving}
        >
          {outcome ? null : <SavedNote>{props.done}</SavedNote>}
          {slug === null ? (
            <p className="ink2">When you save, the URL is created from the title. It won’t change later.</p>
          ) : (
            <p className="ink2">
              URL: <span className="mono">/services#{slug}</span>. It stays the same if you change the title.
            </p>
          )}
          {prices && source ? (
            <StartingPrice service={prices.service} source={source} isOwner={isOwner} />
          ) : null}
        </RowForm>
        {slug === null ? null : <PackageList service={{ slug, packages }} />}
        {slug !== null && isOwner && !dependents ? (
          <RemoveLink to={studioPaths.service(slug, { remove: 'ask' })}>Delete service</RemoveLink>
        ) : null}
        <LeaveGuard isDirty={dirty.isDirty} />
      </div>
    </BesidePreview>
  )
}

interface ServiceDependentsProps {
  dependents: { sessionTypes: string[]; pages: string[] }
  packages: number
}

/** What is deleted with a service, and what stays. */
export function ServiceDependents({ dependents: { sessionTypes, pages }, packages }: ServiceDependentsProps) {
  return (
    <ul className="note__list">
      {packages > 0 ? (
        <li>This also deletes {packages === 1 ? '1 package' : `${packages} packages`}.</li>
      ) : null}
      {sessionTypes.length > 0 ? (
        <li>
          These session types stay bookable but won’t be linked to a service: {sessionTypes.join(', ')}.
        </li>
      ) : null}
      {pages.length > 0 ? (
        <li>
          These pages feature this service: {pages.join(' and ')}. Choose a different service on those pages
          first.
        </li>
      ) : null}
      <li>To hide it without deleting it, uncheck “On the site” instead.</li>
    </ul>
  )
}
