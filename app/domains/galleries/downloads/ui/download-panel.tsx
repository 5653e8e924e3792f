import './download-panel.css'
import { useEffect, useRef, useState } from 'react'
import { bytesLabel } from '~/platform/bytes-label'
import { useHydrated } from '~/ui/hydrated'
import { Icon } from '~/ui/icon'
import { paths } from '~/ui/paths'
import { useRefresh } from '~/ui/studio/use-refresh'
import { countLabel } from '../../model'
import { type DownloadChoice, type Downloads, type OfferedSize, SIZE_LABELS, SIZE_NOTES } from '../model'
import { SaveToPhone } from './save-to-phone'

/** The form that downloads an archive: which photos, in which size. Empty if downloads are off. */
export function DownloadPanel({ downloads }: { downloads: Downloads }) {
  const { galleryId, choices, isReady } = downloads
  const [what, setWhat] = useState(choices[0]?.what)
  const [size, setSize] = useState(choices[0]?.sizes[0]?.size)
  const form = useRef<HTMLFormElement>(null)
  // Reads choices made before hydration.
  useEffect(() => {
    if (!form.current) return
    const chosen = new FormData(form.current)
    setWhat((kept) => choices.find((each) => each.what === chosen.get('what'))?.what ?? kept)
    setSize(
      (kept) =>
        choices.flatMap(({ sizes }) => sizes).find((each) => each.size === chosen.get('size'))?.size ?? kept,
    )
  }, [choices])
  useRefresh(!isReady && choices.length > 0, 3_000)
  const [asked, setAsked] = useState('')
  const isAlive = useHydrated()
  const choice = choices.find((each) => each.what === what) ?? choices[0]
  const offer = choice?.sizes.find((each) => each.size === size) ?? choice?.sizes[0]
  if (!choice || !offer) return null
  const isMade = offer.ready === choice.photos
  // Without script, any choice can be submitted; the archive's page says if it isn't ready.
  const isSomeMade = choices.some((each) => each.sizes.some(({ ready }) => ready === each.photos))
  return (
    <section className="zip" id="download" tabIndex={-1} aria-labelledby="download-title">
      <h2 className="t3" id="download-title">
        Download
      </h2>
      <form
        method="get"
        action={paths.chooseArchive(galleryId)}
        onSubmit={() => setAsked(`${what} ${size}`)}
        ref={form}
      >
        <div className="zip__two">
          <fieldset>
            <legend className="legend">Photos</legend>
            <div className="zip__o">
              {choices.map((each) => (
                <ChoiceRow
                  key={each.what}
                  choice={each}
                  isChosen={each === choice}
                  onChoose={() => setWhat(each.what)}
                />
              ))}
            </div>
          </fieldset>
          <fieldset>
            <legend className="legend">Size</legend>
            <div className="zip__o">
              {choice.sizes.map((each) => (
                <SizeRow
                  key={each.size}
                  offer={each}
                  isMade={each.ready === choice.photos}
                  isChosen={each === offer}
                  onChoose={() => setSize(each.size)}
                />
              ))}
            </div>
          </fieldset>
        </div>
        {isMade ? null : <MakingProgress choice={choice} offer={offer} isAlive={isAlive} />}
        <div className="zip__a">
          <button type="submit" className="btn" disabled={isAlive ? !isMade : !isSomeMade}>
            <Icon name="download" small />
            {isMade ? (
              <span>
                Download <span className="zip__size">{bytesLabel(offer.bytes)}</span>
              </span>
            ) : (
              `Getting ready, ${countLabel(offer.ready)} of ${countLabel(choice.photos)}`
            )}
          </button>
          {isMade && choice.items.length > 0 ? (
            <SaveToPhone
              key={`${choice.what} ${offer.size}`}
              addresses={choice.items.map((item) => paths.photoFile(galleryId, item, offer.size))}
            />
          ) : null}
        </div>
        <p className="small zip__said" role="status">
          {asked === `${what} ${size}` ? 'Your download is starting. Your browser shows its progress.' : null}
        </p>
        <p className="small ink2 measure">
          One ZIP file, with folders that match the gallery. If your download is interrupted, your browser can
          resume it. Checksums are in SHA256SUMS.txt.
        </p>
      </form>
    </section>
  )
}

interface ChoiceRowProps {
  choice: DownloadChoice
  isChosen: boolean
  onChoose: () => void
}

const ChoiceRow = ({ choice: { what, label, photos }, isChosen, onChoose }: ChoiceRowProps) => (
  <label className="chk">
    <input type="radio" name="what" value={what} checked={isChosen} onChange={onChoose} />
    <span>
      {label} <b>{countLabel(photos)}</b>
    </span>
  </label>
)

interface SizeRowProps {
  offer: OfferedSize
  isMade: boolean
  isChosen: boolean
  onChoose: () => void
}

const SizeRow = ({ offer: { size, bytes, ready }, isMade, isChosen, onChoose }: SizeRowProps) => (
  <label className="chk">
    <input type="radio" name="size" value={size} checked={isChosen} onChange={onChoose} />
    <span>
      {SIZE_LABELS[size]} <b>{isMade ? bytesLabel(bytes) : `${countLabel(ready)} ready`}</b>
      <small>{SIZE_NOTES[size]}</small>
    </span>
  </label>
)

interface MakingProgressProps {
  choice: DownloadChoice
  offer: OfferedSize
  /** Whether the page refreshes itself. */
  isAlive: boolean
}

/** Progress while files are being made. */
export function MakingProgress({ choice, offer, isAlive }: MakingProgressProps) {
  const isStuck = offer.stuck > 0 && offer.ready + offer.stuck >= choice.photos
  const share = Math.floor((100 * offer.ready) / choice.photos)
  const name = SIZE_LABELS[offer.size]
  return (
    <div className="zip__p">
      <p className="small" role="status">
        <span>
          <b>{isStuck ? 'Some photos aren’t ready' : 'Getting your photos ready'}</b>
          {isStuck ? '' : `, in ${name}`}
        </span>
        <span className="zip__n ink2">
          {countLabel(offer.ready)} of {countLabel(choice.photos)}
        </span>
      </p>
      <div
        className="zip__bar"
        role="progressbar"
        aria-label={`Photos ready in ${name}`}
        aria-valuenow={share}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <i style={{ inlineSize: `${share}%` }} />
      </div>
      <p className="small ink2">
        {isStuck
          ? 'We’ve been notified and are fixing it. Other sizes may be ready now.'
          : isAlive
            ? 'You can leave this page. We’ll keep getting your photos ready.'
            : 'Refresh to check progress.'}
      </p>
    </div>
  )
}
