import { Icon } from '~/ui/icon'

/** Says what was done. */
export function DoneNote({ children }: { children: string | undefined }) {
  if (!children) return null
  return (
    <div className="note note--fix" role="status">
      <Icon name="check" />
      <p>{children}</p>
    </div>
  )
}
