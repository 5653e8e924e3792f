import { useEffect, useState } from 'react'
import { useFetcher } from 'react-router'
import { StudioDialog } from '~/ui/studio/studio-dialog'
import { studioPaths } from '~/ui/studio/studio-paths'
import type { ChoosablePhoto } from '../choosing/model'
import { PhotoThumb } from './photo-thumb'

/** How long typing rests before the library is asked, in milliseconds. */
const PAUSE = 250

interface PhotoChooserProps {
  photos: ChoosablePhoto[]
  onChoose: (photo: ChoosablePhoto) => void
  onClose: () => void
}

/** The library as pictures; typing looks through all of it. */
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
          // It stands in a form that Enter would send.
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
