import { useEffect, useRef, useState } from 'react'
import { useFetcher } from 'react-router'
import { fieldId, Select } from '~/ui/field'
import { useHydrated } from '~/ui/hydrated'
import { StudioDialog } from '~/ui/studio/studio-dialog'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { ChoosablePhoto } from '../model'

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

/** Chooses a photo of the library by title, or with script by its thumbnail. */
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
    // Dispatches an event, so that the form notices the change like a choice from the list.
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

/** Pause in typing before searching, in milliseconds. */
const PAUSE = 250

interface PhotoChooserProps {
  photos: ChoosablePhoto[]
  onChoose: (photo: ChoosablePhoto) => void
  onClose: () => void
}

/** The library as thumbnails, filtered by typing. */
export function PhotoChooser({ photos, onChoose, onClose }: PhotoChooserProps) {
  const [words, setWords] = useState('')
  const { load, data } = useFetcher<{ photos: ChoosablePhoto[] }>()
  const search = words.trim()
  useEffect(() => {
    if (search === '') return
    const timer = setTimeout(() => load(studioPaths.photoChoice(search)), PAUSE)
    return () => clearTimeout(timer)
  }, [search, load])
  const shown = search === '' ? photos : (data?.photos ?? photos)
  return (
    <StudioDialog label="Choose a photo" className="phc" onClose={onClose}>
      <label className="vh" htmlFor="photo-words">
        Search titles
      </label>
      <input
        className="in"
        id="photo-words"
        type="search"
        placeholder="Title"
        maxLength={100}
        autoComplete="off"
        value={words}
        onChange={(event) => setWords(event.target.value)}
        onKeyDown={(event) => {
          // Enter would submit the form around it.
          if (event.key === 'Enter') event.preventDefault()
        }}
      />
      <p className="phc__none" role="status">
        {shown.length === 0 ? 'No photos found.' : ''}
      </p>
      <ul className="phc__list">
        {shown.map((photo) => (
          <li key={photo.slug}>
            <button type="button" onClick={() => onChoose(photo)}>
              <PhotoThumb photo={photo} />
              <span>{photo.title}</span>
            </button>
          </li>
        ))}
      </ul>
    </StudioDialog>
  )
}

/** A square thumbnail beside the photo's title. */
export function PhotoThumb({ photo }: { photo: ChoosablePhoto | undefined }) {
  return (
    <span className="thumb" style={{ backgroundColor: photo?.tone }}>
      {photo?.thumb ? <img src={photo.thumb} alt="" loading="lazy" /> : null}
    </span>
  )
}
