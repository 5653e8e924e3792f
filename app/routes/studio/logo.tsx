import { data, redirect } from 'react-router'
import {
  type BrandChanged,
  putBrandPicture,
  readBrand,
  readFavicon,
  removeBrandPicture,
  restoreBrandPicture,
} from '~/domains/content/brand.server'
import { BRAND_FILE_BYTES, brandAddress } from '~/domains/content/brand-files'
import type { BrandSlot } from '~/domains/content/model'
import { readSettings } from '~/domains/content/operations.server'
import { MarkForm } from '~/domains/content/ui/logo-form'
import { StudioLogo } from '~/domains/content/ui/studio-logo'
import { readForm } from '~/platform/http/forms.server'
import { requireStudio } from '~/platform/http/guard.server'
import { BROKEN_FORM, JUST_CHANGED } from '~/platform/http/notices'
import { refuseRecord } from '~/platform/http/refuse-record.server'
import { scope } from '~/platform/http/scope.server'
import { readUpload } from '~/platform/http/upload.server'
import { SectionTabs } from '~/ui/studio/section-tabs'
import { StudioHead } from '~/ui/studio/studio-head'
import { studioMeta } from '~/ui/studio/studio-meta'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { Route } from './+types/logo'

const isSlot = (text: string): text is BrandSlot => text === 'logo' || text === 'favicon'

export async function loader({ request, context }: Route.LoaderArgs) {
  requireStudio(context, request, { owner: true })
  const at = context.get(scope)
  const [{ studio }, brand, icon] = await Promise.all([readSettings(at), readBrand(at), readFavicon(at)])
  const done = new URL(request.url).searchParams.get('done') ?? ''
  return { name: studio.name, letters: studio.logo, brand, icon, done: isSlot(done) ? done : null }
}

export async function action({ request, context }: Route.ActionArgs) {
  const author = requireStudio(context, request, { owner: true })
  const at = { ...context.get(scope), author }
  // Buttons without a file post an urlencoded form.
  const isUpload = /^multipart\//i.test(request.headers.get('content-type') ?? '')
  const read = isUpload
    ? await readUpload(request, { field: 'picture', maxBytes: BRAND_FILE_BYTES })
    : await readForm(request)
  if (!read.ok) return refuse(read.status, null, read.sentence)
  const [slot, intent] = [read.form.get('slot'), read.form.get('intent')]
  const version = Number(read.form.get('version'))
  if (!isSlot(slot)) return refuse(422, null, BROKEN_FORM)
  if ('file' in read && read.file instanceof Uint8Array)
    return answer(slot, await putBrandPicture(at, { slot, version, data: read.file }))
  switch (intent) {
    case 'remove':
      return answer(slot, await removeBrandPicture(at, { slot, version }))
    case 'restore':
      return answer(slot, await restoreBrandPicture(at, { slot, version }))
    default:
      return refuse(422, slot, BROKEN_FORM)
  }
}

function answer(slot: BrandSlot, changed: BrandChanged) {
  if (changed.ok) throw redirect(`${studioPaths.settingsLogo()}?done=${slot}`, 303)
  if (changed.reason !== 'refused') return refuseRecord<Outcome>(changed, { slot }, JUST_CHANGED)
  return refuse(422, slot, changed.sentence)
}

interface Outcome {
  slot: BrandSlot | null
  sentence?: string
}

const refuse = (status: number, slot: BrandSlot | null, sentence: string) =>
  data<Outcome>({ slot, sentence }, status)

export const meta: Route.MetaFunction = () => studioMeta('Branding, settings')

export default function LogoSettings({ loaderData, actionData }: Route.ComponentProps) {
  const { name, letters, brand, icon, done } = loaderData
  const given = { version: brand.version, name }
  const refusalOf = (slot: BrandSlot) =>
    actionData && (actionData.slot ?? 'logo') === slot ? actionData.sentence : undefined
  return (
    <>
      <StudioHead title="Branding" />
      <SectionTabs />
      <div className="st-sheet st-marks">
        <MarkForm
          {...given}
          slot="logo"
          picture={brand.logo}
          before={brand.before.logo}
          isDone={done === 'logo' && !actionData}
          refusal={refusalOf('logo')}
        >
          <span className="logo">
            <StudioLogo letters={letters} picture={null} name={name} />
          </span>
        </MarkForm>
        <MarkForm
          {...given}
          slot="favicon"
          picture={brand.favicon}
          before={brand.before.favicon}
          isDone={done === 'favicon' && !actionData}
          refusal={refusalOf('favicon')}
        >
          <img src={icon ? brandAddress(icon, '192') : '/icon-192.png'} width={64} height={64} alt="" />
        </MarkForm>
      </div>
    </>
  )
}
