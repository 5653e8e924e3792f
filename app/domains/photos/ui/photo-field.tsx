import { useRef, useState } from 'react'
import { fieldId, Select } from '~/ui/field'
import { useHydrated } from '~/ui/hydrated'
import type { ChoosablePhoto } from '../choosing/model'
import { PhotoChooser } from './photo-chooser'
import { PhotoThumb } from './photo-thumb'

interface PhotoFieldProps {
  name: string
  label: string
  hint?: string | undefined
  error?: string | undefined
  optional?: boolean | undefined
  defaultValue: string
  autoFocus?: boolean
  photos: ChoosablePhoto[]
}

/** A photograph of the library, by its title; with script, by its picture too. */
export function PhotoField({ photos, defaultValue, ...field }: PhotoFieldProps) {
  const [chosen, setChosen] = useState(defaultValue)
  const [found, setFound] = useState<ChoosablePhoto>()
  const [isOpen, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const isAlive = useHydrated()
  const options = found && !photos.some(({ slug }) => slug === found.slug) ? [found, ...photos] : photos
  const choose = (photo: ChoosablePhoto) => {
    setFound(photo)
    setChosen(photo.slug)
    setOpen(false)
    // The form hears of it as if it had been chosen from the list.
    requestAnimationFrame(() => {
      const select = box.current?.querySelector('select')
      select?.dispatchEvent(new Event('change', { bubbles: true }))
      select?.dispatchEvent(new Event('input', { bubbles: true }))
      select?.focus()
    })
  }
  return (
    <div className="phf" ref={box}>
      <PhotoThumb photo={options.find(({ slug }) => slug === chosen)} />
      <Select {...field} value={chosen} onChange={(event) => setChosen(event.target.value)}>
        {options.some(({ slug }) => slug === chosen) ? null : (
          <option value={chosen}>{chosen === '' ? 'Choose a photo' : `${chosen}, not in the library`}</option>
        )}
        {options.map(({ slug, title }) => (
          <option key={slug} value={slug}>
            {title}
          </option>
        ))}
      </Select>
      {isAlive ? (
        <button
          type="button"
          className="btn btn--line phf__by"
          aria-describedby={fieldId(field.name)}
          onClick={() => setOpen(true)}
        >
          Browse photos
        </button>
      ) : null}
      {isOpen ? <PhotoChooser photos={photos} onChoose={choose} onClose={() => setOpen(false)} /> : null}
    </div>
  )
}
