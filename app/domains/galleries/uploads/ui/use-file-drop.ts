import { useEffect, useRef, useState } from 'react'
import { type FoundFile, readDrop } from './read-drop'

/**
 * Takes files that are dropped anywhere on the page: a browser would leave the page for the first of them.
 * @returns whether files are held over the page
 */
export function useFileDrop(onFound: (found: FoundFile[]) => void): boolean {
  const [isOver, setOver] = useState(false)
  const found = useRef(onFound)
  found.current = onFound
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(true)
    }
    const leave = (event: DragEvent) => {
      // From one thing on the page to the next, it has not left.
      if (event.relatedTarget === null) setOver(false)
    }
    const drop = (event: DragEvent) => {
      if (!hasFiles(event) || !event.dataTransfer) return
      event.preventDefault()
      setOver(false)
      void readDrop(event.dataTransfer).then((files) => found.current(files))
    }
    addEventListener('dragover', over)
    addEventListener('dragleave', leave)
    addEventListener('drop', drop)
    return () => {
      removeEventListener('dragover', over)
      removeEventListener('dragleave', leave)
      removeEventListener('drop', drop)
    }
  }, [])
  return isOver
}

/** Words that are dragged belong to the field that they are dropped on. */
const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false
