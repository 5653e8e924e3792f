import type { ReactNode } from 'react'
import { Form } from 'react-router'
import { Field } from '~/ui/field'
import { SavedNote } from '~/ui/studio/saved-note'
import { BRAND_FILE_BYTES, brandAddress } from '../brand-files'
import type { BrandSlot, BrandPicture as Picture } from '../model'
import { BrandPicture } from './logo'

const WORDS: Record<BrandSlot, { title: string; about: string; hint: string; without: string }> = {
  logo: {
    title: 'Logo',
    about:
      'Shown in your header, footer, emails, and the Studio. If you don’t upload one, we use your initials.',
    hint: 'PNG, JPEG, or WebP, up to 2 MB. Shown about 40 pixels tall. On dark backgrounds it gets a light backing.',
    without: 'Use initials',
  },
  favicon: {
    title: 'Favicon',
    about:
      'Shown in browser tabs, bookmarks, and phone home screens. If you don’t upload one, we use your initials.',
    hint: 'PNG, JPEG, or WebP, square, at least 180 pixels on each side (512 is best), up to 2 MB.',
    without: 'Use initials',
  },
}

interface MarkFormProps {
  slot: BrandSlot
  version: number
  /** Of the business. */
  name: string
  picture: Picture | null
  /** The image that the last change replaced. */
  before: Picture | null
  isDone: boolean
  refusal: string | undefined
  /** Shown without an image. */
  children: ReactNode
}

/** The form for the logo or the icon: replace or remove it. */
export function MarkForm({ slot, version, name, picture, before, isDone, refusal, children }: MarkFormProps) {
  const { title, about, hint, without } = WORDS[slot]
  const hidden = (
    <>
      <input type="hidden" name="slot" value={slot} />
      <input type="hidden" name="version" value={version} />
    </>
  )
  return (
    <section className="st-mark" aria-labelledby={`mark-${slot}`}>
      <h2 className="st-h2" id={`mark-${slot}`}>
        {title}
      </h2>
      {isDone ? <SavedNote>Saved and published.</SavedNote> : null}
      <p className="ink2">{about}</p>
      <Shown slot={slot} picture={picture} name={name}>
        {children}
      </Shown>
      <Form method="post" encType="multipart/form-data" className="st-form" reloadDocument>
        {hidden}
        <Field
          type="file"
          name="picture"
          id={`picture-${slot}`}
          label={picture ? 'New image' : 'Image'}
          accept="image/png,image/jpeg,image/webp"
          hint={hint}
          error={refusal}
          onChange={({ currentTarget }) =>
            currentTarget.setCustomValidity(sizeRefusal(currentTarget.files?.[0]))
          }
        />
        <div className="st-act">
          <button type="submit" className="btn">
            Upload
          </button>
        </div>
      </Form>
      {picture || before ? (
        <Form method="post" className="st-act">
          {hidden}
          {picture ? (
            <button type="submit" className="btn btn--line" name="intent" value="remove">
              {without}
            </button>
          ) : null}
          {before && before.hash !== picture?.hash ? (
            <button type="submit" className="btn btn--line" name="intent" value="restore">
              Restore previous
            </button>
          ) : null}
        </Form>
      ) : null}
    </section>
  )
}

/** Checked before the upload, which could take a minute on a slow connection. */
const sizeRefusal = (file: File | undefined): string =>
  file && file.size > BRAND_FILE_BYTES ? 'This file is over the 2 MB limit. Choose a smaller one.' : ''

/** On the light and the dark background. */
function Shown({
  slot,
  picture,
  name,
  children,
}: Pick<MarkFormProps, 'slot' | 'picture' | 'name' | 'children'>) {
  if (!picture || slot === 'favicon')
    return (
      <div className="st-mark__now">
        <div>
          {picture ? <img src={brandAddress(picture, '192')} width={64} height={64} alt={name} /> : children}
        </div>
      </div>
    )
  return (
    <div className="st-mark__now">
      <div>
        <BrandPicture picture={picture} name={name} />
      </div>
      <div data-theme="darkroom">
        <BrandPicture picture={picture} name={name} />
      </div>
    </div>
  )
}
