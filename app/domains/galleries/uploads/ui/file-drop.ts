import { useEffect, useRef, useState } from 'react'

/** A file with its path within the selection. */
export interface FoundFile {
  file: File
  /** Such as `Smith/Ceremony/IMG_1.jpg`. */
  path: string
}

/**
 * Reads every dropped file, including folders. Must be called while the drop event is handled, since its
 * items aren't available afterwards.
 */
export async function readDrop(transfer: DataTransfer): Promise<FoundFile[]> {
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry?.() ?? [])
  if (entries.length === 0) return readChoice(transfer.files)
  return (await Promise.all(entries.map(filesBelow))).flat()
}

/** The files of an input, with their folders if folders were selected. */
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

/** Browsers return up to a hundred entries at a time, and an empty list at the end. */
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
 * Accepts files dropped anywhere on the page; otherwise the browser would open the first one.
 * @returns whether files are being dragged over the page
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
      // Leaving one element for another isn't leaving the page.
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

/** Dragged text belongs to the field that it's dropped on. */
const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false
