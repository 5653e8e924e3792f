import { useEffect, useRef, useState } from 'react'

/** A file with its path within what was dropped or chosen. */
export interface FoundFile {
  file: File
  /** Such as `Smith/Ceremony/IMG_1.jpg`. */
  path: string
}

/** Every file that was dropped, in all folders. To be called while the drop is handled: later its items are gone. */
export async function readDrop(transfer: DataTransfer): Promise<FoundFile[]> {
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry?.() ?? [])
  if (entries.length === 0) return readChoice(transfer.files)
  return (await Promise.all(entries.map(filesBelow))).flat()
}

/** An input's files, with their folders when folders were chosen. */
export const readChoice = (files: FileList | null): FoundFile[] =>
  [...(files ?? [])].map((file) => ({ file, path: file.webkitRelativePath || file.name }))

async function filesBelow(entry: FileSystemEntry): Promise<FoundFile[]> {
  const path = entry.fullPath.replace(/^\//, '')
  if (isFile(entry)) {
    const file = await new Promise<File | undefined>((done) => entry.file(done, () => done(undefined)))
    return file ? [{ file, path }] : []
  }
  if (!isFolder(entry)) return []
  const found: FoundFile[] = []
  for (const below of await entriesOf(entry)) found.push(...(await filesBelow(below)))
  return found
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

/** Browsers give a hundred at a time, and nothing when there are no more. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((done) => reader.readEntries(done, () => done([])))
    if (some.length === 0) return all
    all.push(...some)
  }
}

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
