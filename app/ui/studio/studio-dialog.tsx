import { type ReactNode, useEffect, useRef } from 'react'

interface StudioDialogProps {
  label: string
  className?: string
  onClose: () => void
  children: ReactNode
}

/** A modal dialog, open while it is rendered. Escape and a click outside close it. */
export function StudioDialog({ label, className = '', onClose, children }: StudioDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a modal dialog by itself
    <dialog
      ref={dialog}
      className={`dlg ${className}`}
      aria-label={label}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) onClose()
      }}
    >
      {children}
    </dialog>
  )
}
