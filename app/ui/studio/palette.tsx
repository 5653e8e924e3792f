import { type KeyboardEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { StudioDialog } from './studio-dialog'
import { StudioIcon, type StudioIconName } from './studio-icon'

export interface PaletteEntry {
  label: string
  icon: StudioIconName
  to: string
  /** Keys that do the same. */
  keys?: string[]
  /** Leads out of the Studio, so that the browser loads it. */
  leaves?: boolean
}

/** Type to narrow, arrows to move, Enter to go. */
export function Palette({ entries, onClose }: { entries: PaletteEntry[]; onClose: () => void }) {
  const [words, setWords] = useState('')
  const [at, setAt] = useState(0)
  const navigate = useNavigate()
  const found = entries.filter(({ label }) => label.toLowerCase().includes(words.trim().toLowerCase()))
  const chosen = found[Math.min(at, found.length - 1)]

  const go = (entry: PaletteEntry | undefined) => {
    if (!entry) return
    onClose()
    if (entry.leaves) location.assign(entry.to)
    else navigate(entry.to)
  }
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && found.length > 0) setAt((Math.min(at, found.length - 1) + step + found.length) % found.length)
    else if (event.key === 'Enter') go(chosen)
    else return
    event.preventDefault()
  }
  return (
    <StudioDialog label="Search or jump" className="cmdk" onClose={onClose}>
      <div className="cmdk__i">
        <StudioIcon name="search" />
        <input
          role="combobox"
          aria-label="Search or jump"
          aria-expanded="true"
          aria-controls="palette-list"
          aria-autocomplete="list"
          aria-activedescendant={chosen ? optionId(found.indexOf(chosen)) : undefined}
          placeholder="Where to?"
          autoComplete="off"
          spellCheck={false}
          value={words}
          onChange={(event) => {
            setWords(event.target.value)
            setAt(0)
          }}
          onKeyDown={press}
        />
      </div>
      <div role="listbox" id="palette-list" aria-label="Places">
        {found.map((entry, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above takes the keys
          // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the active option
          <div
            key={entry.label}
            id={optionId(index)}
            role="option"
            aria-selected={entry === chosen}
            onClick={() => go(entry)}
          >
            <StudioIcon name={entry.icon} />
            <span>{entry.label}</span>
            <span className="cmdk__k" aria-hidden="true">
              {entry.keys?.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </span>
          </div>
        ))}
      </div>
      <p className="cmdk__none" role="status">
        {found.length === 0 ? 'Nothing is called that.' : ''}
      </p>
    </StudioDialog>
  )
}

const optionId = (index: number) => `palette-${index}`
