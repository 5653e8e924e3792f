import type { FoundEntry } from './found'
import { StudioIcon } from './studio-icon'

interface PaletteOptionProps {
  id: string
  entry: FoundEntry
  isChosen: boolean
  onGo: () => void
}

export function PaletteOption({ id, entry, isChosen, onGo }: PaletteOptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field above takes the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and names the active option
    <div id={id} role="option" aria-selected={isChosen} onClick={onGo}>
      <StudioIcon name={entry.icon} />
      <span className="cmdk__t">
        <span>{entry.label}</span>
        {entry.detail ? <span className="s">{entry.detail}</span> : null}
      </span>
      {entry.keys ? (
        <span className="cmdk__k" aria-hidden="true">
          {entry.keys.map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
        </span>
      ) : null}
    </div>
  )
}
