import type { Editor } from '@tiptap/core'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { ChoosablePhoto } from '~/domains/photos/model'
import { PhotoField } from '~/domains/photos/ui/photo-field'
import { Field, Select } from '~/ui/field'
import { StudioDialog } from '~/ui/studio/studio-dialog'
import { CAPTION_MAX } from '../schema'
import { videoOfLink } from '../video'
import { BLOCKS, type BlockChoices, type BlockName } from './block-view'

interface BlockDialogProps {
  editor: Editor
  name: BlockName
  choices: BlockChoices
  photos: ChoosablePhoto[]
  onClose: () => void
}

/** Adds a block. No form, since it is within the post's form. */
export function BlockDialog({ editor, name, choices, photos, onClose }: BlockDialogProps) {
  const box = useRef<HTMLDivElement>(null)
  const [error, setError] = useState<string>()
  const { label, attribute } = BLOCKS[name]
  const options = name === 'video' ? [] : (choices[name] ?? [])
  const typedIn = (id: string) =>
    box.current?.querySelector<HTMLInputElement | HTMLSelectElement>(`#${id}`)?.value.trim() ?? ''
  const add = (attrs: Record<string, string>) => {
    editor.chain().focus().insertContent({ type: name, attrs }).run()
    onClose()
  }
  const save = () => {
    if (name !== 'video') {
      const chosen = typedIn('block-record')
      if (chosen !== '') add({ [attribute]: chosen })
      return
    }
    const video = videoOfLink(typedIn('block-video'))
    if (!video) {
      setError('Enter the link of a YouTube or Vimeo video, such as https://youtu.be/aqz-KE-bpKQ.')
      return
    }
    const photo = box.current?.querySelector<HTMLSelectElement>('select[name="block-poster"]')?.value ?? ''
    add({
      service: video.service,
      video: video.id,
      title: typedIn('block-title').slice(0, CAPTION_MAX),
      photo,
    })
  }
  const saveByEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    save()
  }
  return (
    <StudioDialog label={label} onClose={onClose}>
      <div className="editor-link" ref={box}>
        {name === 'video' ? (
          <>
            <Field
              name=""
              id="block-video"
              label="Video link"
              error={error}
              autoComplete="off"
              onKeyDown={saveByEnter}
              hint="From YouTube or Vimeo. Visitors load it from there only when they press play."
            />
            <Field
              name=""
              id="block-title"
              label="Title"
              optional
              maxLength={CAPTION_MAX}
              onKeyDown={saveByEnter}
            />
            <PhotoField name="block-poster" label="Poster" optional defaultValue="" photos={photos} />
          </>
        ) : options.length > 0 ? (
          <Select name="" id="block-record" label={label}>
            {options.map(({ value, label: words }) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </Select>
        ) : (
          <p>{NOTHING[name]}</p>
        )}
        <div className="dlg__act">
          {name === 'video' || options.length > 0 ? (
            <button type="button" className="btn" onClick={save}>
              Add {label.toLowerCase()}
            </button>
          ) : null}
          <button type="button" className="btn btn--line" onClick={onClose}>
            Cancel
          </button>
        </div>
      </div>
    </StudioDialog>
  )
}

const NOTHING = {
  galleryTeaser: 'No gallery is published on your site yet. Publish one, then add it here.',
  sessionOffer: 'No session type is published yet. Publish one, then add it here.',
  testimonial: 'No testimonial has a permission yet. Record one, then add it here.',
  postTeaser: 'No post is published yet. Publish one, then add it here.',
}
